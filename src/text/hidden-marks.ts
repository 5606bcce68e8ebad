/**
 * Characters that show nothing and change what is read: marks that turn the direction of a text, invisible
 * spaces and operators, tags. A terminal that honours them shows another text than the one that is there.
 * Joiners stay: scripts and emoji need them.
 */

/** One of them, as a pattern with the flag `u`. */
export const HIDDEN_MARK =
  "[\\u061c\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\u{e0000}-\\u{e007f}]";

const HIDDEN = new RegExp(`${HIDDEN_MARK}+`, "gu");

/** The text without them. */
export function withoutHiddenMarks(text: string): string {
  return text.replace(HIDDEN, "");
}

/** Whether there is one. */
export function hasHiddenMarks(text: string): boolean {
  return text.search(HIDDEN) >= 0;
}
