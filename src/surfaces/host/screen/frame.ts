/** One picture of the screen, and what a painter of it is. */
import type { Measure } from "../../../text/measure.ts";
import type { Size } from "./screen.ts";

export interface Frame {
  /** All rows of the transcript, oldest first; finished rows. */
  readonly transcript: readonly string[];
  /** Rows below it, at most as many as the screen has. */
  readonly footer: readonly string[];
  /** In the rows of the footer; absent: hidden. */
  readonly cursor?: { readonly row: number; readonly col: number };
  readonly size: Size;
  /** Another one: the transcript is another conversation and not a changed one. */
  readonly documentId: string;
}

/** Turns frames into bytes; knows what the terminal shows. Nothing is written by itself. */
export interface FramePainter {
  /** Empty if the terminal shows the frame already. */
  readonly draw: (frame: Frame) => string;
  /** What the terminal shows is not known any more: the next frame is drawn whole. */
  readonly forget: () => void;
  /** Takes the footer away; the cursor stands where a shell goes on. */
  readonly leave: () => string;
}

export interface PainterOptions {
  readonly measure: Measure;
}

export const HIDE_CURSOR = "\x1b[?25l";
export const SHOW_CURSOR = "\x1b[?25h";

/** Shown at once, where the terminal knows how. */
export function inOneGo(bytes: string): string {
  return bytes === "" ? "" : `\x1b[?2026h${bytes}\x1b[?2026l`;
}
