/** Sessions and bindings: one file each in the person's state folder. */
import { readBounded } from "../../files/read-bounded.ts";
import { WorkflowError } from "../engine/ports.ts";
import type { SessionChange, SessionRecord } from "../engine/records.ts";
import { isThere } from "./is-there.ts";
import { locked, recordText, storeFault, writeRecord } from "./locked.ts";
import { parseSession } from "./parse-record.ts";
import { bindingFile, sessionFile, sessionLock, sessionsTemp } from "./store-paths.ts";

/** A session has a handful of members and the paths of a few configs. */
export const MAX_SESSION_BYTES = 1_048_576;
/** A key has nine characters. */
const MAX_BINDING_BYTES = 256;

/** The record; undefined where there is none. Throws when there is one that cannot be read. */
export function readSession(stateDir: string, key: string): SessionRecord | undefined {
  const path = sessionFile(stateDir, key);
  const text = readBounded(path, MAX_SESSION_BYTES);
  if (!text.ok) {
    if (text.kind === "missing") return undefined;
    throw storeFault(text.reason);
  }
  const record = parseSession(text.value, key);
  if (record === undefined) throw storeFault(`${path} holds no session of that key`);
  return record;
}

export function hasSession(stateDir: string, key: string): boolean {
  return isThere(sessionFile(stateDir, key));
}

export function addSession(stateDir: string, record: SessionRecord): void {
  locked(sessionLock(stateDir, record.key), () => {
    if (hasSession(stateDir, record.key)) {
      throw storeFault(`the session ${record.key} is there already`);
    }
    write(stateDir, record);
  });
}

/**
 * Merges under the lock: two hooks of one session that change different members both have their way. Who
 * says what it has `seen` changes nothing where another was quicker.
 */
export function updateSession(
  stateDir: string,
  key: string,
  change: SessionChange,
  seen: SessionChange = {},
): SessionRecord {
  const before = existing(stateDir, key);
  if (isSame(before, change)) return before;
  return locked(sessionLock(stateDir, key), () => {
    const stored = existing(stateDir, key);
    if (!isSame(stored, seen) || isSame(stored, change)) return stored;
    const changed = { ...stored, ...change };
    write(stateDir, changed);
    return changed;
  });
}

/** The key that a conversation of a harness is bound to. */
export function readBinding(
  stateDir: string,
  harness: string,
  hostSession: string,
): string | undefined {
  const text = readBounded(bindingFile(stateDir, harness, hostSession), MAX_BINDING_BYTES);
  if (!text.ok) {
    if (text.kind === "missing") return undefined;
    throw storeFault(text.reason);
  }
  const key = text.value.trim();
  return key === "" ? undefined : key;
}

export function putBinding(
  stateDir: string,
  harness: string,
  hostSession: string,
  key: string,
): void {
  writeRecord(bindingFile(stateDir, harness, hostSession), `${key}\n`, sessionsTemp(stateDir));
}

function existing(stateDir: string, key: string): SessionRecord {
  const stored = readSession(stateDir, key);
  if (stored === undefined) throw new WorkflowError("unknown-session", `no session ${key}`);
  return stored;
}

function isSame(record: SessionRecord, change: SessionChange): boolean {
  return Object.entries(change).every(
    ([name, value]) =>
      JSON.stringify(record[name as keyof SessionRecord]) === JSON.stringify(value),
  );
}

function write(stateDir: string, record: SessionRecord): void {
  const text = recordText(record);
  if (new TextEncoder().encode(text).length > MAX_SESSION_BYTES) {
    throw storeFault(`the session ${record.key} is larger than ${MAX_SESSION_BYTES} bytes`);
  }
  writeRecord(sessionFile(stateDir, record.key), text, sessionsTemp(stateDir));
}
