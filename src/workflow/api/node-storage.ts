/**
 * A storage in files: one folder for one program, one whole-written file for each record. Its layout is
 * its own and not that of the `smllm` commands, which several processes share.
 *
 *     sessions/<key>.json   bindings/<harness%2F…>.json   instances/<machine%2F…>.json
 *     history/<machine%2F…>.jsonl      lines of {machine, id, entry}
 */
import fs from "node:fs";
import { join } from "node:path";
import { appendLine } from "../../files/append-line.ts";
import { readBounded } from "../../files/read-bounded.ts";
import { writeWhole } from "../../files/write-whole.ts";
import type { HistoryRecord } from "../engine/memory-state.ts";
import { fileName, fnv1a64 } from "../store/file-names.ts";
import {
  type State,
  type Storage,
  type StoredKind,
  type StoredRecord,
  savedRecords,
  storedKey,
} from "./storage.ts";

const FOLDERS: Readonly<Record<StoredKind, string>> = {
  session: "sessions",
  binding: "bindings",
  instance: "instances",
};
const HISTORY = "history";
const PRIVATE_FILE = 0o600;
/** As large as the records of the commands: a ref of a megabyte in which each character is escaped. */
const MAX_RECORD_BYTES = 16_777_216;
/** A hundred thousand events of a few hundred bytes. */
const MAX_HISTORY_BYTES = 67_108_864;

/**
 * A storage in that folder, which is made with the first record. One engine of one process at a time.
 * A file that is no record makes `load` throw with its path; a last line of a history that a crash
 * left half is skipped.
 */
export function nodeFileStorage(dir: string): Storage {
  const put: Storage["put"] = (kind, key, record) =>
    writeRecord(join(dir, FOLDERS[kind], `${recordName(key)}.json`), record);
  return {
    load: () => (fs.existsSync(dir) ? loadState(dir) : undefined),
    put,
    history: (machine, id, entry) => appendEntry(dir, { machine, id, entry }),
    replace: (state) => replaceAll(dir, state, put),
  };
}

function loadState(dir: string): State {
  const records = (kind: StoredKind): never[] =>
    filesIn(join(dir, FOLDERS[kind]), ".json").map((file) => readRecord(file) as never);
  return {
    sessions: records("session"),
    bindings: records("binding"),
    instances: records("instance"),
    history: filesIn(join(dir, HISTORY), ".jsonl").flatMap(readHistory),
  };
}

/** In the order of their names, so that two loads give the same. */
function filesIn(folder: string, ending: string): readonly string[] {
  if (!fs.existsSync(folder)) return [];
  const names = fs.readdirSync(folder).filter((name) => name.endsWith(ending));
  return names.sort().map((name) => join(folder, name));
}

/** The text of a regular file; what is larger or something else is no file of ours. */
function readText(file: string, maxBytes: number): string {
  const text = readBounded(file, maxBytes);
  if (!text.ok) throw new Error(text.reason);
  return text.value;
}

function readRecord(file: string): unknown {
  const text = readText(file, MAX_RECORD_BYTES);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readHistory(file: string): readonly HistoryRecord[] {
  const lines = readText(file, MAX_HISTORY_BYTES).split("\n");
  return lines.flatMap((line) => {
    try {
      return line === "" ? [] : [JSON.parse(line) as HistoryRecord];
    } catch {
      return [];
    }
  });
}

function writeRecord(path: string, record: StoredRecord): void {
  const text = `${JSON.stringify(record, null, 2)}\n`;
  const written = writeWhole(path, text, { mode: PRIVATE_FILE, durable: false });
  if (!written.ok) throw new Error(written.reason);
}

function historyFile(dir: string, machine: string, id: string): string {
  return join(dir, HISTORY, `${recordName(`${machine}/${id}`)}.jsonl`);
}

function appendEntry(dir: string, record: HistoryRecord): void {
  const path = historyFile(dir, record.machine, record.id);
  const added = appendLine(path, JSON.stringify(record));
  if (!added.ok) throw new Error(added.reason);
}

/** What is new is there before what is old goes: a crash in between leaves both and loses neither. */
function replaceAll(dir: string, state: State, put: Storage["put"]): void {
  const folders = [...Object.values(FOLDERS), HISTORY];
  const before = folders.flatMap((folder) => filesIn(join(dir, folder), ""));
  const kept = new Set<string>();
  const histories = new Map<string, string>();
  for (const saved of savedRecords(state)) {
    if (saved.kind === "history") {
      const path = historyFile(dir, saved.record.machine, saved.record.id);
      histories.set(path, `${histories.get(path) ?? ""}${JSON.stringify(saved.record)}\n`);
    } else {
      put(saved.kind, storedKey(saved), saved.record);
      kept.add(join(dir, FOLDERS[saved.kind], `${recordName(storedKey(saved))}.json`));
    }
  }
  for (const [path, text] of histories) {
    const written = writeWhole(path, text, { mode: PRIVATE_FILE, durable: false });
    if (!written.ok) throw new Error(written.reason);
    kept.add(path);
  }
  for (const path of before) if (!kept.has(path)) fs.rmSync(path, { force: true });
}

/** Keys as file names, also where a disk takes `a` and `A` for the same. */
function recordName(key: string): string {
  const name = fileName(key).toLowerCase();
  const isLower = key === key.toLowerCase();
  return isLower ? name : `${name}~${fnv1a64(new TextEncoder().encode(key))}`;
}
