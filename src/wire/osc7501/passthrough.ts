/**
 * Sequences wrapped so that a multiplexer hands them to the terminal behind it, which it does not do
 * by itself. Such a record belongs to that terminal as a whole and not to a pane of it.
 */

import { givenText } from "../../base/given.ts";

const ST = "\x1b\\";

/**
 * Bytes of a sequence in one piece for GNU screen; the oldest versions that are still in use read
 * 256 with what stands around it.
 */
export const SCREEN_PIECE_MAX_BYTES = 252;

/** For tmux 3.3 and later, which passes it on only with `allow-passthrough on`. */
export function wrapForTmux(sequence: string): string {
  return `\x1bPtmux;${givenText(sequence).replaceAll("\x1b", "\x1b\x1b")}${ST}`;
}

/**
 * For GNU screen. ST would end the wrapper, so the sequences of `sequence` end with BEL instead. One
 * level only: a screen in a screen passes nothing on.
 */
export function wrapForScreen(sequence: string): string {
  const inner = givenText(sequence).replaceAll(ST, "\x07");
  let wrapped = "";
  for (let at = 0; at < inner.length; ) {
    let end = Math.min(inner.length, at + SCREEN_PIECE_MAX_BYTES);
    // An ESC at the end of a piece would take the one of the terminator for its own.
    while (end < inner.length && end > at + 1 && inner[end - 1] === "\x1b") end--;
    wrapped += `\x1bP${inner.slice(at, end)}${ST}`;
    at = end;
  }
  return wrapped;
}
