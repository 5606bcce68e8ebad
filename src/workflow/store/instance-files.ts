/**
 * Instances on their shelves: finding one while it may be moving, and putting one where it belongs.
 * Reads take no lock and write nothing.
 */
import fs from "node:fs";
import { basename, join } from "node:path";
import { type ReadResult, readBounded } from "../../files/read-bounded.ts";
import { errorCode, errorText } from "../../files/system-error.ts";
import type { InstanceRecord } from "../engine/records.ts";
import { isThere } from "./is-there.ts";
import { storeFault } from "./locked.ts";
import { parseInstance } from "./parse-record.ts";
import {
  historyFile,
  instanceName,
  isRecordName,
  type MachineFolder,
  SHELVES,
  type Shelf,
  shelfFolder,
} from "./store-paths.ts";

/** Room for a ref of a megabyte in which each character is escaped. */
export const MAX_INSTANCE_BYTES = 16_777_216;

/** Looks at all shelves; each look takes microseconds, a move needs a whole event. */
const PASSES = 2;
const PASSES_OF_A_KNOWN_ONE = 6;

/** An instance with the shelf that it was found on. */
export interface FoundInstance {
  readonly shelf: Shelf;
  readonly path: string;
  /** Absent: there is a file, and it cannot be read or is no record of this id. */
  readonly record?: InstanceRecord;
}

/**
 * The file of that id. It may move while its shelves are looked through, so they are looked through
 * again before it counts as gone; more often if it has a history, which shows that it was there once.
 */
export function findInstance(folder: MachineFolder, id: string): FoundInstance | undefined {
  const name = instanceName(id);
  for (let pass = 0; pass < PASSES_OF_A_KNOWN_ONE; pass++) {
    if (pass === PASSES && !isThere(historyFile(folder.dir, id))) return undefined;
    for (const shelf of SHELVES) {
      const path = join(shelfFolder(folder.dir, shelf), name);
      const text = readBounded(path, MAX_INSTANCE_BYTES);
      // Of a shelf that is closed to us nobody can say what is on it: that is a fault, and no instance.
      if (isAbsent(text) || (isUnreadable(text) && !isThere(path))) continue;
      return found(folder, shelf, path, id, text);
    }
  }
  return undefined;
}

/** The readable record of that id. */
export function readInstance(folder: MachineFolder, id: string): InstanceRecord | undefined {
  return findInstance(folder, id)?.record;
}

/** The record in one file of a shelf; undefined where it is gone or no record. */
export function readShelved(
  folder: MachineFolder,
  shelf: Shelf,
  name: string,
): FoundInstance | undefined {
  const path = join(shelfFolder(folder.dir, shelf), name);
  const text = readBounded(path, MAX_INSTANCE_BYTES);
  return isAbsent(text) ? undefined : found(folder, shelf, path, undefined, text);
}

/** Names of the record files on a shelf; empty where it was never made. Throws when it cannot be listed. */
export function shelfNames(dir: string, shelf: Shelf): readonly string[] {
  try {
    return fs.readdirSync(shelfFolder(dir, shelf)).filter(isRecordName);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw storeFault(`cannot list ${shelfFolder(dir, shelf)}: ${errorText(error)}`);
  }
}

/** Every instance of a machine, each once, shelf after shelf; then those that moved to one seen before. */
export function* everyInstance(folder: MachineFolder): Generator<FoundInstance> {
  const seen = new Set<string>();
  for (const shelf of [...SHELVES, ...SHELVES]) {
    for (const name of shelfNames(folder.dir, shelf)) {
      const instance = seen.has(name) ? undefined : readShelved(folder, shelf, name);
      if (instance === undefined) continue;
      seen.add(name);
      yield instance;
    }
  }
}

function found(
  folder: MachineFolder,
  shelf: Shelf,
  path: string,
  id: string | undefined,
  text: ReadResult<string>,
): FoundInstance {
  const record = text.ok ? parseInstance(text.value, folder.machine) : undefined;
  const isAsked =
    record !== undefined &&
    (id === undefined ? basename(path) === instanceName(record.id) : record.id === id);
  return isAsked ? { shelf, path, record } : { shelf, path };
}

function isAbsent(text: ReadResult<string>): boolean {
  return !text.ok && text.kind === "missing";
}

function isUnreadable(text: ReadResult<string>): boolean {
  return !text.ok && text.kind === "unreadable";
}
