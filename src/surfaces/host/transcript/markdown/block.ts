/**
 * Markdown in blocks, read line by line so that a text which grows keeps the blocks that it has. The
 * part of CommonMark that agents write: headings, paragraphs, lists, quotes, fences, rules, tables.
 * What is not understood is a paragraph. Linear in time; never throws.
 */

/** A block; its lines are those of the source, not cleaned. */
export type Block =
  | { readonly kind: "blank" }
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "paragraph"; readonly lines: readonly string[] }
  | {
      readonly kind: "item";
      readonly indent: number;
      readonly marker: string;
      readonly lines: readonly string[];
    }
  | { readonly kind: "quote"; readonly text: string }
  | { readonly kind: "fence"; readonly language: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "fence-end" }
  | { readonly kind: "rule" }
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] };

/** Where reading goes on: a line of the source, and the fence that is open there. */
export interface Place {
  readonly line: number;
  readonly fence?: string;
}

/** A block and the place behind it. */
export interface Step {
  readonly block: Block;
  readonly next: Place;
}

/** Lines of one paragraph, item or table; a longer one is divided, so that growing stays cheap. */
const MAX_BLOCK_LINES = 200;

/** The head of a table; people read no wider one. */
const MAX_HEAD_UNITS = 4_000;

// No expression here reads the same characters in two ways: each is linear in the line.
const FENCE = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))([^`]*)$/;
const HEADING = /^ {0,3}(#{1,6})(?=\s|$)/;
const RULE = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])(\s+|$)(.*)$/;
const QUOTE = /^ {0,3}> ?(.*)$/;
const DELIMITER = /^:?-+:?$/;

/** The block that begins at a place; `place.line` must be one of the lines. */
export function readBlock(lines: readonly string[], place: Place): Step {
  const line = lines[place.line] ?? "";
  const next = { line: place.line + 1 };
  if (place.fence !== undefined) return readCode(line, place.fence, next);
  if (line.trim() === "") return { block: { kind: "blank" }, next };
  const fence = FENCE.exec(line);
  if (fence !== null) {
    const [, marks = "", language = ""] = fence;
    return { block: { kind: "fence", language: language.trim() }, next: { ...next, fence: marks } };
  }
  const heading = HEADING.exec(line);
  if (heading !== null) {
    const [whole, marks = ""] = heading;
    const text = withoutClosing(line.slice(whole.length).trim());
    return { block: { kind: "heading", level: marks.length, text }, next };
  }
  if (RULE.test(line)) return { block: { kind: "rule" }, next };
  const quote = QUOTE.exec(line);
  if (quote !== null) return { block: { kind: "quote", text: quote[1] ?? "" }, next };
  const item = ITEM.exec(line);
  if (item !== null) return readItem(lines, place.line, item);
  if (isTableHead(lines, place.line)) return readTable(lines, place.line);
  return readParagraph(lines, place.line);
}

function readCode(line: string, fence: string, next: Place): Step {
  const closing = line.trim();
  const isEnd =
    closing.length >= fence.length && closing === (fence[0] ?? "`").repeat(closing.length);
  if (isEnd) return { block: { kind: "fence-end" }, next };
  return { block: { kind: "code", text: line }, next: { ...next, fence } };
}

function readItem(lines: readonly string[], start: number, found: RegExpExecArray): Step {
  const [, blanks = "", marker = "", , text = ""] = found;
  const more = continuation(lines, start + 1);
  return {
    block: { kind: "item", indent: colsOf(blanks), marker, lines: [text, ...more] },
    next: { line: start + 1 + more.length },
  };
}

function readParagraph(lines: readonly string[], start: number): Step {
  const more = continuation(lines, start + 1);
  return {
    block: { kind: "paragraph", lines: [lines[start] ?? "", ...more] },
    next: { line: start + 1 + more.length },
  };
}

/** The lines that go on with a paragraph. */
function continuation(lines: readonly string[], start: number): readonly string[] {
  let end = start;
  while (end < lines.length && end - start < MAX_BLOCK_LINES && !beginsBlock(lines, end)) end++;
  return lines.slice(start, end);
}

function beginsBlock(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  return (
    line.trim() === "" ||
    FENCE.test(line) ||
    HEADING.test(line) ||
    RULE.test(line) ||
    QUOTE.test(line) ||
    ITEM.test(line) ||
    isTableHead(lines, at)
  );
}

function isTableHead(lines: readonly string[], at: number): boolean {
  const [head = "", delimiters = ""] = lines.slice(at, at + 2);
  if (!head.includes("|") || !delimiters.includes("-")) return false;
  if (delimiters.length > MAX_HEAD_UNITS || head.length > MAX_HEAD_UNITS) return false;
  const cells = cellsOf(delimiters);
  return cells.every((cell) => DELIMITER.test(cell)) && cellsOf(head).length === cells.length;
}

/** Signs at the end of a heading belong to it where a blank stands before them. */
function withoutClosing(text: string): string {
  let end = text.length;
  while (text[end - 1] === "#") end--;
  const isClosing = end < text.length && (end === 0 || /\s/.test(text[end - 1] ?? ""));
  return isClosing ? text.slice(0, end).trimEnd() : text;
}

function readTable(lines: readonly string[], start: number): Step {
  let end = start + 2;
  while (end < lines.length && end - start < MAX_BLOCK_LINES && (lines[end] ?? "").includes("|"))
    end++;
  const rows = [lines[start] ?? "", ...lines.slice(start + 2, end)].map(cellsOf);
  return { block: { kind: "table", rows }, next: { line: end } };
}

function cellsOf(line: string): readonly string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function colsOf(blanks: string): number {
  return blanks.replaceAll("\t", "    ").length;
}
