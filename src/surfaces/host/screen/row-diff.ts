/** What must be written so that one row of the terminal becomes another one. */
import { encodeLink } from "../../../text/link.ts";
import { NO_STYLE } from "../../../text/sgr-style.ts";
import { RECORD_MARK } from "../../../wire/record/message.ts";
import { type Cell, type RowCells, sameCell } from "./row-cells.ts";

/** Writing this many unchanged cells costs no more than moving over them. */
const SHORT_GAP_COLS = 5;

/**
 * Bytes for a cursor that stands anywhere in the row; empty if nothing differs. Colours and links are off
 * before and after. The terminal does not wrap.
 */
export function encodeRowChange(before: RowCells, after: RowCells, widthCols: number): string {
  if (before === after || before.source === after.source) return "";
  if (isRecord(after)) return encodeRow(after, widthCols);
  const sureCols = Math.min(before.sureCols, after.sureCols);
  const fromSure = () => encodeFrom(after, startOf(before, after, sureCols));
  let out = "";
  const end = after.cells.length;
  for (let at = 0; at < end; ) {
    if (sameAt(before, after, at)) {
      at += 1;
      continue;
    }
    if (at >= sureCols) return out + fromSure();
    const start = startOf(before, after, at);
    const stop = endOfRun(before, after, at);
    if (stop > sureCols) return out + encodeFrom(after, start);
    out += `${column(start)}${encodeCells(after.cells.slice(start, stop))}`;
    at = stop;
  }
  if (before.cells.length > end && end > sureCols) return out + fromSure();
  if (before.cells.length > end) out += `${column(end)}\x1b[K`;
  return out;
}

/** Programs read the record in what is written, where there is no screen: it comes in one piece. */
function isRecord({ cells }: RowCells): boolean {
  return [...RECORD_MARK].every((character, at) => cells[at]?.text === character);
}

/** The whole row from its first column on. */
export function encodeRow(row: RowCells, widthCols: number): string {
  // A row that the terminal takes for wider or narrower must leave nothing of the old one behind.
  const isSure = row.sureCols === Number.POSITIVE_INFINITY;
  const clear = !isSure || row.cells.length >= widthCols ? "\r\x1b[2K" : "\r";
  const rest = clear === "\r" ? "\x1b[K" : "";
  return `${clear}${encodeCells(row.cells)}${rest}`;
}

/** All behind a column. Where the old cells end on the terminal nobody knows, so they are cleared before. */
function encodeFrom(row: RowCells, start: number): string {
  return `${column(start)}\x1b[K${encodeCells(row.cells.slice(start))}`;
}

function column(at: number): string {
  return at === 0 ? "\r" : `\x1b[${at + 1}G`;
}

function sameAt(before: RowCells, after: RowCells, at: number): boolean {
  return at < before.cells.length && sameCell(before.cells[at], after.cells[at]);
}

/** A change inside of a wide grapheme begins where that begins, in either row. */
function startOf(before: RowCells, after: RowCells, at: number): number {
  let start = at;
  while (start > 0 && (isBehind(before, start) || isBehind(after, start))) start -= 1;
  return start;
}

function isBehind(row: RowCells, at: number): boolean {
  return at < row.cells.length && row.cells[at] === undefined;
}

function endOfRun(before: RowCells, after: RowCells, from: number): number {
  let stop = from + 1;
  let same = 0;
  for (let at = from + 1; at < after.cells.length && same <= SHORT_GAP_COLS; at++) {
    same = sameAt(before, after, at) ? same + 1 : 0;
    if (same === 0) stop = at + 1;
  }
  while (stop < after.cells.length && (isBehind(after, stop) || isBehind(before, stop))) stop += 1;
  return stop;
}

function encodeCells(cells: readonly (Cell | undefined)[]): string {
  let out = "";
  let style = NO_STYLE;
  let link = "";
  for (const cell of cells) {
    if (cell === undefined) continue;
    if (cell.link !== link) out += encodeLink(cell.link);
    link = cell.link;
    if (cell.style !== style) {
      const reset = style === NO_STYLE ? "" : "0;";
      out += cell.style === NO_STYLE ? "\x1b[0m" : `\x1b[${reset}${cell.style}m`;
    }
    style = cell.style;
    out += cell.text;
  }
  if (link !== "") out += encodeLink("");
  return style === NO_STYLE ? out : `${out}\x1b[0m`;
}
