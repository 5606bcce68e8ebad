/**
 * Draws on the alternate screen: a window on the transcript that the person scrolls, and the footer at
 * the end of the screen.
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
import { encodeRowChange } from "./row-diff.ts";

export interface FullscreenPainter extends FramePainter {
  /** Takes effect with the next frame. */
  readonly scroll: (by: "line" | "page" | "end", direction: -1 | 1) => void;
}

interface Shown {
  readonly rows: readonly RowCells[];
  readonly widthCols: number;
  readonly cursor: string;
}

export function fullscreenPainter({ measure }: PainterOptions): FullscreenPainter {
  let shown: Shown | undefined;
  /** First row of the window; undefined: it follows the end. */
  let held: number | undefined;
  let last = { rows: 0, room: 0, documentId: "" };
  return {
    draw(frame) {
      const { widthCols, heightRows } = frame.size;
      const footer = frame.footer.slice(0, heightRows);
      const room = heightRows - footer.length;
      if (frame.documentId !== last.documentId) held = undefined;
      last = { rows: frame.transcript.length, room, documentId: frame.documentId };
      const end = Math.max(0, frame.transcript.length - room);
      if (held !== undefined && held >= end) held = undefined;
      const top = held ?? end;
      const window = frame.transcript.slice(top, top + room);
      const blank = Array<string>(room - window.length).fill("");
      const target = [...window, ...blank, ...footer];
      const isAnew =
        shown === undefined || shown.widthCols !== widthCols || shown.rows.length !== heightRows;
      const before = isAnew ? [] : (shown?.rows ?? []);
      const changes: string[] = isAnew ? ["\x1b[0m\x1b[H\x1b[2J"] : [];
      const rows = target.map((source, at) => {
        const old = before[at] ?? BLANK_ROW;
        if (old.source === source) return old;
        const row = readCells(source, widthCols, measure);
        const bytes = encodeRowChange(old, row, widthCols);
        if (bytes !== "") changes.push(`\x1b[${at + 1}H${bytes}`);
        return row;
      });
      const cursor = cursorBytes(frame, room);
      const isMoved = changes.length > 0 || shown?.cursor !== cursor;
      shown = { rows, widthCols, cursor };
      const hide = changes.length > 1 ? HIDE_CURSOR : "";
      return isMoved ? inOneGo(`${hide}${changes.join("")}${cursor}`) : "";
    },
    forget() {
      shown = undefined;
    },
    leave() {
      shown = undefined;
      return SHOW_CURSOR;
    },
    scroll(by, direction) {
      const end = Math.max(0, last.rows - last.room);
      if (by === "end") {
        held = direction > 0 ? undefined : 0;
        return;
      }
      const step = by === "line" ? WHEEL_ROWS : Math.max(1, last.room - 2);
      held = Math.max(0, Math.min(end, (held ?? end) + direction * step));
    },
  };
}

/** Rows that one step of a mouse wheel moves, as in most programs. */
const WHEEL_ROWS = 3;

function cursorBytes({ cursor, size }: Frame, room: number): string {
  if (cursor === undefined) return HIDE_CURSOR;
  const row = Math.max(0, Math.min(room + cursor.row, size.heightRows - 1));
  const col = Math.max(0, Math.min(cursor.col, size.widthCols - 1));
  return `\x1b[${row + 1};${col + 1}H${SHOW_CURSOR}`;
}
