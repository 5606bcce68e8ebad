/**
 * Texts of records for places outside the grid of the terminal: tabs, badges, notifications. They
 * come from whatever could write to the terminal, and must not pose as something else there.
 */

import { givenObject, givenText } from "../../base/given.ts";

/** Characters of a label; more would push out what says where the text comes from. */
const MAX_CHARS = 80;

/**
 * Controls, line separators, and what is not seen: marks that turn the direction of text, zero-width
 * and ignorable characters (also U+FEFF, U+00AD, tags), and annotations between lines.
 */
const UNSEEN =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2060-\u206f\ufff9-\ufffb]/gu;

export interface DisplayOptions {
  /** Characters (code points) that are left at most. 80 without it. */
  readonly maxChars?: number;
}

/**
 * A title, message or name without what a person cannot see, cut after that, plainly and never inside
 * a character. Put it into a text node, never into markup or a template: it may hold either.
 */
export function displayText(text: string, options: DisplayOptions = {}): string {
  const { maxChars: asked } = givenObject(options);
  const maxChars = typeof asked === "number" ? asked : MAX_CHARS;
  const seen = givenText(text).replace(UNSEEN, "");
  if (seen.length <= maxChars) return seen;
  let units = 0;
  let chars = 0;
  for (const character of seen) {
    if (++chars > maxChars) break;
    units += character.length;
  }
  return seen.slice(0, units);
}
