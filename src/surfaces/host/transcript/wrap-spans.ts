/** Painted text in lines of a width: broken at blanks, and inside of a word only where it must be. */
import { unitsWithin } from "../../../text/cut.ts";
import type { Measure } from "../../../text/measure.ts";
import { mergeSpans, plainText, type Span } from "../../../text/span.ts";

export type Line = readonly Span[];

export interface WrapSpansOptions {
  readonly cols: number;
  readonly measure: Measure;
  /** Blanks stay as they are and lines break anywhere: for code and outputs. */
  readonly verbatim?: boolean;
}

/** Stands for a character that is wider than a whole line. */
const TOO_WIDE = "?";
/** Units that one column may take: a base in two units with six marks in two units each. */
const UNITS_PER_COL = 14;
/** Fewer columns than this beside a prefix are no place to read in. */
const MIN_TEXT_COLS = 4;

/** Below it no character takes two columns. */
const FIRST_WIDE = "\u1100";

/** A part of the text; `wide`: a single character that has no room. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly wide?: true;
}

/** At least one line. None is wider than `cols`, whatever the text is, from one column up. */
export function wrapSpans(spans: Line, options: WrapSpansOptions): readonly Line[] {
  const text = plainText(spans);
  if (options.measure(text) <= options.cols) return [spans];
  return piecesOf(text, options).map((piece) => cutOut(spans, piece));
}

/** The same behind a first prefix and, from the second line on, another one of the same width. */
export function wrapBehind(
  first: Line,
  next: Line,
  spans: Line,
  options: WrapSpansOptions,
): readonly Line[] {
  const room = options.cols - options.measure(plainText(first));
  if (room < MIN_TEXT_COLS) return wrapSpans([...first, ...spans], options);
  return wrapSpans(spans, { ...options, cols: room }).map((line, index) =>
    mergeSpans([...(index === 0 ? first : next), ...line]),
  );
}

function piecesOf(text: string, options: WrapSpansOptions): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; ) {
    const piece = nextPiece(text, at, options);
    pieces.push(piece);
    at = piece.end;
    // The blank at which a line was broken is its end and not the start of the next one.
    if (options.verbatim !== true) while (text[at] === " ") at++;
  }
  return pieces.length === 0 ? [{ start: 0, end: 0 }] : pieces;
}

function nextPiece(
  text: string,
  start: number,
  { cols, measure, verbatim }: WrapSpansOptions,
): Piece {
  const window = text.slice(start, start + cols * UNITS_PER_COL + UNITS_PER_COL);
  const fitting = unitsWithin(window, cols, measure);
  if (fitting === 0) return narrowPiece(window, start, cols, measure);
  const end = start + fitting;
  if (end >= text.length || verbatim === true) return { start, end };
  if (text[end] === " ") return { start, end };
  const blank = text.slice(start, end).trimStart() === "" ? -1 : text.lastIndexOf(" ", end - 1);
  const isInside = blank > start && text.slice(start, blank).trim() !== "";
  return isInside && !breaksAt(text, end, measure) ? { start, end: blank } : { start, end };
}

/** Scripts without blanks break anywhere. */
function breaksAt(text: string, at: number, measure: Measure): boolean {
  const before = text[at - 1] ?? "";
  const after = text[at] ?? "";
  return isWide(before, measure) || isWide(after, measure);
}

function isWide(unit: string, measure: Measure): boolean {
  return unit >= FIRST_WIDE && measure(unit) > 1;
}

/** Not even one grapheme fits: code points, and where none fits something that does. */
function narrowPiece(window: string, start: number, cols: number, measure: Measure): Piece {
  let used = 0;
  let units = 0;
  for (const character of window) {
    used += measure(character);
    if (used > cols) break;
    units += character.length;
  }
  if (units > 0) return { start, end: start + units };
  const [first = ""] = window;
  return { start, end: start + Math.max(1, first.length), wide: true };
}

function cutOut(spans: Line, { start, end, wide }: Piece): Line {
  const out: Span[] = [];
  let at = 0;
  for (const part of spans) {
    const from = Math.max(start, at);
    const to = Math.min(end, at + part.text.length);
    if (from < to) {
      const text = wide === true ? TOO_WIDE : part.text.slice(from - at, to - at);
      out.push(text === part.text ? part : { ...part, text });
    }
    at += part.text.length;
    if (at >= end) break;
  }
  return out;
}
