/**
 * Base64 of RFC 4648 section 4, strict where the platforms' own decoders are not: no blanks, no
 * URL alphabet, no wrong padding. Bits left over in the last character are not looked at.
 */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PAD = 0x3d;
/** Six-bit value by character; 255 where a character has none. */
const VALUES = new Uint8Array(256).fill(255);
for (let value = 0; value < ALPHABET.length; value++) VALUES[ALPHABET.charCodeAt(value)] = value;

/**
 * The bytes of a text in base64. Padding may be left out; where it stands it must complete the last
 * group of four. `undefined` for anything else.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  const length = unpaddedLength(text);
  if (length === undefined || length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  let bits = 0;
  let filled = 0;
  for (let at = 0, to = 0; at < length; at++) {
    const value = VALUES[text.charCodeAt(at)] ?? 255;
    if (value === 255) return undefined;
    bits = ((bits << 6) | value) & 0xfff;
    filled += 6;
    if (filled >= 8) {
      filled -= 8;
      bytes[to++] = bits >> filled;
    }
  }
  return bytes;
}

/** Length without padding; `undefined` where there is padding that completes no group. */
function unpaddedLength(text: string): number | undefined {
  let length = text.length;
  while (length > 0 && text.charCodeAt(length - 1) === PAD) length--;
  const pads = text.length - length;
  const complete = pads === 0 || (pads <= 2 && length % 4 === 4 - pads);
  return complete ? length : undefined;
}

/** Canonical base64, padded. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const bits = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text += ALPHABET.charAt(bits >> 18) + ALPHABET.charAt((bits >> 12) & 63);
    text += left > 1 ? ALPHABET.charAt((bits >> 6) & 63) : "=";
    text += left > 2 ? ALPHABET.charAt(bits & 63) : "=";
  }
  return text;
}
