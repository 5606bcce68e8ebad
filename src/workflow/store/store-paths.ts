/** Which file holds what. Source: `smllm`, storage on disk. */
import { join } from "node:path";
import type { InstanceStatus } from "../engine/records.ts";
import { fileName, fnv1a64, markerName } from "./file-names.ts";

/** Folders of a machine's instances, in the order in which they are looked through. */
export const SHELVES = ["active", "interrupted", "paused", "done"] as const;
export type Shelf = (typeof SHELVES)[number];

export function shelfOf(status: InstanceStatus): Shelf {
  return status === "completed" ? "done" : status;
}

/** Ids of machines are of this kind, and stand on disk as they are. */
const PLAIN_ID = /^[A-Za-z0-9_-]{1,200}$/;

/** Temporary files of writers, in a folder of their own: see the README of this room. */
const TEMP_FOLDER = ".tmp";

export const sessionsFolder = (stateDir: string): string => join(stateDir, "sessions");

export const sessionFile = (stateDir: string, key: string): string =>
  join(stateDir, "sessions", `${fileName(key)}.json`);

export const bindingFile = (stateDir: string, harness: string, hostSession: string): string =>
  join(stateDir, "bindings", fileName(harness), fileName(hostSession));

/**
 * Short lock of the writes of a session. Sessions share a few dozen by the last letter of their key, so
 * that eight at once seldom wait for each other, and a thousand leave no thousand files.
 */
export const sessionLock = (stateDir: string, key: string): string =>
  join(stateDir, "locks", `${fileName(key).slice(-1)}.lock`);

/** Lock of whoever writes a config; a link and its target have the same. */
export const configLock = (stateDir: string, realFile: string): string =>
  join(stateDir, "locks", `config-${fnv1a64(new TextEncoder().encode(realFile))}.lock`);

/** Lock of whoever binds a conversation; taken before the one of writes. */
export const bindingsLock = (stateDir: string): string => join(stateDir, "turns", "bindings.lock");

/** Lock of one session's events, which may take as long as their commands. */
export const turnLock = (stateDir: string, key: string): string =>
  join(stateDir, "turns", `${fileName(key)}.lock`);

export const sessionsTemp = (stateDir: string): string => join(stateDir, TEMP_FOLDER);

/** A machine's folder, and its id, which its records must bear. */
export interface MachineFolder {
  readonly machine: string;
  readonly dir: string;
}

/** Undefined for a machine that no config lists, whatever its name leads to. */
export function machineFolder(
  stateDirs: ReadonlyMap<string, string>,
  machine: string,
): MachineFolder | undefined {
  const stateDir = stateDirs.get(machine);
  if (stateDir === undefined) return undefined;
  return { machine, dir: join(stateDir, PLAIN_ID.test(machine) ? machine : fileName(machine)) };
}

export const machineLock = (machineDir: string): string => join(machineDir, ".lock");

export const machineTemp = (machineDir: string): string => join(machineDir, TEMP_FOLDER);

export const shelfFolder = (machineDir: string, shelf: Shelf): string => join(machineDir, shelf);

export const instanceFile = (machineDir: string, shelf: Shelf, id: string): string =>
  join(machineDir, shelf, instanceName(id));

/** The name of its file, on whatever shelf. */
export const instanceName = (id: string): string => `${fileName(id)}.json`;

export const markersFolder = (machineDir: string): string => join(machineDir, "refs");

export const markerFile = (machineDir: string, ref: string): string =>
  join(machineDir, "refs", `${markerName(ref)}.json`);

export const historyFile = (machineDir: string, id: string): string =>
  join(machineDir, "history", `${fileName(id)}.jsonl`);

/** Whether a name in a folder of records is that of one; a temporary file is not. */
export function isRecordName(name: string): boolean {
  return name.endsWith(".json") && !name.startsWith(".");
}
