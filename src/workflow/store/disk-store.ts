/** The store of the command line: sessions of the person, instances beside the configs. */
import type { Store } from "../engine/ports.ts";
import { findInstance, readInstance } from "./instance-files.ts";
import { storeFault } from "./locked.ts";
import { pausedCount, pausedInstances } from "./paused-listing.ts";
import { instanceByRef } from "./ref-markers.ts";
import {
  addSession,
  hasSession,
  putBinding,
  readBinding,
  readSession,
  updateSession,
} from "./session-files.ts";
import { type MachineFolder, machineFolder } from "./store-paths.ts";
import { writeInstance } from "./write-instance.ts";

/** Where the records are. Absolute paths. */
export interface DiskStoreParts {
  /** The person's state folder: sessions and bindings. */
  readonly stateDir: string;
  /** The folder of each configured machine's config, by machine id; machines in no config have no instances. */
  readonly stateDirs: ReadonlyMap<string, string>;
  /** What may be kept of large folders; without it they are listed each time. */
  readonly cacheDir?: string | undefined;
}

export function createDiskStore({ stateDir, stateDirs, cacheDir }: DiskStoreParts): Store {
  const folderOf = (machine: string) => machineFolder(stateDirs, machine);
  const known = (machine: string): MachineFolder => {
    const folder = folderOf(machine);
    if (folder === undefined) throw storeFault(`no config lists a machine ${machine}`);
    return folder;
  };
  return {
    session: (key) => readSession(stateDir, key),
    hasSession: (key) => hasSession(stateDir, key),
    addSession: (record) => addSession(stateDir, record),
    updateSession: (key, change, seen) => updateSession(stateDir, key, change, seen),
    binding: (harness, hostSession) => readBinding(stateDir, harness, hostSession),
    putBinding: (harness, hostSession, key) => putBinding(stateDir, harness, hostSession, key),
    instance: (machine, id) => {
      const folder = folderOf(machine);
      return folder && readInstance(folder, id);
    },
    hasInstance: (machine, id) => {
      const folder = folderOf(machine);
      return folder !== undefined && findInstance(folder, id) !== undefined;
    },
    instanceByRef: (machine, ref) => {
      const folder = folderOf(machine);
      return folder && instanceByRef(folder, ref);
    },
    putInstance: (record, entry, andThen) =>
      writeInstance(known(record.machine), record, entry, andThen),
    paused: (machine, limit) => {
      const folder = folderOf(machine);
      return folder === undefined
        ? { count: 0, newest: [] }
        : pausedInstances(folder, limit, cacheDir);
    },
    pausedCount: (machine) => {
      const folder = folderOf(machine);
      return folder === undefined ? 0 : pausedCount(folder, cacheDir);
    },
  };
}
