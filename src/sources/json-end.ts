/**
 * Finds where the first JSON object of a byte stream ends, over any number of chunks and in one
 * pass. It tells strings from structure and nothing more: whether the object is right is for the
 * parser to say. Bytes above 127 never look like structure, so broken UTF-8 does no harm.
 */

/** Objects and arrays inside one another; payloads need about six, and parsers recurse. */
const MAX_DEPTH = 200;

/**
 * Members, elements, objects and arrays together; payloads have a few hundred. Bytes are no measure of
 * what parsing takes: thirty megabytes of empty arrays become a gigabyte and ten seconds, one text of
 * that length does not. A million takes under a second.
 */
const MAX_PARTS = 1_000_000;

/** Bytes before the object: a byte order mark, blank lines, a greeting of a shell's profile. */
const MAX_LEADING_BYTES = 65_536;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Where the object is, as far as the bytes tell. */
export type JsonEnd =
  /** The object is `bytes[start..end)`. */
  | { readonly kind: "whole"; readonly start: number; readonly end: number }
  /** No object has begun. */
  | { readonly kind: "blank" }
  /** An object has begun and not ended. */
  | { readonly kind: "open"; readonly start: number }
  /** No object worth waiting for. */
  | { readonly kind: "refused"; readonly reason: string };

/** Remembers how far it has looked. */
export interface JsonEndFinder {
  /** Looks at the bytes from where the last call stopped up to `length`. */
  readonly find: (bytes: Uint8Array, length: number) => JsonEnd;
}

/** A finder for one stream: each call gets the stream's bytes so far, from its start. */
export function jsonEndFinder(): JsonEndFinder {
  let at = 0;
  let start = -1;
  let depth = 0;
  let parts = 0;
  let inString = false;
  let escaped = false;
  return {
    find(bytes, length) {
      if (start < 0) {
        start = bytes.subarray(at, length).indexOf(OPEN_OBJECT);
        if (start < 0) {
          at = length;
          return at > MAX_LEADING_BYTES
            ? { kind: "refused", reason: "no JSON object at the start" }
            : { kind: "blank" };
        }
        start += at;
        at = start;
      }
      for (; at < length; at++) {
        const byte = bytes[at];
        if (inString) {
          if (escaped) escaped = false;
          else if (byte === BACKSLASH) escaped = true;
          else if (byte === QUOTE) inString = false;
        } else if (byte === QUOTE) inString = true;
        else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
          depth++;
          parts++;
          if (depth > MAX_DEPTH) return { kind: "refused", reason: "nested too deeply" };
        } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
          depth--;
          if (depth === 0) return { kind: "whole", start, end: at + 1 };
        } else if (byte === COMMA) parts++;
        if (parts > MAX_PARTS) return { kind: "refused", reason: "too many parts" };
      }
      return { kind: "open", start };
    },
  };
}
