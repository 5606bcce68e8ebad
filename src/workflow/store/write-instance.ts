/**
 * Writing an instance: under the machine's lock, only on top of the version that it stands on, in an
 * order in which a writer that is killed leaves either the old record or the new one.
 */
import fs from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode, errorText } from "../../files/system-error.ts";
import { writeWhole } from "../../files/write-whole.ts";
import type { HistoryEntry, InstanceRecord } from "../engine/records.ts";
import { appendHistory } from "./history-file.ts";
import { type FoundInstance, findInstance, MAX_INSTANCE_BYTES } from "./instance-files.ts";
import { isThere } from "./is-there.ts";
import { locked, recordText, storeFault, writeRecord } from "./locked.ts";
import { instanceByRef, MAX_MARKER_BYTES, putMarker } from "./ref-markers.ts";
import {
  instanceFile,
  type MachineFolder,
  machineLock,
  machineTemp,
  type Shelf,
  shelfOf,
} from "./store-paths.ts";

/** The old record of one that is being written: `move-<shelf>-<file>`, named after where it goes, beside temporary files. */
const MOVE_NOTE = /^move-(active|interrupted|paused|done)-(.+\.json)$/;

const GITIGNORE = "# Where work stands is a matter of this machine.\n*\n";

/**
 * Stores the record if its version is one above that of the file (1: there is no file of its id), and
 * a ref that it takes on is nobody else's, neither as ref nor as id; with the entry at the end of its
 * history, and then what `andThen` writes. Throws `WorkflowError`, also that of `andThen`, after which all
 * is as it was.
 */
export function writeInstance(
  folder: MachineFolder,
  record: InstanceRecord,
  entry?: HistoryEntry,
  andThen?: () => void,
): "stored" | "conflict" {
  const text = recordText(record);
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > Math.min(MAX_INSTANCE_BYTES, MAX_MARKER_BYTES)) {
    throw storeFault(`the instance ${record.id} is larger than ${MAX_INSTANCE_BYTES} bytes`);
  }
  ignoreInGit(dirname(folder.dir), machineTemp(folder.dir));
  return locked(machineLock(folder.dir), () => {
    finishMoves(folder);
    const stored = findInstance(folder, record.id);
    if (!isNext(folder, stored, record)) return "conflict";
    const isNewRef = record.ref !== null && record.ref !== stored?.record?.ref;
    if (isNewRef && record.ref !== null && isTaken(folder, record.ref, record.id)) {
      return "conflict";
    }
    const undo: (() => void)[] = [];
    let keep = () => {};
    try {
      if (isNewRef && record.ref !== null) undo.push(putMarker(folder, record.ref, record.id));
      const placed = place(folder, stored, record, text);
      undo.push(placed.takeBack);
      keep = placed.keep;
      if (entry !== undefined) undo.push(appendHistory(folder.dir, record.id, entry));
      andThen?.();
    } catch (error) {
      for (const step of undo.reverse()) quietly(step);
      throw error;
    }
    keep();
    return "stored";
  });
}

function isNext(
  folder: MachineFolder,
  stored: FoundInstance | undefined,
  record: InstanceRecord,
): boolean {
  // A generated id could be what somebody gave as a ref.
  if (stored === undefined) {
    return record.version === 1 && instanceByRef(folder, record.id) === undefined;
  }
  return stored.record !== undefined && record.version === stored.record.version + 1;
}

function isTaken(folder: MachineFolder, ref: string, id: string): boolean {
  const owner = instanceByRef(folder, ref);
  if (owner !== undefined && owner.id !== id) return true;
  return ref !== id && findInstance(folder, ref) !== undefined;
}

/** A record that was placed: how to go back to the old one, which may throw, or to do without it. */
interface Placed {
  readonly takeBack: () => void;
  readonly keep: () => void;
}

/** Writes where it is and moves afterwards: a reader finds one record at every moment. */
function place(
  folder: MachineFolder,
  stored: FoundInstance | undefined,
  record: InstanceRecord,
  text: string,
): Placed {
  const shelf = shelfOf(record.status);
  const target = instanceFile(folder.dir, shelf, record.id);
  const temp = machineTemp(folder.dir);
  if (stored === undefined) {
    writeRecord(target, text, temp);
    return { takeBack: () => fs.unlinkSync(target), keep: () => {} };
  }
  const note = join(temp, `move-${shelf}-${basename(target)}`);
  const keep = () => quietly(() => fs.unlinkSync(note));
  step(folder, () => {
    fs.mkdirSync(temp, { recursive: true, mode: 0o700 });
    fs.mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    keepOld(stored.path, note);
  });
  try {
    writeRecord(stored.path, text, temp);
  } catch (error) {
    keep();
    throw error;
  }
  try {
    if (stored.path !== target) step(folder, () => fs.renameSync(stored.path, target));
  } catch (error) {
    quietly(() => fs.renameSync(note, stored.path));
    throw error;
  }
  const takeBack = () => {
    // The new record goes back first: at no moment there are two, or none.
    if (stored.path !== target) fs.renameSync(target, stored.path);
    fs.renameSync(note, stored.path);
  };
  return { takeBack, keep };
}

/** The old record under the name of the note, to be put back should a full disk refuse the move. */
function keepOld(path: string, note: string): void {
  quietly(() => fs.unlinkSync(note));
  try {
    // Of a link the name would be kept and not the record.
    if (fs.lstatSync(path).isFile()) {
      fs.linkSync(path, note);
      return;
    }
  } catch {
    // Some file systems know no second name.
  }
  fs.copyFileSync(path, note);
}

function step(folder: MachineFolder, body: () => void): void {
  try {
    body();
  } catch (error) {
    throw storeFault(`cannot write ${folder.dir}: ${errorText(error)}`);
  }
}

/** Brings to their shelf those whose writer was killed between the write and the move. */
function finishMoves(folder: MachineFolder): void {
  const temp = machineTemp(folder.dir);
  for (const note of namesIn(temp)) {
    const [, shelf, name] = MOVE_NOTE.exec(note) ?? [];
    if (shelf === undefined || name === undefined) continue;
    quietly(() => {
      finishMove(folder, shelf as Shelf, name);
      fs.unlinkSync(join(temp, note));
    });
  }
}

/** Throws what the system throws: its note stays for another time. */
function finishMove(folder: MachineFolder, shelf: Shelf, name: string): void {
  const id = decodedName(name);
  const standing = id === undefined ? undefined : findInstance(folder, id);
  // Killed before the write, or with no way to go: the record belongs where it is.
  if (standing?.record === undefined || standing.shelf === shelf) return;
  if (shelfOf(standing.record.status) !== shelf) return;
  const target = join(folder.dir, shelf, name);
  fs.mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  fs.renameSync(standing.path, target);
}

/** The id of a file name; undefined for one that was cut, which no generated id is. */
function decodedName(name: string): string | undefined {
  try {
    return decodeURIComponent(name.slice(0, -".json".length));
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * The state folder keeps itself out of the repository that it may stand in. One that was named although
 * other things are kept there, such as that of the config, is left alone: they would go with it.
 */
function ignoreInGit(stateDir: string, tempFolder: string): void {
  const path = join(stateDir, ".gitignore");
  if (isThere(path)) return;
  try {
    fs.mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") {
      throw storeFault(`cannot make ${stateDir}: ${errorText(error)}`);
    }
  }
  if (holdsOthers(stateDir)) return;
  // In the place that every writer tidies up: beside it, a killed writer's would stay once it is there.
  const written = writeWhole(path, GITIGNORE, { durable: false, mode: 0o644, tempFolder });
  if (!written.ok) throw storeFault(written.reason);
}

/** Whether anything but folders of machines is there. */
function holdsOthers(stateDir: string): boolean {
  try {
    const entries = fs.readdirSync(stateDir, { withFileTypes: true });
    return entries.some((entry) => !entry.isDirectory() || entry.name.startsWith("."));
  } catch {
    return true;
  }
}

function quietly(step: () => unknown): void {
  try {
    step();
  } catch {
    // What stays behind is taken away by the next writer.
  }
}
