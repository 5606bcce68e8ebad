/**
 * Names of outside as file names: keys, ids and refs may hold anything. Source: `smllm`, storage on
 * disk. ASCII letters, digits and `-` stay, every other byte of the UTF-8 becomes `%XX`, so that two
 * names never meet and none leaves its folder.
 */

const PLAIN = /^[A-Za-z0-9-]*$/;
const PLAIN_BYTE = /[A-Za-z0-9-]/;

/** Bytes of a marker's name before it is cut; also the longest that `esc` alone gives a key or an id. */
const MARKER_MAX_BYTES = 120;
const MARKER_KEPT_BYTES = 103;
/** File systems take 255 bytes; room is left for `.json` and for what a temporary file adds. */
const NAME_MAX_BYTES = 200;
const NAME_KEPT_BYTES = 183;

/** The text with all but letters, digits and `-` as `%XX`. One to one for well-formed text. */
export function esc(text: string): string {
  if (PLAIN.test(text)) return text;
  let out = "";
  for (const byte of new TextEncoder().encode(text)) {
    const character = String.fromCharCode(byte);
    out += PLAIN_BYTE.test(character)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return out;
}

/** `esc`, for names of any length: what no file system takes is cut, with a hash of the whole. */
export function fileName(text: string): string {
  const name = esc(text);
  return name.length <= NAME_MAX_BYTES ? name : shortened(name, NAME_KEPT_BYTES, text);
}

/** File name, without its ending, of the marker that says whose a ref is. */
export function markerName(ref: string): string {
  if (ref === "") return "~";
  const name = esc(ref).toLowerCase();
  return name.length <= MARKER_MAX_BYTES ? name : shortened(name, MARKER_KEPT_BYTES, ref);
}

/** `~` is in no escaped name, so a cut one is never a whole one. */
function shortened(name: string, keptBytes: number, whole: string): string {
  return `${name.slice(0, keptBytes)}~${fnv1a64(new TextEncoder().encode(whole))}`;
}

/** FNV-1a of 64 bits as 16 lower-case hex digits. */
export function fnv1a64(bytes: Uint8Array): string {
  // The number as two halves, since a BigInt for each byte makes a ref of a megabyte take a second.
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (const byte of bytes) {
    low = (low ^ byte) >>> 0;
    // Times 2^40 + 0x1b3: the low half times 0x1b3, its carry, and both halves shifted by 8 bits up.
    const product = low * 0x1b3;
    const carry = Math.floor(product / 0x1_0000_0000);
    high = (Math.imul(high, 0x1b3) + carry + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return high.toString(16).padStart(8, "0") + low.toString(16).padStart(8, "0");
}
