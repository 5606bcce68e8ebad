/**
 * Names of outside as file names: keys, ids and refs may hold anything. Source: `smllm`, storage on
 * disk. ASCII letters, digits and `-` stay, every other byte of the UTF-8 becomes `%XX`, so that two
 * names never meet and none leaves its folder.
 */

const PLAIN = /^[A-Za-z0-9-]*$/;
const PLAIN_BYTES: ReadonlySet<number> = new Set(
  new TextEncoder().encode("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-"),
);

/** Bytes of a marker's name before it is cut; also the longest that `esc` alone gives a key or an id. */
const MARKER_MAX_BYTES = 120;
const MARKER_KEPT_BYTES = 103;
/** File systems take 255 bytes; room is left for `.json` and for what a temporary file adds. */
const NAME_MAX_BYTES = 200;
const NAME_KEPT_BYTES = 183;

/** The text with all but letters, digits and `-` as `%XX`. One to one for well-formed text. */
export function esc(text: string): string {
  return PLAIN.test(text) ? text : escBytes(new TextEncoder().encode(text));
}

function escBytes(bytes: Uint8Array): string {
  let out = "";
  for (const byte of bytes) {
    out += PLAIN_BYTES.has(byte)
      ? String.fromCharCode(byte)
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return out;
}

/** `esc`, for names of any length: what no file system takes is cut, with a hash of the whole. */
export function fileName(text: string): string {
  return shortened(text, NAME_MAX_BYTES, NAME_KEPT_BYTES, esc);
}

/** File name, without its ending, of the marker that says whose a ref is. */
export function markerName(ref: string): string {
  if (ref === "") return "~";
  return shortened(ref, MARKER_MAX_BYTES, MARKER_KEPT_BYTES, (text) => esc(text).toLowerCase());
}

/** `~` is in no escaped name, so a cut one is never a whole one. */
function shortened(
  text: string,
  maxBytes: number,
  keptBytes: number,
  name: (text: string) => string,
): string {
  // No character is less than a byte: of a ref of a megabyte only the start needs its name.
  const start = name(text.length <= maxBytes ? text : startOf(text, maxBytes));
  if (text.length <= maxBytes && start.length <= maxBytes) return start;
  return `${start.slice(0, keptBytes)}~${fnv1a64(new TextEncoder().encode(text))}`;
}

/** So many units, and one more rather than half a pair. */
function startOf(text: string, units: number): string {
  const last = text.charCodeAt(units - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? units + 1 : units);
}

/** FNV-1a of 64 bits as 16 lower-case hex digits. */
export function fnv1a64(bytes: Uint8Array): string {
  // In four parts of 16 bits, lowest first: a BigInt for each byte makes a ref of a megabyte take a second.
  let [a, b, c, d] = [0x2325, 0x8422, 0x9ce4, 0xcbf2];
  for (let at = 0; at < bytes.length; at++) {
    a ^= bytes[at] ?? 0;
    // Times 2^40 + 0x1b3.
    const low = a * 0x1b3;
    const second = b * 0x1b3 + (low >>> 16);
    const third = c * 0x1b3 + (a << 8) + (second >>> 16);
    d = (d * 0x1b3 + (b << 8) + (third >>> 16)) & 0xffff;
    a = low & 0xffff;
    b = second & 0xffff;
    c = third & 0xffff;
  }
  return [d, c, b, a].map((part) => part.toString(16).padStart(4, "0")).join("");
}
