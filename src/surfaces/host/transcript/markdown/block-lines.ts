/** Blocks of Markdown as painted lines of a width. */
import { cleanLongLine } from "../../../../text/clean-lines.ts";
import type { Measure } from "../../../../text/measure.ts";
import { plainText, type Span, span } from "../../../../text/span.ts";
import type { Marks } from "../marks.ts";
import { type Line, wrapBehind, wrapSpans } from "../wrap-spans.ts";
import type { Block } from "./block.ts";
import { inlineSpans } from "./inline.ts";

export interface BlockOptions {
  readonly cols: number;
  readonly measure: Measure;
  readonly marks: Marks;
}

/** Columns that a list may be moved in; a deeper one stays readable in a narrow place. */
const MAX_INDENT_COLS = 12;
/** Between two columns of a table. */
const CELL_GAP = "  ";
/** A column of a table that has less room than this is not read any more: the rows are listed then. */
const MIN_CELL_COLS = 3;
/** As wide as a rule is drawn; a whole row of it would shout. */
const RULE_COLS = 24;

/** The lines of a block; none is wider than `cols`. */
export function blockLines(block: Block, options: BlockOptions): readonly Line[] {
  switch (block.kind) {
    case "blank":
      return [[]];
    case "heading":
      return wrapSpans(
        inlineSpans(cleanLongLine(block.text), { tone: "accent", bold: true }),
        options,
      );
    case "paragraph":
      return paragraphLines([], [], block.lines, options);
    case "item": {
      const indent = " ".repeat(Math.min(block.indent, MAX_INDENT_COLS));
      const isNumber = /\d/.test(block.marker);
      const first = `${indent}${isNumber ? block.marker : options.marks.bullet} `;
      const next = " ".repeat(options.measure(first));
      return paragraphLines([span(first, "accent")], [span(next)], block.lines, options);
    }
    case "quote": {
      const bar = [span(`${options.marks.bar} `, "dim")];
      return wrapBehind(
        bar,
        bar,
        inlineSpans(cleanLongLine(block.text), { tone: "muted" }),
        options,
      );
    }
    case "fence":
      return wrapSpans([span(`\`\`\`${cleanLongLine(block.language)}`, "dim")], options);
    case "fence-end":
      return wrapSpans([span("```", "dim")], options);
    case "code":
      return wrapSpans([span(cleanLongLine(block.text), "code")], { ...options, verbatim: true });
    case "rule":
      return [[span(ruleText(Math.min(RULE_COLS, options.cols), options), "dim")]];
    case "table":
      return tableLines(block.rows, options);
    default:
      return block satisfies never;
  }
}

/** A line of exactly that many columns, also where the sign takes two. */
function ruleText(cols: number, { marks, measure }: BlockOptions): string {
  const text = marks.rule.repeat(Math.floor(cols / measure(marks.rule)));
  return text + "-".repeat(cols - measure(text));
}

/** Two blanks or a backslash at the end of a line break it. */
function paragraphLines(
  first: Line,
  next: Line,
  lines: readonly string[],
  options: BlockOptions,
): readonly Line[] {
  const out: Line[] = [];
  let text = "";
  const end = () => {
    out.push(...wrapBehind(out.length === 0 ? first : next, next, inlineSpans(text), options));
    text = "";
  };
  for (const [index, line] of lines.entries()) {
    const clean = cleanLongLine(line).trim();
    text = text === "" ? clean : `${text} ${clean}`;
    if (index === lines.length - 1) end();
    else if (/( {2}|\\)$/.test(line)) {
      if (text.endsWith("\\")) text = text.slice(0, -1);
      end();
    }
  }
  return out;
}

function tableLines(rows: readonly (readonly string[])[], options: BlockOptions): readonly Line[] {
  const count = Math.max(...rows.map((row) => row.length));
  const cells = rows.map((row, index) =>
    Array.from({ length: count }, (_, column) =>
      inlineSpans(cleanLongLine(row[column] ?? ""), index === 0 ? { bold: true } : {}),
    ),
  );
  const widths = columnWidths(cells, count, options);
  if (widths === undefined) return listedRows(cells, options);
  const out: Line[] = [];
  for (const [index, row] of cells.entries()) {
    out.push(...rowLines(row, widths, options));
    if (index === 0) {
      const rule = widths.map((width) => ruleText(width, options)).join(CELL_GAP);
      out.push([span(rule, "dim")]);
    }
  }
  return out;
}

/** The widest cells give first; undefined where no column would be left to read. */
function columnWidths(
  cells: readonly (readonly Line[])[],
  count: number,
  { cols, measure }: BlockOptions,
): readonly number[] | undefined {
  const room = cols - CELL_GAP.length * (count - 1);
  if (room < count * MIN_CELL_COLS) return undefined;
  const wanted = Array.from({ length: count }, (_, column) =>
    Math.max(1, ...cells.map((row) => measure(plainText(row[column] ?? [])))),
  );
  if (sum(wanted) <= room) return wanted;
  // The highest common cap under which all fit, found by halving.
  let [low, high] = [MIN_CELL_COLS, room];
  while (low < high) {
    const cap = Math.ceil((low + high) / 2);
    if (sum(wanted.map((width) => Math.min(width, cap))) <= room) low = cap;
    else high = cap - 1;
  }
  return wanted.map((width) => Math.min(width, low));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function rowLines(
  row: readonly Line[],
  widths: readonly number[],
  options: BlockOptions,
): readonly Line[] {
  const wrapped = row.map((cell, column) =>
    wrapSpans(cell, { ...options, cols: widths[column] ?? 1 }),
  );
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, at) => {
    const out: Span[] = [];
    for (const [column, lines] of wrapped.entries()) {
      const line = lines[at] ?? [];
      out.push(...line);
      // Nothing stands behind the last cell of a row that has something.
      if (wrapped.slice(column + 1).every((others) => others[at] === undefined)) break;
      const gap = (widths[column] ?? 0) - options.measure(plainText(line));
      out.push(span(" ".repeat(Math.max(0, gap)) + CELL_GAP));
    }
    return out;
  });
}

/** Where the table does not fit: each cell on a line of its own, rows apart. */
function listedRows(cells: readonly (readonly Line[])[], options: BlockOptions): readonly Line[] {
  return cells.flatMap((row, index) => [
    ...(index > 0 ? [[]] : []),
    ...row.flatMap((cell) => wrapSpans(cell, options)),
  ]);
}
