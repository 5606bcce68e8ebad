/**
 * What a reference of a Git repository points to, by reading files: loose references, then
 * `packed-refs`. The bytes belong to the repository and are never trusted: sizes, depths and names
 * are bounded, and nothing is waited for.
 */
import fs from "node:fs";
import { join } from "node:path";
import { readBounded } from "../../files/read-bounded.ts";

/** A reference holds a name or an object id and a line feed; no path is longer than this on Linux. */
const REF_MAX_BYTES = 4096;
/** As deep as Git itself follows references to references. */
const SYMREF_MAX_DEPTH = 5;
/** A `packed-refs` up to this size is read at once; a bigger one is searched by halves down to it. */
const PACKED_WINDOW_BYTES = 64 * 1024;
/** Holds the longest line (id, blank, name) twice, so that a whole one is in it wherever it starts. */
const PACKED_PROBE_BYTES = 2 * REF_MAX_BYTES;
/** Scanning an unsorted file costs about 1 ms per 5 MB; only very old writers leave one. */
const PACKED_SCAN_MAX_BYTES = 32 * 1024 * 1024;

/** References that each linked worktree has for itself, beside HEAD. */
const PER_WORKTREE: readonly string[] = ["refs/bisect/", "refs/rewritten/", "refs/worktree/"];
/** What Git forbids in a name; U+FFFD stands for bytes that are no UTF-8. */
const FORBIDDEN_CHARS = "\u007f~^:?*[\\\ufffd";

/** The content of HEAD or of a loose reference. */
export type RefContent =
  | { readonly kind: "symbolic"; readonly name: string }
  | { readonly kind: "object"; readonly oid: string }
  | { readonly kind: "garbage" };

/**
 * The end of a chain of references. Without `oid` and without `unborn` it could not be read, which
 * is not the same as absent.
 */
export interface ResolvedRef {
  readonly name: string;
  readonly oid?: string;
  /** There is no such reference yet. */
  readonly unborn?: true;
}

/** Reads the text of HEAD or of a loose reference. Only the first line counts. */
export function parseRef(text: string): RefContent {
  const end = text.indexOf("\n");
  const line = (end === -1 ? text : text.slice(0, end)).trimEnd();
  if (line.startsWith("ref:")) {
    const name = line.slice(4).trimStart();
    return name === "" ? { kind: "garbage" } : { kind: "symbolic", name };
  }
  return isObjectId(line) ? { kind: "object", oid: line } : { kind: "garbage" };
}

/** SHA-1 or SHA-256 in lower case. A loop, as compiling an expression takes longer than it saves. */
function isObjectId(text: string): boolean {
  if (text.length !== 40 && text.length !== 64) return false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const hex = (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66);
    if (!hex) return false;
  }
  return true;
}

/** A name that Git accepts below `refs/`, and that therefore stays inside the repository as a path. */
export function isRefName(name: string): boolean {
  if (!name.startsWith("refs/") || name.endsWith("/") || name.endsWith(".")) return false;
  let before = "";
  for (const char of name) {
    if (char <= " " || FORBIDDEN_CHARS.includes(char)) return false;
    if (char === "." && (before === "." || before === "/")) return false;
    if ((char === "/" && before === "/") || (char === "{" && before === "@")) return false;
    before = char;
  }
  return !name.endsWith(".lock") && !name.includes(".lock/");
}

/**
 * Follows `name` to an object id. Undefined if the name, or one that it leads to, is no reference
 * name, or if the chain is too long.
 */
export function resolveRef(
  name: string,
  gitDir: string,
  commonDir: string,
): ResolvedRef | undefined {
  let current = name;
  for (let depth = 0; depth < SYMREF_MAX_DEPTH; depth += 1) {
    if (!isRefName(current)) return undefined;
    const folder = PER_WORKTREE.some((start) => current.startsWith(start)) ? gitDir : commonDir;
    const loose = readBounded(join(folder, current), REF_MAX_BYTES);
    if (!loose.ok) {
      // A folder in its place is the rest of references below that name, which may be packed now.
      if (loose.kind !== "missing" && loose.kind !== "not-a-file") return { name: current };
      return fromPacked(current, join(commonDir, "packed-refs"));
    }
    const content = parseRef(loose.value);
    if (content.kind === "object") return { name: current, oid: content.oid };
    if (content.kind === "garbage") return { name: current };
    current = content.name;
  }
  return undefined;
}

function fromPacked(name: string, path: string): ResolvedRef {
  const found = findPackedRef(path, name);
  if (found === "absent") return { name, unborn: true };
  return found === "unknown" ? { name } : { name, oid: found };
}

/**
 * The object id of `name` in a `packed-refs` file; "absent" if the file or the name is not there,
 * "unknown" if the file cannot be read or searched.
 */
export function findPackedRef(path: string, name: string): string | "absent" | "unknown" {
  let fd: number | undefined;
  try {
    // Looked at first: opening alone can set a device off.
    if (!fs.statSync(path).isFile()) return "unknown";
    fd = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    const stat = fs.fstatSync(fd);
    return stat.isFile() ? searchPacked(fd, stat.size, name) : "unknown";
  } catch (error) {
    return (error as { code?: unknown }).code === "ENOENT" ? "absent" : "unknown";
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

function searchPacked(fd: number, sizeBytes: number, name: string): string | "absent" | "unknown" {
  const needle = Buffer.from(` ${name}\n`);
  let low = 0;
  let high = sizeBytes;
  if (sizeBytes > PACKED_WINDOW_BYTES) {
    const head = readAt(fd, 0, PACKED_PROBE_BYTES);
    const header = head.toString("latin1", 0, Math.max(head.indexOf(10), 0));
    if (!header.startsWith("# pack-refs") || !header.includes(" sorted")) {
      return scanPacked(fd, sizeBytes, needle);
    }
    const range = narrow(fd, sizeBytes, Buffer.from(name));
    if (range === undefined) return "unknown";
    [low, high] = range;
  }
  // The line that starts last in the range may reach beyond it.
  return findLine(readAt(fd, low, high - low + PACKED_PROBE_BYTES), needle) ?? "absent";
}

/** Halves the sorted file until the line of `name`, if any, starts in a range small enough to read. */
function narrow(fd: number, sizeBytes: number, name: Buffer): [number, number] | undefined {
  let low = 0;
  let high = sizeBytes;
  while (high - low > PACKED_WINDOW_BYTES) {
    const middle = low + Math.floor((high - low) / 2);
    const probe = readAt(fd, middle, PACKED_PROBE_BYTES);
    let start = probe.indexOf(10) + 1;
    // Lines with `^` carry what an annotated tag points to; they belong to the line before.
    while (start > 0 && probe[start] === 0x5e) start = probe.indexOf(10, start) + 1;
    const blank = probe.indexOf(32, start);
    const end = probe.indexOf(10, start);
    if (start === 0 || blank === -1 || end < blank) return undefined;
    if (Buffer.compare(probe.subarray(blank + 1, end), name) <= 0) low = middle + start;
    else high = middle + start;
  }
  return [low, high];
}

function scanPacked(fd: number, sizeBytes: number, needle: Buffer): string | "absent" | "unknown" {
  if (sizeBytes > PACKED_SCAN_MAX_BYTES) return "unknown";
  const stepBytes = 16 * PACKED_WINDOW_BYTES;
  for (let offset = 0; offset < sizeBytes; offset += stepBytes) {
    const found = findLine(readAt(fd, offset, stepBytes + PACKED_PROBE_BYTES), needle);
    if (found !== undefined) return found;
  }
  return "absent";
}

/** The object id before `needle` (blank, name, line feed), if both make a whole line. */
function findLine(bytes: Buffer, needle: Buffer): string | undefined {
  for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, at + 1)) {
    const start = at === 0 ? 0 : bytes.lastIndexOf(10, at - 1) + 1;
    const oid = bytes.toString("latin1", start, at);
    if (isObjectId(oid)) return oid;
  }
  return undefined;
}

function readAt(fd: number, offset: number, lengthBytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(lengthBytes);
  let filled = 0;
  while (filled < lengthBytes) {
    const count = fs.readSync(fd, buffer, filled, lengthBytes - filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}
