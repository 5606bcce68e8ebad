/**
 * How many tokens a text is likely to be, for as long as the model has not said: a character of the
 * East Asian scripts is one, of all others four UTF-16 units make one.
 */

/** Units of other scripts that make one token. */
const NARROW_UNITS = 4;

/**
 * Ideographs, kana, hangul and their punctuation and full-width forms, as ranges of code points.
 * Ideographs of the supplementary planes count once for their pair.
 */
const WIDE_RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x11ff],
  [0x3000, 0x303f],
  [0x3040, 0x30ff],
  [0x3130, 0x318f],
  [0x31f0, 0x31ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7af],
  [0xf900, 0xfaff],
  [0xff00, 0xffef],
  [0x20000, 0x2ffff],
];

/** Tokens of a part of a message, with fractions: the parts of one message are rounded once. */
export function estimateTokens(text: string): number {
  let wide = 0;
  let narrowUnits = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (WIDE_RANGES.some(([first, last]) => codePoint >= first && codePoint <= last)) wide += 1;
    else narrowUnits += character.length;
  }
  return wide + narrowUnits / NARROW_UNITS;
}
