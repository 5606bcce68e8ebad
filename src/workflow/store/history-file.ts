/** What happened to an instance, a line an event: appended by events, read only to be shown. */
import fs from "node:fs";
import { dirname } from "node:path";
import { readBounded } from "../../files/read-bounded.ts";
import { errorText } from "../../files/system-error.ts";
import type { HistoryEntry } from "../engine/records.ts";
import { storeFault } from "./locked.ts";
import { parseHistoryLine } from "./parse-record.ts";
import { historyFile } from "./store-paths.ts";

/** A hundred thousand events of a few hundred bytes; what is longer no person reads through. */
const MAX_HISTORY_BYTES = 67_108_864;

/**
 * Appends one line in one write, under the machine's lock. Throws `WorkflowError`; of the line nothing is
 * there then.
 */
export function appendHistory(machineDir: string, id: string, entry: HistoryEntry): void {
  const path = historyFile(machineDir, id);
  let fd: number | undefined;
  try {
    fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    fd = fs.openSync(path, "a+", 0o600);
    const size = fs.fstatSync(fd).size;
    // Somebody else, or a kill in the middle of a large write, may have left half a line.
    const bytes = new TextEncoder().encode(
      `${endsLine(fd, size) ? "" : "\n"}${JSON.stringify(entry)}\n`,
    );
    addWhole(fd, bytes, size);
  } catch (error) {
    throw storeFault(`cannot add to ${path}: ${errorText(error)}`);
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

function addWhole(fd: number, bytes: Uint8Array, size: number): void {
  try {
    const written = fs.writeSync(fd, bytes);
    if (written < bytes.length) throw Object.assign(new Error("cut"), { code: "ENOSPC" });
  } catch (error) {
    fs.ftruncateSync(fd, size);
    throw error;
  }
}

/** All entries, oldest first, without lines that are none; empty where there is no file. */
export function readHistory(machineDir: string, id: string): readonly HistoryEntry[] {
  const text = readBounded(historyFile(machineDir, id), MAX_HISTORY_BYTES);
  if (!text.ok) {
    if (text.kind === "missing") return [];
    throw storeFault(text.reason);
  }
  return text.value.split("\n").flatMap((line) => parseHistoryLine(line) ?? []);
}

function endsLine(fd: number, size: number): boolean {
  if (size === 0) return true;
  const last = new Uint8Array(1);
  fs.readSync(fd, last, 0, 1, size - 1);
  return last[0] === 0x0a;
}
