/** Texts as they go out: one line without controls, within a number of UTF-8 bytes. */

import { givenNumber, givenText } from "../../base/given.ts";

/** Not `\s`, to which JavaScript counts the byte order mark. */
const WHITE_OR_CONTROL = /[\p{White_Space}\x00-\x1f\x7f-\x9f]+/gu;
const BLANK_AT_ENDS = /^ | $/g;
const ELLIPSIS = "…";
const ELLIPSIS_BYTES = 3;

const utf8 = new TextEncoder();
const fromUtf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * The text in UTF-8: controls, line breaks and white space between words become one blank, there is
 * none at the ends. A text of more than `maxBytes` is cut between two characters and ends in `…`,
 * which is counted; where not even that has room, nothing is left of it. A half of a surrogate pair
 * becomes U+FFFD.
 */
export function fitUtf8(text: string, maxBytes: number): Uint8Array {
  const bytes = utf8.encode(text.replace(WHITE_OR_CONTROL, " ").replace(BLANK_AT_ENDS, ""));
  if (bytes.length <= maxBytes) return bytes;
  let end = Math.trunc(maxBytes) - ELLIPSIS_BYTES;
  // Also where `maxBytes` is no number.
  if (!(end >= 0)) return new Uint8Array();
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  const cut = new Uint8Array(end + ELLIPSIS_BYTES);
  cut.set(bytes.subarray(0, end));
  cut.set(utf8.encode(ELLIPSIS), end);
  return cut;
}

/** What a terminal reads when `text` is sent within `maxBytes`; see `fitUtf8`. */
export function fitText(text: string, maxBytes: number): string {
  return fromUtf8.decode(fitUtf8(givenText(text), givenNumber(maxBytes)));
}
