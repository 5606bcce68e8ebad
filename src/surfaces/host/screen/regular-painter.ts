/**
 * Draws on the main screen, with the terminal's own scrollback: rows of the transcript that leave the
 * screen at its top stay in the scrollback as they were and are never written again. Only rows on the
 * screen cost anything, however long the transcript is. Nothing is cleared that is not ours, but after a
 * change of the size, when nobody knows where rows are.
 */
import {
  type Frame,
  type FramePainter,
  HIDE_CURSOR,
  inOneGo,
  type PainterOptions,
  SHOW_CURSOR,
} from "./frame.ts";
import { BLANK_ROW, type RowCells, readCells } from "./row-cells.ts";
import { encodeRow, encodeRowChange } from "./row-diff.ts";
import type { Size } from "./screen.ts";
import { findRows } from "./settled-rows.ts";

/** What the terminal shows of us: the region from our first row to the last one. */
interface Shown {
  rows: readonly RowCells[];
  /** Index in the transcript of the region's first row; all before are in the scrollback. */
  top: number;
  cursorRow: number;
  cursorCol: number;
  isCursorShown: boolean;
  size: Size;
  documentId: string;
  /** The transcript of the last frame, to find rows again that moved. */
  transcript: readonly string[];
}

/** A painter that begins at the row where the cursor is. */
export function regularPainter({ measure }: PainterOptions): FramePainter {
  let shown: Shown | undefined;
  let isForgotten = false;
  /** Which conversation stands above the place where we left. */
  let leftDocument: string | undefined;
  const read = (source: string, widthCols: number) => readCells(source, widthCols, measure);
  return {
    draw(frame) {
      let out = "";
      if (shown === undefined) {
        const isThere = leftDocument === frame.documentId;
        shown = emptyRegion(frame, isThere ? frame.transcript.length : 0);
      } else if (isForgotten || !sameSize(shown.size, frame.size)) {
        out += clearRegion(shown, frame.size);
        const { heightRows } = frame.size;
        const room = Math.max(0, heightRows - frame.footer.length);
        shown = emptyRegion(frame, Math.max(0, frame.transcript.length - room));
      } else if (shown.documentId !== frame.documentId) {
        // The conversation of before stays above; of the time before the first one nothing does.
        out += shown.documentId === "" ? clearRows(shown) : leaveRegion(shown);
        shown = emptyRegion(frame, 0);
      } else if (shown.transcript !== frame.transcript) {
        shown.top = newTop(shown, frame);
      }
      isForgotten = false;
      shown.transcript = frame.transcript;
      return inOneGo(out + drawRegion(shown, frame, read));
    },
    forget() {
      isForgotten = true;
    },
    leave() {
      if (shown === undefined) return SHOW_CURSOR;
      const end = leaveRegion(shown);
      leftDocument = shown.documentId;
      shown = undefined;
      return `${end}${SHOW_CURSOR}`;
    },
  };
}

function emptyRegion({ size, documentId, transcript }: Frame, top: number): Shown {
  return {
    rows: [],
    top,
    cursorRow: 0,
    cursorCol: 0,
    isCursorShown: true,
    size,
    documentId,
    transcript,
  };
}

type Read = (source: string, widthCols: number) => RowCells;

function drawRegion(shown: Shown, frame: Frame, read: Read): string {
  const { widthCols, heightRows } = frame.size;
  const footer = frame.footer.slice(0, heightRows);
  const wanted = Math.max(0, frame.transcript.length - shown.top) + footer.length;
  const overflow = Math.max(0, wanted - heightRows);
  let out = "";
  if (overflow > shown.rows.length) out += printThrough(shown, frame, overflow, read);
  else if (overflow > 0) out += scrollUp(shown, frame, overflow, read);
  const rows = regionRows(shown, Math.min(wanted, heightRows));
  out += growTo(shown, rows);
  const below = Array<string>(Math.max(0, shown.rows.length - rows)).fill("");
  const target = [...targetRows(shown, frame.transcript, footer, rows), ...below];
  const changes: string[] = [];
  const next = target.map((source, at) => {
    const before = shown.rows[at] ?? BLANK_ROW;
    if (before.source === source) return before;
    const after = read(source, widthCols);
    const bytes = encodeRowChange(before, after, widthCols);
    if (bytes !== "") {
      changes.push(`${moveTo(shown, at)}${bytes}`);
      shown.cursorCol = -1;
    }
    return after;
  });
  if (below.length > 0) changes.push(moveTo(shown, rows - 1));
  shown.rows = next.slice(0, rows);
  return out + changes.join("") + placeCursor(shown, frame, rows - footer.length, changes.length);
}

/** Rows that a footer lost and that stay empty above it: a notice that comes and goes moves nothing. */
const MAX_SPARE_ROWS = 2;

/**
 * The footer keeps its place while little is missing above it. When a panel or a dialog has gone, it follows
 * the transcript, as rows that left the screen cannot be pulled back; what is free then is below it.
 */
function regionRows(shown: Shown, wanted: number): number {
  const spare = shown.rows.length - wanted;
  return Math.max(1, spare > 0 && spare <= MAX_SPARE_ROWS ? shown.rows.length : wanted);
}

/** The transcript from the region's top on, then blank rows, then the footer at the region's end. */
function targetRows(
  shown: Shown,
  transcript: readonly string[],
  footer: readonly string[],
  rows: number,
): readonly string[] {
  const visible = transcript.slice(shown.top, shown.top + rows - footer.length);
  const blank = Math.max(0, rows - footer.length - visible.length);
  return [...visible, ...Array<string>(blank).fill(""), ...footer];
}

/** Moves rows that are right already out of the screen. */
function scrollUp(shown: Shown, frame: Frame, overflow: number, read: Read): string {
  const { widthCols, heightRows } = frame.size;
  let out = "";
  const rows = shown.rows.map((before, at) => {
    if (at >= overflow) return before;
    const source = frame.transcript[shown.top + at] ?? "";
    if (before.source === source) return before;
    const after = read(source, widthCols);
    out += `${moveTo(shown, at)}${encodeRowChange(before, after, widthCols)}`;
    return after;
  });
  out += moveTo(shown, Math.max(0, rows.length - 1));
  const missing = heightRows - rows.length;
  out += "\r\n".repeat(missing + overflow);
  shown.rows = [...rows.slice(overflow), ...Array<RowCells>(overflow + missing).fill(BLANK_ROW)];
  shown.top += overflow;
  shown.cursorRow = heightRows - 1;
  shown.cursorCol = 0;
  return out;
}

/** More rows than the screen has are new: each is written once, and the terminal scrolls. */
function printThrough(shown: Shown, frame: Frame, overflow: number, read: Read): string {
  const { widthCols, heightRows } = frame.size;
  const rows: RowCells[] = [];
  let out = `${moveTo(shown, 0)}\r${HIDE_CURSOR}`;
  const end = shown.top + overflow + heightRows - Math.min(frame.footer.length, heightRows);
  for (let at = shown.top; at < end; at++) {
    const row = read(frame.transcript[at] ?? "", widthCols);
    if (at > shown.top) out += "\r\n";
    out += encodeRow(row, widthCols);
    rows.push(row);
  }
  const missing = Math.min(frame.footer.length, heightRows);
  out += "\r\n".repeat(missing);
  shown.rows = [...rows.slice(overflow), ...Array<RowCells>(missing).fill(BLANK_ROW)];
  shown.top += overflow;
  shown.cursorRow = heightRows - 1;
  shown.cursorCol = 0;
  shown.isCursorShown = false;
  return out;
}

function growTo(shown: Shown, rows: number): string {
  const missing = rows - shown.rows.length;
  if (missing <= 0) return "";
  const isFirst = shown.rows.length === 0;
  const out = isFirst ? "" : moveTo(shown, shown.rows.length - 1);
  const steps = isFirst ? missing - 1 : missing;
  shown.rows = [...shown.rows, ...Array<RowCells>(missing).fill(BLANK_ROW)];
  shown.cursorRow = rows - 1;
  if (steps > 0) shown.cursorCol = 0;
  return out + "\r\n".repeat(steps);
}

function moveTo(shown: Shown, row: number): string {
  const by = row - shown.cursorRow;
  shown.cursorRow = row;
  if (by === 0) return "";
  return by > 0 ? `\x1b[${by}B` : `\x1b[${-by}A`;
}

function placeCursor(shown: Shown, frame: Frame, footerTop: number, changes: number): string {
  const { cursor, size } = frame;
  if (cursor === undefined) {
    const hide = shown.isCursorShown ? HIDE_CURSOR : "";
    shown.isCursorShown = false;
    return hide;
  }
  const row = Math.max(0, Math.min(footerTop + cursor.row, shown.rows.length - 1));
  const col = Math.max(0, Math.min(cursor.col, size.widthCols - 1));
  if (changes === 0 && shown.isCursorShown && shown.cursorRow === row && shown.cursorCol === col) {
    return "";
  }
  const show = shown.isCursorShown ? "" : SHOW_CURSOR;
  const out = `${moveTo(shown, row)}\x1b[${col + 1}G${show}`;
  shown.cursorCol = col;
  shown.isCursorShown = true;
  return out;
}

/** Screens of a transcript that changed as a whole that are worth a look back. */
const ANEW_SCREENS = 4;

/** Rows above the screen may have become more or fewer; the row at its top is looked for. */
function newTop(shown: Shown, { transcript, footer, size }: Frame): number {
  const { top } = shown;
  const found = findRows(shown.transcript, transcript, top);
  if (found !== undefined) return found;
  // Everything looks different, such as after details were unfolded: the end of it is written anew.
  const room = Math.max(0, size.heightRows - footer.length);
  const end = Math.max(0, transcript.length - room);
  return Math.max(Math.min(top, end), end - room * ANEW_SCREENS, 0);
}

/** Row by row: terminals that see a whole screen cleared keep a copy of it in the scrollback. */
function clearRows(shown: Shown): string {
  let out = "";
  for (let at = shown.rows.length - 1; at >= 0; at--) out += `${moveTo(shown, at)}\x1b[2K`;
  return `${out}\r`;
}

/** The cursor below the transcript, and nothing of the footer any more. */
function leaveRegion(shown: Shown): string {
  const rows = Math.min(shown.rows.length, Math.max(0, shown.transcript.length - shown.top));
  const last = Math.max(0, shown.rows.length - 1);
  if (rows > last) return `${moveTo(shown, last)}\r\n`;
  let out = "";
  for (let at = last; at >= rows; at--) out += `${moveTo(shown, at)}\x1b[2K`;
  return `${out}\r`;
}

/**
 * After a change of the width nobody knows where our rows are: terminals wrap them anew, each in its own
 * way and at its own time. So all of the screen is cleared then, as with a region as high as the screen.
 */
function clearRegion(shown: Shown, size: Size): string {
  const isHigh = shown.rows.length >= Math.min(shown.size.heightRows, size.heightRows);
  if (isHigh || shown.size.widthCols !== size.widthCols) {
    const { heightRows } = size;
    return `\x1b[H${Array<string>(heightRows).fill("\x1b[2K").join("\x1b[B")}\x1b[H`;
  }
  return `${moveTo(shown, 0)}\r\x1b[J`;
}

function sameSize(a: Size, b: Size): boolean {
  return a.widthCols === b.widthCols && a.heightRows === b.heightRows;
}
