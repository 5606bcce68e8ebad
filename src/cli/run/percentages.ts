/** Percentages in the output of a command that shows its progress as text. */

/** Bytes of the end of a chunk that are looked at; the last percentage counts. */
const TAIL_BYTES = 1024;
/** A whole number up to 100, decimals apart; not a part of a longer number or word. */
const PERCENTAGE = /(?<![\w.,-])(\d{1,3})(?:[.,]\d{1,3})? ?%(?!\w)/g;

/** The last percentage in what was written, 0 to 100; undefined where there is none. */
export function lastPercentage(bytes: Uint8Array): number | undefined {
  const text = new TextDecoder().decode(bytes.subarray(-TAIL_BYTES));
  for (const [, digits] of [...text.matchAll(PERCENTAGE)].toReversed()) {
    if (Number(digits) <= 100) return Number(digits);
  }
  return undefined;
}
