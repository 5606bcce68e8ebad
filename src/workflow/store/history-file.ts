/** What happened to an instance, a line an event: appended by events, read only to be shown. */
import fs from "node:fs";
import { appendLine } from "../../files/append-line.ts";
import { readBounded } from "../../files/read-bounded.ts";
import type { HistoryEntry } from "../engine/records.ts";
import { storeFault } from "./locked.ts";
import { parseHistoryLine } from "./parse-record.ts";
import { historyFile } from "./store-paths.ts";

/** A hundred thousand events of a few hundred bytes; what is longer no person reads through. */
const MAX_HISTORY_BYTES = 67_108_864;

/**
 * Appends one line in one write, under the machine's lock. Throws `WorkflowError`; of the line nothing is
 * there then. What it gives takes the line away again, under the same lock, and throws what the system does.
 */
export function appendHistory(machineDir: string, id: string, entry: HistoryEntry): () => void {
  const path = historyFile(machineDir, id);
  const added = appendLine(path, JSON.stringify(entry));
  if (!added.ok) throw storeFault(added.reason);
  const bytesBefore = added.value;
  return () => (bytesBefore === 0 ? fs.unlinkSync(path) : fs.truncateSync(path, bytesBefore));
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
