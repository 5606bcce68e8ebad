/**
 * The top blocks of a text, window by window. Where a block ends depends on the lines from its start on
 * and on nothing before them, so a text can be read again from any block. What a window holds is bounded.
 */
import { cleanLongLine } from "../../../../text/clean-lines.ts";
import { lex, plainToken, type Token } from "./lex.ts";

/** A block or, where it is longer than a window, a part of it. */
export interface Block {
  readonly token: Token;
  /** A blank line stands before it. */
  readonly gap: boolean;
  /** It goes on with the one before. */
  readonly isContinued: boolean;
  /** It goes on in the next one. */
  readonly isCut: boolean;
}

/** Where reading goes on. */
export interface Place {
  readonly line: number;
  readonly gap: boolean;
  /** Lines that open the block which was cut: a fence, the head of a table. */
  readonly carry: readonly string[];
}

/** A block and where it begins. */
export interface Placed {
  readonly block: Block;
  readonly at: Place;
}

export interface Window {
  readonly blocks: readonly Placed[];
  readonly next: Place;
}

export const START: Place = { line: 0, gap: false, carry: [] };

/** More lines than a screen has twice: reading a window again for each chunk stays cheap. */
const MAX_LINES = 200;
/** The reader takes time with the square of the length for some texts; this much takes milliseconds. */
const MAX_UNITS = 8_000;
/** The same for marks of emphasis that do not pair. */
const MAX_MARKS = 600;
/** A longer line is shown as it is: no person wrote marks for it. */
const MAX_LINE_UNITS = 4_000;
/** Quotes and lists in one another at the start of one line. */
const MAX_NESTED = 24;
/** Blocks at the end of a window that lines behind it may change. */
const OPEN_BLOCKS = 2;

/** Reads from a place on; `place.line` must be one of the lines. */
export function readWindow(lines: readonly string[], from: Place): Window {
  const place = from.carry.length > 0 ? from : behindBlank(lines, from);
  if (place.line >= lines.length) return { blocks: [], next: place };
  const clean = windowLines(lines, place.line);
  if (clean.length === 0) return plainLine(cleanLongLine(lines[place.line] ?? ""), place);
  const isLast = place.line + clean.length === lines.length;
  const source = [...place.carry, ...clean];
  const tokens = lex(source.join("\n") + (isLast ? "" : "\n"));
  const blocks = placedBlocks(tokens, source, place);
  const end = nextPlace(place.line + clean.length, clean.at(-1));
  if (isLast) return { blocks, next: end };
  const open = blocks[blocks.length - OPEN_BLOCKS];
  if (blocks.length > OPEN_BLOCKS && open !== undefined) {
    return { blocks: blocks.slice(0, -OPEN_BLOCKS), next: open.at };
  }
  const [first, second] = blocks;
  if (first === undefined) return { blocks, next: end };
  return second === undefined ? cutBlock(first, source, end) : { blocks: [first], next: second.at };
}

/** A window begins with its first block, so that it holds the same whoever comes to it. */
function behindBlank(lines: readonly string[], place: Place): Place {
  let { line } = place;
  while (line < lines.length && (lines[line] ?? "").trim() === "") line++;
  return line === place.line ? place : { line, gap: true, carry: [] };
}

function windowLines(lines: readonly string[], start: number): readonly string[] {
  const out: string[] = [];
  let units = 0;
  let marks = 0;
  for (let at = start; at < lines.length && out.length < MAX_LINES; at++) {
    const line = cleanLongLine(lines[at] ?? "");
    const count = markCount(line);
    if (line.length > MAX_LINE_UNITS || count > MAX_MARKS || isDeep(line)) break;
    units += line.length + 1;
    marks += count;
    if (units > MAX_UNITS || marks > MAX_MARKS) break;
    out.push(line);
  }
  return out;
}

function markCount(line: string): number {
  return line.match(/[*_~]+/g)?.length ?? 0;
}

function isDeep(line: string): boolean {
  if (line.length <= MAX_NESTED) return false;
  const lead = /^[\s>*+\-.)\d]*/.exec(line)?.[0] ?? "";
  return (lead.match(/>|[-*+.)](?=\s)/g)?.length ?? 0) > MAX_NESTED;
}

/** A line that no window may hold; inside of a fence it is code like the others. */
function plainLine(line: string, place: Place): Window {
  const isCode = place.carry.length === 1;
  const token: Token = isCode ? { type: "code", raw: line, text: line } : plainToken(line);
  const block = { token, gap: place.gap, isContinued: isCode, isCut: isCode };
  const next = { line: place.line + 1, gap: false, carry: isCode ? place.carry : [] };
  return { blocks: [{ block, at: place }], next };
}

function placedBlocks(
  tokens: readonly Token[],
  source: readonly string[],
  place: Place,
): readonly Placed[] {
  const out: Placed[] = [];
  let lines = 0;
  for (const token of tokens) {
    if (token.type !== "space") {
      const line = Math.min(lines, source.length - 1);
      const isContinued = out.length === 0 && place.carry.length > 0;
      const isFirst = line <= place.carry.length && out.length === 0;
      const at = isFirst
        ? place
        : nextPlace(place.line + line - place.carry.length, source[line - 1]);
      out.push({ block: { token, gap: at.gap && !isContinued, isContinued, isCut: false }, at });
    }
    lines += newlines(token.raw);
  }
  return out;
}

function nextPlace(line: number, lineBefore: string | undefined): Place {
  return { line, gap: lineBefore?.trim() === "", carry: [] };
}

/** A block that fills its window goes on behind it: in what it opened, or at its last item. */
function cutBlock({ block, at }: Placed, source: readonly string[], end: Place): Window {
  const { token } = block;
  if (token.type === "code") {
    const [fence = ""] = source;
    if (!isOpenFence(token)) return { blocks: [{ block, at }], next: end };
    return { blocks: [{ block: { ...block, isCut: true }, at }], next: { ...end, carry: [fence] } };
  }
  if (token.type === "table") {
    const carry = source.slice(0, 2);
    return { blocks: [{ block: { ...block, isCut: true }, at }], next: { ...end, carry } };
  }
  const items = token.type === "list" ? token.items.slice(0, -1) : [];
  if (token.type !== "list" || items.length === 0) return { blocks: [{ block, at }], next: end };
  const raw = items.map((item) => item.raw).join("");
  const line = newlines(raw);
  const next = nextPlace(at.line + line, source[line - 1]);
  return { blocks: [{ block: { ...block, token: { ...token, raw, items } }, at }], next };
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** A fence that nothing has closed; its first line is whole. */
export function isOpenFence({ raw }: Token): boolean {
  const marks = FENCE.exec(raw)?.[1];
  if (marks === undefined || !raw.includes("\n")) return false;
  const last = raw.replace(/\n+$/, "").split("\n").slice(1).at(-1) ?? "";
  return !(/^ {0,3}[`~]+ *$/.test(last) && last.trim().startsWith(marks));
}

function newlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
