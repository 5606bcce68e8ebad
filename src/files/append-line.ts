/** Adding to a file of lines: in one write, on a line of its own, all of it or nothing. */
import fs from "node:fs";
import { dirname } from "node:path";
import { failed, ok, type Result } from "../base/result.ts";
import { errorText } from "./system-error.ts";

const NEW_FILE_MODE = 0o600;
const NEW_FOLDER_MODE = 0o700;
const LINE_END = 0x0a;

/**
 * Adds a line, which has no line end of its own; the file and its folders are made where they are missing,
 * private. After half a line, as somebody else or a kill in the middle of a large write may have left it,
 * a new one is begun. After a failure the file is as long as it was, where the system lets us, and an
 * empty one is gone. Gives the bytes that it had before.
 */
export function appendLine(path: string, line: string): Result<number> {
  let fd: number | undefined;
  try {
    fs.mkdirSync(dirname(path), { recursive: true, mode: NEW_FOLDER_MODE });
    fd = fs.openSync(path, "a+", NEW_FILE_MODE);
    const { size } = fs.fstatSync(fd);
    const start = endsLine(fd, size) ? "" : "\n";
    addWhole(fd, new TextEncoder().encode(`${start}${line}\n`), { path, size });
    return ok(size);
  } catch (error) {
    return failed(`cannot add to ${path}: ${errorText(error)}`);
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

interface Before {
  readonly path: string;
  readonly size: number;
}

function addWhole(fd: number, bytes: Uint8Array, before: Before): void {
  try {
    const written = fs.writeSync(fd, bytes);
    if (written < bytes.length) throw Object.assign(new Error("cut"), { code: "ENOSPC" });
  } catch (error) {
    shorten(fd, before);
    throw error;
  }
}

function shorten(fd: number, { path, size }: Before): void {
  try {
    fs.ftruncateSync(fd, size);
    if (size === 0 && fs.fstatSync(fd).isFile()) fs.unlinkSync(path);
  } catch {
    // Half a line stays, after which the next one begins anew. Why it was not written counts for more.
  }
}

function endsLine(fd: number, size: number): boolean {
  if (size === 0) return true;
  const last = new Uint8Array(1);
  fs.readSync(fd, last, 0, 1, size - 1);
  return last[0] === LINE_END;
}
