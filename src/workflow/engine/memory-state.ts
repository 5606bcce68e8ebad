/** All that a store in memory holds, as plain data that goes through JSON, and reading it back from outside. */
import { failed, ok, type Result } from "../../base/result.ts";
import { asRecord } from "../../base/shape.ts";
import { parseHistoryEntry, parseInstanceRecord, parseSessionRecord } from "./parse-records.ts";
import type { HistoryEntry, InstanceRecord, SessionRecord } from "./records.ts";

/** Which session a conversation of a harness has. */
export interface BindingRecord {
  readonly harness: string;
  readonly hostSession: string;
  readonly key: string;
}

/** One line of the history of an instance. */
export interface HistoryRecord {
  readonly machine: string;
  readonly id: string;
  readonly entry: HistoryEntry;
}

/** Lists and not mappings: keys are names of outside. A member that is absent is an empty list. */
export interface MemoryState {
  readonly sessions: readonly SessionRecord[];
  readonly bindings: readonly BindingRecord[];
  readonly instances: readonly InstanceRecord[];
  readonly history: readonly HistoryRecord[];
}

/** The state, or where it could not be read: `instances[2]: status is none of …`. Never throws. */
export function parseMemoryState(value: unknown): Result<MemoryState> {
  const given = asRecord(value);
  if (given === undefined) return failed("the state is not an object");
  const sessions = parseList(given, "sessions", parseSessionRecord);
  if (!sessions.ok) return sessions;
  const bindings = parseList(given, "bindings", parseBinding);
  if (!bindings.ok) return bindings;
  const instances = parseList(given, "instances", parseInstanceRecord);
  if (!instances.ok) return instances;
  const history = parseList(given, "history", parseHistoryRecord);
  if (!history.ok) return history;
  return ok({
    sessions: sessions.value,
    bindings: bindings.value,
    instances: instances.value,
    history: history.value,
  });
}

function parseList<T>(
  given: Readonly<Record<string, unknown>>,
  name: string,
  parse: (value: unknown) => Result<T>,
): Result<readonly T[]> {
  const list = given[name] ?? [];
  if (!Array.isArray(list)) return failed(`${name} is not a list`);
  const records: T[] = [];
  for (const [index, value] of list.entries()) {
    const record = parse(value);
    if (!record.ok) return failed(`${name}[${index}]: ${record.reason}`);
    records.push(record.value);
  }
  return ok(records);
}

function parseBinding(value: unknown): Result<BindingRecord> {
  const { harness, hostSession, key } = asRecord(value) ?? {};
  if (typeof harness !== "string" || typeof hostSession !== "string" || typeof key !== "string")
    return failed("a binding has the strings harness, hostSession and key");
  return ok({ harness, hostSession, key });
}

function parseHistoryRecord(value: unknown): Result<HistoryRecord> {
  const { machine, id, entry } = asRecord(value) ?? {};
  if (typeof machine !== "string" || typeof id !== "string")
    return failed("a history record has the strings machine and id");
  const read = parseHistoryEntry(entry);
  return read.ok ? ok({ machine, id, entry: read.value }) : failed(`entry: ${read.reason}`);
}
