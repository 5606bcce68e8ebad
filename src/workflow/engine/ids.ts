/**
 * Keys of sessions and ids of instances: a prefix and six characters of Crockford's base 32, in which no
 * letter can be taken for a digit. Source: `smllm`, ideas and vocabulary.
 */
import { WorkflowError } from "./ports.ts";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LETTERS = 6;
const BITS_A_LETTER = 5;
const COUNT = 2 ** (LETTERS * BITS_A_LETTER);

/**
 * Draws for one id. A thousand million ids are there, so a second draw is rare already; what needs
 * more has a random source that does not work.
 */
const MAX_DRAWS = 64;

/**
 * Ids tried one after the other once drawing is given up: a host whose numbers do not change still gets
 * its first thousands.
 */
const MAX_NEXT = 100_000;

export type IdPrefix = "sm" | "i";

/**
 * The id of a random number, its 5 lowest bits first. Six letters use 30 bits, so the low 32 of a number of
 * 64 are all that count.
 */
export function idOf(prefix: IdPrefix, random: number): string {
  let rest = random >>> 0;
  let letters = "";
  for (let letter = 0; letter < LETTERS; letter++) {
    letters += ALPHABET.charAt(rest & 31);
    rest >>>= BITS_A_LETTER;
  }
  return `${prefix}-${letters}`;
}

/** An id that is not taken. Throws a fault of the store where none is found. */
export function freeId(
  prefix: IdPrefix,
  random: () => number,
  isTaken: (id: string) => boolean,
): string {
  let drawn = 0;
  for (let draw = 0; draw < MAX_DRAWS; draw++) {
    drawn = random();
    const id = idOf(prefix, drawn);
    if (!isTaken(id)) return id;
  }
  for (let next = 1; next <= MAX_NEXT; next++) {
    const id = idOf(prefix, (drawn + next) % COUNT);
    if (!isTaken(id)) return id;
  }
  throw new WorkflowError("store", `no free id with ${prefix}- was found`);
}
