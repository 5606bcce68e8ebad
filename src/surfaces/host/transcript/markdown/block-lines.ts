/** Blocks of Markdown as painted lines of a width. */
import { type Paint, plainText, span } from "../../../../text/span.ts";
import { type Line, wrapSpans } from "../wrap-spans.ts";
import type { BlockOptions } from "./block-options.ts";
import { inlineLines } from "./inline-lines.ts";
import { known, type Token, type TokenOf } from "./lex.ts";
import type { Block } from "./read-window.ts";
import { ruleText } from "./rule-text.ts";
import { tableLines } from "./table-lines.ts";

/** What is moved in further than this leaves is not moved in any more. */
const MIN_INNER_COLS = 8;
/** As wide as a rule is drawn; a whole row of it would shout. */
const RULE_COLS = 24;

/** The lines of a top block without the gap before it; none is wider than `cols`. */
export function blockLines(
  { token, isContinued, isCut }: Block,
  options: BlockOptions,
): readonly Line[] {
  if (token.type === "code") return codeLines(token, !isContinued, !isCut, options);
  if (token.type === "table") return tableLines(token, !isContinued, options);
  return tokenLines(token, options);
}

function tokenLines(token: Token, options: BlockOptions): readonly Line[] {
  const { marks, paint = {} } = options;
  switch (token.type) {
    case "space":
      return [];
    case "heading":
      return inlined(token, options, { tone: "accent", bold: true });
    case "paragraph":
    case "text":
      return inlined(token, options, paint);
    case "blockquote": {
      const bar = [span(`${marks.bar} `, "dim")];
      const muted = { ...options, paint: { ...paint, tone: "muted" as const } };
      return behind(bar, bar, muted, (inner) => tokensLines(known(token.tokens), inner));
    }
    case "list":
      return token.items.flatMap((item, at) => [
        ...(at > 0 && endsBlank(token.items[at - 1]?.raw ?? "") ? [[]] : []),
        ...itemLines(item, options),
      ]);
    case "code":
      return codeLines(token, true, true, options);
    case "hr":
      return [[span(ruleText(Math.min(RULE_COLS, options.cols), options), "dim")]];
    case "table":
      return tableLines(token, true, options);
    default:
      return textLines(token.raw, options);
  }
}

/** Blocks one below the other, apart where the source has them apart. */
function tokensLines(tokens: readonly Token[], options: BlockOptions): readonly Line[] {
  const out: Line[] = [];
  let isApart = false;
  for (const token of tokens) {
    const lines = tokenLines(token, options);
    if (lines.length > 0 && isApart && out.length > 0) out.push([]);
    out.push(...lines);
    isApart = token.type === "space" || endsBlank(token.raw);
  }
  return out;
}

function endsBlank(raw: string): boolean {
  return /\n[ \t]*\n[ \t]*$/.test(raw.slice(-MAX_BLANK_UNITS));
}

/** The end of a block in which a blank line is looked for. */
const MAX_BLANK_UNITS = 200;

function inlined(
  { tokens, text }: TokenOf<"heading" | "paragraph" | "text">,
  options: BlockOptions,
  paint: Paint,
): readonly Line[] {
  if (tokens === undefined) return textLines(text, options);
  return inlineLines(known(tokens), paint).flatMap((line) => wrapSpans(line, options));
}

function itemLines(item: TokenOf<"list_item">, options: BlockOptions): readonly Line[] {
  // The number that was written; that of the place in the list would change where a list is read in parts.
  const number = /^ *(\d{1,9}[.)])/.exec(item.raw)?.[1];
  const [box, ...rest] = known(item.tokens);
  const isTask = box?.type === "checkbox";
  const task = isTask ? (box.checked ? "[x] " : "[ ] ") : "";
  const first = [span(`${number ?? options.marks.bullet} ${task}`, "accent")];
  const next = [span(" ".repeat(options.measure(plainText(first))))];
  const tokens = isTask ? rest : known(item.tokens);
  return behind(first, next, options, (inner) => tokensLines(tokens, inner));
}

/** At least one line. */
function behind(
  first: Line,
  next: Line,
  options: BlockOptions,
  draw: (inner: BlockOptions) => readonly Line[],
): readonly Line[] {
  const cols = options.cols - options.measure(plainText(first));
  if (cols >= MIN_INNER_COLS) {
    const lines = draw({ ...options, cols });
    if (lines.length === 0) return [first];
    const gap = plainText(next).trim() === "" ? [] : next;
    return lines.map((line, at) => {
      if (at === 0) return [...first, ...line];
      return line.length === 0 ? gap : [...next, ...line];
    });
  }
  const [line = [], ...lines] = draw(options);
  return [...wrapSpans([...first, ...line], options), ...lines];
}

function codeLines(
  { raw, text, lang = "", codeBlockStyle }: TokenOf<"code">,
  hasHead: boolean,
  hasEnd: boolean,
  options: BlockOptions,
): readonly Line[] {
  const isFenced = codeBlockStyle !== "indented";
  // Nothing between the fences, and one blank line, are the same text.
  const isEmpty = text === "" && !/^[^\n]*\n\n/.test(raw);
  const code = isEmpty ? [] : text.split("\n");
  return [
    ...(isFenced && hasHead ? wrapSpans([span(`\`\`\`${lang}`, "dim")], options) : []),
    ...code.flatMap((line) => wrapSpans([span(line, "code")], { ...options, verbatim: true })),
    ...(isFenced && hasEnd ? wrapSpans([span("```", "dim")], options) : []),
  ];
}

/** HTML, and what is too much to read: as it was written. */
function textLines(raw: string, options: BlockOptions): readonly Line[] {
  const lines = raw.replace(/\n+$/, "").split("\n");
  return lines.flatMap((text) => wrapSpans([{ ...options.paint, text }], options));
}
