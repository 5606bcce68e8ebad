/**
 * Outside text made safe for one row of a terminal: no control byte, no escape sequence, no line
 * break, only characters whose width terminals agree on. Titles, branch names, paths, messages and
 * whatever else a person or program named must pass here before it becomes a span.
 */
import { readEscapeSequence } from "./escape-sequence.ts";
import { isPrintableAscii } from "./printable-ascii.ts";
import { widthSafe } from "./width-safe.ts";

/**
 * UTF-16 units that are looked at. No row is wider than a few hundred columns; a longer text is an
 * accident or an attack, and its tail would only cost time.
 */
export const MAX_LINE_UNITS = 4096;

const CONTROL = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g;
const BREAKS = new Set(["\t", "\n", "\r", "\u2028", "\u2029"]);

/**
 * The text as one clean line. Control strings and escape sequences are removed with their payload
 * (one that never ends takes the rest of the text), other controls are dropped; tabs and line breaks
 * become one space between words and nothing at the ends. Idempotent; never throws; linear in time.
 */
export function cleanLine(text: string): string {
  if (text.length <= MAX_LINE_UNITS && isPrintableAscii(text)) return text;
  const safe = widthSafe(withoutControls(cutUnits(text, MAX_LINE_UNITS)));
  // Normalising can lengthen a text; a second look keeps the cap and splits no flag.
  return safe.length <= MAX_LINE_UNITS ? safe : widthSafe(cutUnits(safe, MAX_LINE_UNITS));
}

/** The first units of a text, one fewer where the cut would split a surrogate pair. */
export function cutUnits(text: string, units: number): string {
  if (text.length <= units) return text;
  const last = text.charCodeAt(units - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? units - 1 : units);
}

function withoutControls(text: string): string {
  let out = "";
  let at = 0;
  let broken = false;
  CONTROL.lastIndex = 0;
  for (;;) {
    const found = CONTROL.exec(text);
    let piece = text.slice(at, found?.index ?? text.length);
    if (broken) piece = piece.slice(blanksAtStart(piece));
    if (piece !== "") {
      if (broken && out !== "") out = `${out.slice(0, out.length - blanksAtEnd(out))} `;
      out += piece;
      broken = false;
    }
    if (found === null) return broken ? out.slice(0, out.length - blanksAtEnd(out)) : out;
    if (BREAKS.has(found[0])) broken = true;
    at = readEscapeSequence(text, found.index)?.end ?? found.index + 1;
    CONTROL.lastIndex = at;
  }
}

function blanksAtStart(text: string): number {
  let count = 0;
  while (text[count] === " ") count++;
  return count;
}

function blanksAtEnd(text: string): number {
  let count = 0;
  while (text[text.length - 1 - count] === " ") count++;
  return count;
}
