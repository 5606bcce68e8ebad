/**
 * Outside text of many lines made safe for a terminal, line by line. For what people read at length:
 * answers, output of tools, diffs. What is cleaned, and how, is `clean.ts`.
 */
import { cleanLine, cutUnits, MAX_LINE_UNITS } from "./clean.ts";
import { isPrintableAscii } from "./printable-ascii.ts";

/** One line longer than this is no text that a person reads; its tail is left out. */
export const MAX_LONG_LINE_UNITS = 65_536;

/** Room that one piece of a long line has to grow in when it is made safe, without losing its end. */
const PIECE_UNITS = MAX_LINE_UNITS / 4;
const TAB_COLS = 4;
const LINE_END = /\r?\n|\u2028|\u2029|\u0085/;

/** The lines of a text, each clean; tabs become blanks up to the next stop. */
export function cleanLines(text: string): readonly string[] {
  return text.split(LINE_END).map(cleanLongLine);
}

/**
 * One line as it is, not as a name: its indentation stays and its end is not cut at the length of a
 * name. A carriage return begins it anew, as progress bars do.
 */
export function cleanLongLine(line: string): string {
  if (line.length <= MAX_LINE_UNITS && isPrintableAscii(line)) return line;
  const whole = cutUnits(line, MAX_LONG_LINE_UNITS);
  const redrawn = whole.slice(whole.trimEnd().lastIndexOf("\r") + 1);
  const flat = expandTabs(redrawn.replaceAll("\r", ""));
  if (flat.length <= PIECE_UNITS) return cleanLine(flat);
  let out = "";
  for (let at = 0; at < flat.length; ) {
    const piece = cutUnits(flat.slice(at), PIECE_UNITS);
    out += cleanLine(piece);
    at += Math.max(1, piece.length);
  }
  return out;
}

function expandTabs(line: string): string {
  if (!line.includes("\t")) return line;
  let out = "";
  for (const part of line.split("\t")) {
    out += part;
    out += " ".repeat(TAB_COLS - (out.length % TAB_COLS));
  }
  return out.trimEnd();
}
