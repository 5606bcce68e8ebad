/** JSON that may be looked at in a terminal. */

/** What JSON leaves as it is and a terminal obeys or shows in another order. */
const UNSAFE = /[\u007f-\u009f\u2028\u2029\p{Cf}]/gu;

/**
 * The value as JSON, control and format characters as escapes; reading it back gives the value.
 * `indentCols` puts each member on a line of its own. Undefined is written as null.
 */
export function jsonText(value: unknown, indentCols = 0): string {
  return JSON.stringify(value ?? null, null, indentCols).replace(UNSAFE, escaped);
}

/** The character in JSON's escapes, one for each UTF-16 unit. */
function escaped(character: string): string {
  const units = [...Array(character.length).keys()].map((at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
