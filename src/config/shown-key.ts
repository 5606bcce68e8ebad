/** Longer names are no slip of the pen, and must not flood a terminal. */
const MAX_SHOWN_LENGTH = 60;

/** A key or an item's name out of the file as a message may show it: plain characters, bounded. */
export function shownKey(key: string): string {
  return key.slice(0, MAX_SHOWN_LENGTH).replace(/[^\p{L}\p{N} ._/-]/gu, "?");
}
