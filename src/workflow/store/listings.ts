/** What `session list`, `instance list` and `instance show` tell: everything that is there, read once. */
import fs from "node:fs";
import { join } from "node:path";
import { compareTexts } from "../../base/compare-texts.ts";
import { readBounded } from "../../files/read-bounded.ts";
import { errorCode, errorText } from "../../files/system-error.ts";
import type { HistoryEntry, InstanceRecord, SessionRecord } from "../engine/records.ts";
import { labelOf } from "../engine/records.ts";
import { readHistory } from "./history-file.ts";
import { everyInstance, readInstance } from "./instance-files.ts";
import { storeFault } from "./locked.ts";
import { parseJson, parseSession } from "./parse-record.ts";
import { instanceByRef } from "./ref-markers.ts";
import { MAX_SESSION_BYTES } from "./session-files.ts";
import { isRecordName, machineFolder, sessionFile, sessionsFolder } from "./store-paths.ts";

/** Records, and the paths of files that should be some and are not. */
export interface Listed<T> {
  readonly records: readonly T[];
  readonly unreadable: readonly string[];
}

/** An instance with what happened to it, oldest first. */
export interface InstanceStory {
  readonly instance: InstanceRecord;
  readonly history: readonly HistoryEntry[];
}

/** All sessions, those that were active last first, then by key. Throws `WorkflowError`. */
export function listSessions(stateDir: string): Listed<SessionRecord> {
  const records: SessionRecord[] = [];
  const unreadable: string[] = [];
  for (const name of recordNames(sessionsFolder(stateDir))) {
    const path = join(sessionsFolder(stateDir), name);
    const text = readBounded(path, MAX_SESSION_BYTES);
    if (!text.ok && text.kind === "missing") continue;
    const record = text.ok ? sessionIn(text.value) : undefined;
    if (record !== undefined && sessionFile(stateDir, record.key) === path) records.push(record);
    else unreadable.push(path);
  }
  records.sort(
    (one, other) => other.lastActive - one.lastActive || compareTexts(one.key, other.key),
  );
  return { records, unreadable };
}

/** All instances, machine by machine as they are configured, the newest first. Throws `WorkflowError`. */
export function listInstances(
  machines: readonly string[],
  stateDirs: ReadonlyMap<string, string>,
): Listed<InstanceRecord> {
  const records: InstanceRecord[] = [];
  const unreadable: string[] = [];
  for (const machine of machines) {
    const folder = machineFolder(stateDirs, machine);
    if (folder === undefined) continue;
    const own: InstanceRecord[] = [];
    for (const { record, path } of everyInstance(folder)) {
      if (record === undefined) unreadable.push(path);
      else own.push(record);
    }
    own.sort(
      (one, other) => other.updated - one.updated || compareTexts(labelOf(one), labelOf(other)),
    );
    records.push(...own);
  }
  return { records, unreadable };
}

/** The instances of that id or ref with their histories, as far as there are, in the order of the machines. */
export function findStories(
  idOrRef: string,
  machines: readonly string[],
  stateDirs: ReadonlyMap<string, string>,
): readonly InstanceStory[] {
  return machines.flatMap((machine): readonly InstanceStory[] => {
    const folder = machineFolder(stateDirs, machine);
    if (folder === undefined) return [];
    const instance = readInstance(folder, idOrRef) ?? instanceByRef(folder, idOrRef);
    return instance === undefined
      ? []
      : [{ instance, history: readHistory(folder.dir, instance.id) }];
  });
}

function sessionIn(text: string): SessionRecord | undefined {
  const raw = parseJson(text);
  const key = typeof raw === "object" && raw !== null && "key" in raw ? raw.key : undefined;
  return typeof key === "string" ? parseSession(text, key) : undefined;
}

function recordNames(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder).filter(isRecordName);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw storeFault(`cannot list ${folder}: ${errorText(error)}`);
  }
}
