/** The one search that all output of a program goes through, so it is the one that must be fast. */

const ESC = 0x1b;
const BRACKET = 0x5d;
const SMALL_C = 0x63;
const CAPITAL_P = 0x50;

/**
 * How far one looks byte by byte before the platform's search is called: in painted text the next
 * ESC is nearer than such a call is worth.
 */
const NEAR_BYTES = 24;

/**
 * Where the first ESC at or after `from` stands that can begin something for a framer: one before
 * `]`, `c`, `P` or another ESC, or the last byte of the chunk. The length of the chunk if none does.
 */
export function findEscape(chunk: Uint8Array, from: number): number {
  const { length } = chunk;
  let at = from;
  for (;;) {
    const near = Math.min(at + NEAR_BYTES, length);
    while (at < near && chunk[at] !== ESC) at++;
    if (at === near) {
      if (at === length) return length;
      at = chunk.indexOf(ESC, at);
      if (at < 0) return length;
    }
    const next = chunk[at + 1];
    if (
      next === BRACKET ||
      next === SMALL_C ||
      next === CAPITAL_P ||
      next === ESC ||
      next === undefined
    )
      return at;
    at += 2;
  }
}
