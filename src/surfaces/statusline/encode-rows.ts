/** Finished rows to the text that a harness, tmux, a terminal or a program reads. */
import type { Row } from "../../status/fit.ts";
import type { Snapshot } from "../../status/snapshot.ts";
import { jsonText } from "../../text/json-text.ts";
import { type AnsiOptions, paintAnsi, paintPlain, paintTmux } from "../../text/paint.ts";
import { plainText, type Span } from "../../text/span.ts";

/** `ansi` and `plain` for terminals and harnesses, `tmux` for `status-right`, `json` for programs. */
export const ROW_FORMATS = ["ansi", "plain", "tmux", "json"] as const;

/** One of `ROW_FORMATS`. */
export type RowFormat = (typeof ROW_FORMATS)[number];

/** A cell that looks blank, takes one column everywhere and is no white space to any trimmer. */
const BLANK_CELL = "\u2800";

/** One text a row, each ended by a line feed; nothing at all for no rows. */
export function encodeRows(
  rows: readonly Row[],
  format: Exclude<RowFormat, "json">,
  options: AnsiOptions,
): string {
  const paint = {
    ansi: (spans: readonly Span[]) => paintAnsi(spans, options),
    plain: paintPlain,
    tmux: (spans: readonly Span[]) => paintTmux(spans, options),
  }[format];
  return rows.map((row) => `${paint(row.spans)}\n`).join("");
}

/**
 * One JSON object on one line: the rows with their items, and the facts behind them as they came.
 * Control and format characters are written as escapes, so that it can be looked at in a terminal.
 */
export function encodeRowsJson(rows: readonly Row[], facts: Snapshot): string {
  const shown = rows.map(({ spans, widthCols, items }) => ({
    text: plainText(spans),
    widthCols,
    items,
  }));
  return `${jsonText({ rows: shown, facts })}\n`;
}

/**
 * The row with its leading blanks kept by a harness that trims rows: the first one becomes a cell
 * that only looks blank. Without such a glyph (ASCII) the row begins at the left instead.
 */
export function anchoredRow(row: Row, ascii: boolean): Row {
  const [first, ...rest] = row.spans;
  if (first === undefined || !first.text.startsWith(" ")) return row;
  const bare = first.text.replace(/^ +/, "");
  if (!ascii) {
    const text = BLANK_CELL + first.text.slice(1);
    return { ...row, spans: [{ ...first, text }, ...rest] };
  }
  const spans = bare === "" ? rest : [{ ...first, text: bare }, ...rest];
  return { ...row, spans, widthCols: row.widthCols - (first.text.length - bare.length) };
}
