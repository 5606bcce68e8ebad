/**
 * The records of one terminal: what the programs in it say of themselves at this moment. One map in
 * the order of updates, bounded; see "Records" in README.md for what ends a record.
 */

import { givenObject, givenText } from "../../base/given.ts";
import { failed, ok, type Result } from "../../base/result.ts";
import { asRecord, known } from "../../base/shape.ts";
import { jsonText } from "../../text/json-text.ts";
import { checkRecord, isRecordLike } from "./check-record.ts";
import { recordJson } from "./event-json.ts";
import { inheritedApp, isWithin } from "./lineage.ts";
import { LIMITS, type ProgramEvent, type ProgramRecord } from "./message.ts";

/** The protocol lets a program count on this many records. */
const RECORDS_MIN = 64;

/** What a call changed; no member where nothing of the kind happened. */
export interface StoreChange {
  /** Ids of the records that are gone, least recently updated first; `""` is the root. */
  readonly removed: readonly string[];
  /** The record that was written, also if it says what it said before. */
  readonly updated?: ProgramRecord;
}

export interface StoreOptions {
  /** How many records are kept, from 64 to 256 (a number beyond is brought to the nearer end). */
  readonly maxRecords?: number;
}

/** What a coarser signal, such as OSC 9;4, says of the terminal as a whole. */
export interface CoarseStatus {
  readonly state: "working" | "error";
  /** As in a record; `error` has none. */
  readonly progress?: number;
}

export interface RecordStore {
  /** Does what an event of the byte stream asks; a query and a refused sequence ask nothing. */
  readonly apply: (event: ProgramEvent) => StoreChange;
  /** A new prompt: `working`, `blocked` and `idle` end; `done` and `error` wait to be seen. */
  readonly promptStart: () => StoreChange;
  /** The program that reported has ended: the same as a prompt. */
  readonly processExit: () => StoreChange;
  /** Full reset of the terminal: everything ends. */
  readonly reset: () => StoreChange;
  /** The person has looked: `done` and `error` end. When that is, the terminal decides. */
  readonly seen: () => StoreChange;
  /**
   * Sets the root record by a coarser signal, or takes away what the last one set (undefined). Ignored
   * once a program has sent a report, until the next prompt, exit or reset: the coarser signal would
   * wipe out the finer one.
   */
  readonly coarse: (status: CoarseStatus | undefined) => StoreChange;
  readonly get: (id: string) => ProgramRecord | undefined;
  /** All records, least recently updated first. */
  readonly list: () => readonly ProgramRecord[];
  /** The record's own `app` or the one it inherits; also for an id without a record. */
  readonly effectiveApp: (id: string) => string | undefined;
  /** The records as plain JSON data, least recently updated first. */
  readonly export: () => ProgramRecord[];
  /**
   * Puts exported data in the place of all records. Data with one bad entry is refused as a whole,
   * with the reason, and nothing changes. A smaller store keeps the most recent ones.
   */
  readonly import: (data: unknown) => Result<StoreChange>;
}

const NOTHING: StoreChange = { removed: [] };

/** A store without records. */
export function createRecordStore(options: StoreOptions = {}): RecordStore {
  const records = new Map<string, ProgramRecord>();
  const { put, removeWhere, replaceAll } = recordMap(records, capacity(options));
  /** A program of this prompt has sent a report. */
  let reported = false;
  /** The root record, if there is one, was set by a coarser signal. */
  let coarseRoot = false;

  const end = (goes: (record: ProgramRecord) => boolean): StoreChange => {
    reported = false;
    return removeWhere(goes);
  };
  const endProgram = () => end(isUnderWay);
  const reset = () => end(() => true);

  function apply(event: ProgramEvent): StoreChange {
    if (!isEvent(event)) return NOTHING;
    switch (event.event) {
      case "report":
        reported = true;
        if (event.record.id === "") coarseRoot = false;
        return put(event.record);
      case "clear":
        return removeWhere(({ id }) => isWithin(id, event.id));
      case "prompt-start":
        return endProgram();
      case "reset":
        return reset();
      case "query":
      case "reject":
        return NOTHING;
      default:
        return event satisfies never;
    }
  }

  function coarse(status: CoarseStatus | undefined): StoreChange {
    if (reported) return NOTHING;
    if (status === undefined) return coarseRoot ? removeWhere(({ id }) => id === "") : NOTHING;
    const record = coarseRecord(status);
    coarseRoot ||= record !== undefined;
    return record === undefined ? NOTHING : put(record);
  }

  function importRecords(data: unknown): Result<StoreChange> {
    const read = readExport(data);
    if (!read.ok) return read;
    reported = !read.value.every(isCoarse);
    coarseRoot = !reported;
    return ok(replaceAll(read.value));
  }

  return {
    apply,
    promptStart: endProgram,
    processExit: endProgram,
    reset,
    seen: () => removeWhere(isFinished),
    coarse,
    get: (id) => records.get(id),
    list: () => [...records.values()],
    effectiveApp: (id) => inheritedApp(givenText(id), (at) => records.get(at)),
    export: () => [...records.values()].map(recordJson),
    import: importRecords,
  };
}

/** Changes to a map in the order of updates, which never holds more than `maxRecords`. */
function recordMap(records: Map<string, ProgramRecord>, maxRecords: number) {
  function removeWhere(goes: (record: ProgramRecord) => boolean): StoreChange {
    const removed = [...records.values()].filter(goes).map(({ id }) => id);
    for (const id of removed) records.delete(id);
    return removed.length === 0 ? NOTHING : { removed };
  }

  function put(record: ProgramRecord): StoreChange {
    const updated = Object.freeze({ ...record });
    // Taken out first: setting a key anew would leave it at its old place.
    records.delete(record.id);
    records.set(record.id, updated);
    const removed: string[] = [];
    for (const id of records.keys()) {
      if (records.size <= maxRecords) break;
      records.delete(id);
      removed.push(id);
    }
    return { removed, updated };
  }

  function replaceAll(read: readonly ProgramRecord[]): StoreChange {
    const before = [...records.keys()];
    records.clear();
    for (const record of read) put(record);
    return { removed: before.filter((id) => !records.has(id)) };
  }

  return { put, removeWhere, replaceAll };
}

function coarseRecord(status: CoarseStatus): ProgramRecord | undefined {
  const { state, progress } = givenObject(status);
  if (state !== "working" && state !== "error") return undefined;
  return known({ id: "", state, progress: state === "working" ? progress : undefined });
}

/** A root record that says no more than a coarser signal can. */
function isCoarse({ id, state, kind, app, title, msg }: ProgramRecord): boolean {
  const finer = kind ?? app ?? title ?? msg;
  return id === "" && (state === "working" || state === "error") && finer === undefined;
}

/** The work is over and its outcome has not been looked at. */
function isFinished({ state }: ProgramRecord): boolean {
  return state === "done" || state === "error";
}

function isUnderWay(record: ProgramRecord): boolean {
  return !isFinished(record);
}

/** JavaScript lets anything pass for an event, and a record that is none would spoil the others. */
function isEvent(value: unknown): value is ProgramEvent {
  const { event, record, id } = asRecord(value) ?? {};
  if (event === "report") return isRecordLike(record);
  if (event === "clear") return typeof id === "string";
  return ["prompt-start", "reset", "query", "reject"].some((name) => name === event);
}

function capacity(options: StoreOptions): number {
  const { maxRecords: asked } = givenObject(options);
  if (typeof asked !== "number" || Number.isNaN(asked)) return LIMITS.records;
  return Math.trunc(Math.min(LIMITS.records, Math.max(RECORDS_MIN, asked)));
}

/** The records of exported data, each one checked, no id twice. */
function readExport(data: unknown): Result<readonly ProgramRecord[]> {
  if (!Array.isArray(data)) return failed("the records are no list");
  if (data.length > LIMITS.records) {
    return failed(`there are ${data.length} records; a terminal has at most ${LIMITS.records}`);
  }
  const records = new Map<string, ProgramRecord>();
  for (const [at, entry] of data.entries()) {
    const checked = checkRecord(entry);
    if (!checked.ok) return failed(`record ${at + 1}: ${checked.reason}`);
    const { id } = checked.value;
    if (records.has(id)) return failed(`record ${at + 1}: id ${jsonText(id)} stands twice`);
    records.set(id, checked.value);
  }
  return ok([...records.values()]);
}
