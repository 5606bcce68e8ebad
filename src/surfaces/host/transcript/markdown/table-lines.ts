/** A table in the width that there is: cells are wrapped, and where no column is left to read, listed. */
import { plainText, type Span, span } from "../../../../text/span.ts";
import { type Line, wrapSpans } from "../wrap-spans.ts";
import type { BlockOptions } from "./block-options.ts";
import { inlineLines } from "./inline-lines.ts";
import { known, type TokenOf } from "./lex.ts";
import { ruleText } from "./rule-text.ts";

/** Between two columns. */
const CELL_GAP = "  ";
/** A column that has less room than this is not read any more. */
const MIN_CELL_COLS = 3;

type Cells = readonly (readonly Line[])[];

/** `hasHead`: not where the table goes on with one that has it already. */
export function tableLines(
  { header, rows }: TokenOf<"table">,
  hasHead: boolean,
  options: BlockOptions,
): readonly Line[] {
  const cells = [...(hasHead ? [header] : []), ...rows].map((row, index) =>
    row.map(({ tokens }) => {
      const look =
        hasHead && index === 0 ? { ...options.paint, bold: true as const } : options.paint;
      return inlineLines(known(tokens), look).flatMap((line, at) =>
        at === 0 ? line : [span(" "), ...line],
      );
    }),
  );
  if (cells.length === 0) return [];
  const widths = columnWidths(cells, header.length, options);
  if (widths === undefined) return listedRows(cells, options);
  const out: Line[] = [];
  for (const [index, row] of cells.entries()) {
    out.push(...rowLines(row, widths, options));
    if (hasHead && index === 0) {
      const rule = widths.map((width) => ruleText(width, options)).join(CELL_GAP);
      out.push([span(rule, "dim")]);
    }
  }
  return out;
}
/** The widest cells give first; undefined where no column would be left to read. */
function columnWidths(
  cells: Cells,
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
function listedRows(cells: Cells, options: BlockOptions): readonly Line[] {
  return cells.flatMap((row, index) => [
    ...(index > 0 ? [[]] : []),
    ...row.flatMap((cell) => wrapSpans(cell, options)),
  ]);
}
