/**
 * How many terminal columns a text takes: the sum over its code points. No two terminals agree on
 * every cluster, so each code point counts as much as the widest of the measured terminals gives it
 * (xterm.js with Unicode 6 and with grapheme widths, tmux 3.3a): a row may come out narrower than
 * its count, never wider. The policy as a table, and how it was measured: `README.md`.
 */
import { eastAsianWidth } from "get-east-asian-width";
import type { Measure } from "./measure.ts";
import { isPrintableAscii } from "./printable-ascii.ts";

/** Longer strings are whole rows made once; keeping them would hold memory for nothing. */
const CACHED_LENGTH_CAP = 256;
/** One line shows some fifty different strings; when the cache is full it starts anew. */
const CACHED_STRINGS_CAP = 512;

const MARK = /[\p{Mn}\p{Me}]/u;

/**
 * Where combining marks take no column in any measured terminal: pairs of first and last code
 * point. Marks outside are unknown to older width tables, which give them a column.
 */
const NO_COLUMN_RANGES = [
  "300-36f 483-486 488-489 591-5c7 610-615 64b-65e 670-6ed 711-74a 7a6-7b0 7eb-7f3 901-902",
  "93c-954 962-981 9bc-9c4 9cd 9e2-9e3 a01-a02 a3c a41-a42 a47-a48 a4b-a4d a70-a71 a81-a82 abc-ac5",
  "ac7-ac8 acd ae2-ae3 b01 b3c-b43 b4d b56 b82 bc0 bcd c3e-c40 c46-c48 c4a-c4d c55-c56 cbc-cbf cc6",
  "ccc-ccd ce2-ce3 d41-d43 d4d dca dd2-dd4 dd6 e31-e3a e47-e4e eb1-eb9 ebb-ebc ec8-ecd f18-f39",
  "f71-f87 f90-f97 f99-fbc fc6 102d-1032 1036-1039 1058-1059 135f 1712-1714 1732-1733 1752-1753",
  "1772-1773 17b4-17dd 180b-180d 18a9 1920-1928 1932-193b 1a17-1a18 1b00-1b42 1b6b-1b73 1dc0-1dca",
  "1dfe-1dff 20d0-20ef a806-a826 fb1e fe00-fe0e fe20-fe23 10a01-10a03 10a05-10a06 10a0c-10a0f",
  "10a38-10a3a 10a3f 1d167-1d1ad 1d242-1d244 e0100-e01ef",
];

/** Between these there is no such mark: our own glyphs and CJK never need the table. */
const MARKLESS: readonly (readonly [first: number, last: number])[] = [
  [0x1e00, 0x20cf],
  [0x20f0, 0xa7ff],
];

/** Blocks without a wide character; together with the letters below U+1100 they hold our own glyphs. */
const NARROW: readonly (readonly [first: number, last: number])[] = [
  [0x2010, 0x2319],
  [0x232b, 0x23e8],
  [0x2400, 0x25fc],
  [0x270c, 0x2727],
];
const FIRST_WIDE = 0x1100;

/** Read on first need, which most lines never have. */
let noColumnRanges: readonly (readonly [number, number])[] | undefined;

/** Circled numbers on black squares: ambiguous by the standard, wide wherever it was measured. */
const WIDE_NUMBER_FIRST = 0x3248;
const WIDE_NUMBER_LAST = 0x324f;

/** How a terminal draws what Unicode leaves open. */
export interface MeasureOptions {
  /** East Asian ambiguous characters take two columns, as in some terminals with a CJK locale. */
  readonly ambiguousWide: boolean;
}

/**
 * Makes the measure of terminal columns. Additive: the width of a text is the sum of the widths of
 * its parts wherever it is divided between code points. Escape sequences are not understood.
 */
export function createMeasure({ ambiguousWide }: MeasureOptions): Measure {
  const cache = new Map<string, number>();
  return (text) => {
    if (isPrintableAscii(text)) return text.length;
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    let cols = 0;
    for (const character of text) cols += codePointCols(character, ambiguousWide);
    if (text.length <= CACHED_LENGTH_CAP) {
      if (cache.size >= CACHED_STRINGS_CAP) cache.clear();
      cache.set(text, cols);
    }
    return cols;
  };
}

function codePointCols(character: string, ambiguousAsWide: boolean): number {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint < 0x7f) return 1;
  const maybeMark = codePoint >= 0x300 && !isWithin(MARKLESS, codePoint);
  if (maybeMark && isColumnless(codePoint) && MARK.test(character)) return 0;
  if (codePoint >= WIDE_NUMBER_FIRST && codePoint <= WIDE_NUMBER_LAST) return 2;
  // Said here what the table would say, as looking into it is felt at the start.
  if (!ambiguousAsWide && (codePoint < FIRST_WIDE || isWithin(NARROW, codePoint))) return 1;
  return eastAsianWidth(codePoint, { ambiguousAsWide });
}

function isWithin(
  ranges: readonly (readonly [first: number, last: number])[],
  codePoint: number,
): boolean {
  for (const range of ranges) {
    if (codePoint >= range[0] && codePoint <= range[1]) return true;
  }
  return false;
}

function isColumnless(codePoint: number): boolean {
  noColumnRanges ??= parseRanges(NO_COLUMN_RANGES);
  let low = 0;
  let high = noColumnRanges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = noColumnRanges[middle];
    if (range === undefined) return false;
    if (codePoint < range[0]) high = middle - 1;
    else if (codePoint > range[1]) low = middle + 1;
    else return true;
  }
  return false;
}

function parseRanges(lines: readonly string[]): readonly (readonly [number, number])[] {
  return lines
    .join(" ")
    .split(" ")
    .map((range) => {
      const [first = "", last = first] = range.split("-");
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    });
}
