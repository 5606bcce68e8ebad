/**
 * Reading a file that somebody else may have put there: a regular file only, of bounded size, without
 * ever waiting (a named pipe would hang the status line for good).
 */
import fs from "node:fs";
import { errorCode, errorText } from "./system-error.ts";

/** Why nothing was read. `missing` is the one that is usually no fault. */
export type ReadFailureKind = "missing" | "not-a-file" | "too-big" | "unreadable";

/** A value, or the reason with its kind. Fits wherever a `Result` is asked for. */
export type ReadResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string; readonly kind: ReadFailureKind };

function refused(kind: ReadFailureKind, reason: string): ReadResult<never> {
  return { ok: false, reason, kind };
}

/**
 * The bytes of a regular file of at most `maxBytes`; links are followed. A bigger file is refused
 * whole: half a document means something else than the whole of it.
 */
export function readBoundedBytes(path: string, maxBytes: number): ReadResult<Uint8Array> {
  return readRegular(path, maxBytes, (fd, sizeBytes) => readUpTo(fd, path, sizeBytes, maxBytes));
}

/**
 * The same as UTF-8 text. A byte order mark stays (the caller decides), and bytes that are no UTF-8
 * become U+FFFD.
 */
export function readBounded(path: string, maxBytes: number): ReadResult<string> {
  return readRegular<string>(path, maxBytes, (fd, sizeBytes) => {
    if (sizeBytes === 0) {
      // Either empty or, as in /proc, of a size that nobody says beforehand.
      const bytes = readUpTo(fd, path, sizeBytes, maxBytes);
      return bytes.ok
        ? { ok: true, value: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.value) }
        : bytes;
    }
    const value = fs.readFileSync(fd, "utf8");
    // It grew while it was read. No text has more units than its file has bytes.
    return value.length > maxBytes
      ? refused("too-big", tooBig(path, maxBytes))
      : { ok: true, value };
  });
}

/** Opens a regular file of at most `maxBytes`, hands it over with its size, and closes it. */
function readRegular<T>(
  path: string,
  maxBytes: number,
  read: (fd: number, sizeBytes: number) => ReadResult<T>,
): ReadResult<T> {
  let fd: number | undefined;
  try {
    // Looked at first, since most files that a line asks for are not there, and an error costs more.
    const found = fs.statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return refused("missing", `${path} is missing`);
    // Opening alone can set a device off, and wakes whoever waits at the other end of a pipe.
    if (!found.isFile()) return refused("not-a-file", `${path} is not a regular file`);
    // Without O_NONBLOCK, opening a named pipe waits until somebody writes to it.
    fd = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    const stat = fs.fstatSync(fd);
    if (!stat.isFile()) return refused("not-a-file", `${path} is not a regular file`);
    if (stat.size > maxBytes) return refused("too-big", tooBig(path, maxBytes));
    return read(fd, stat.size);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return refused("missing", `${path} is missing`);
    if (code === "EISDIR") return refused("not-a-file", `${path} is not a regular file`);
    return refused("unreadable", `cannot read ${path}: ${errorText(error)}`);
  } finally {
    if (fd !== undefined) closeQuietly(fd);
  }
}

/** Reads to the end: the size may be 0 (as in /proc) or change while we read. */
function readUpTo(
  fd: number,
  path: string,
  expectedBytes: number,
  maxBytes: number,
): ReadResult<Uint8Array> {
  // One byte more than expected shows the end of the file in a single further read.
  let buffer = new Uint8Array(Math.max(expectedBytes, 255) + 1);
  let filled = 0;
  for (;;) {
    const count = fs.readSync(fd, buffer, filled, buffer.length - filled, null);
    if (count === 0) return { ok: true, value: buffer.subarray(0, filled) };
    filled += count;
    if (filled > maxBytes) return refused("too-big", tooBig(path, maxBytes));
    if (filled === buffer.length) {
      const bigger = new Uint8Array(Math.min(buffer.length * 2, maxBytes + 1));
      bigger.set(buffer);
      buffer = bigger;
    }
  }
}

function tooBig(path: string, maxBytes: number): string {
  return `${path} is larger than the ${maxBytes} bytes that are read`;
}

function closeQuietly(fd: number): void {
  try {
    fs.closeSync(fd);
  } catch {
    // The bytes are read already; a failing close of a reading descriptor loses nothing.
  }
}
