/**
 * Records as somebody gives them (a file, an exported state) to records that the engine can trust, or
 * what is wrong. Members that a record may lack read as null, false or empty; those of other names are
 * dropped.
 */
import { failed, ok, type Result } from "../../base/result.ts";
import { asRecord } from "../../base/shape.ts";
import type {
  HistoryEntry,
  InstanceKey,
  InstanceRecord,
  InstanceStatus,
  SessionRecord,
} from "./records.ts";

const STATUSES: readonly InstanceStatus[] = ["active", "interrupted", "paused", "completed"];

type Members = Readonly<Record<string, unknown>>;

/** Reads members of one record and remembers the first that is of another kind than it must be. */
interface Reader {
  /** The first thing wrong; undefined where all fits. */
  readonly wrong: () => string | undefined;
  readonly text: (name: string) => string;
  readonly textOrNull: (name: string) => string | null;
  readonly flag: (name: string) => boolean;
  /** A whole number from `least`; absent is `absent`, which must be given where it may be. */
  readonly whole: (name: string, least: number, absent?: number) => number;
  readonly texts: (name: string) => readonly string[];
  readonly instanceKey: (name: string) => InstanceKey | null;
  readonly mapOf: <T>(
    name: string,
    kind: string,
    fits: (value: unknown) => value is T,
  ) => Readonly<Record<string, T>>;
}

/** One session, or what is wrong with it. Never throws. */
export function parseSessionRecord(value: unknown): Result<SessionRecord> {
  return parseRecord(value, "a session", (read) => ({
    key: read.text("key"),
    harness: read.text("harness"),
    hostSession: read.textOrNull("hostSession"),
    cwd: read.text("cwd"),
    configs: read.texts("configs"),
    holding: read.instanceKey("holding"),
    interrupted: read.instanceKey("interrupted"),
    yielded: read.flag("yielded"),
    blocked: read.flag("blocked"),
    created: read.whole("created", 0, 0),
    lastActive: read.whole("lastActive", 0, 0),
  }));
}

/** One instance, or what is wrong with it. Never throws. */
export function parseInstanceRecord(value: unknown): Result<InstanceRecord> {
  const status = asRecord(value)?.status;
  const known = STATUSES.find((word) => word === status);
  if (asRecord(value) !== undefined && known === undefined)
    return failed(`status is none of ${STATUSES.join(", ")}`);
  return parseRecord(value, "an instance", (read) => ({
    id: read.text("id"),
    machine: read.text("machine"),
    ref: read.textOrNull("ref"),
    state: read.text("state"),
    status: known ?? "paused",
    holder: read.textOrNull("holder"),
    version: read.whole("version", 1),
    visits: read.mapOf("visits", "whole numbers", isCount),
    resumeState: read.textOrNull("resumeState"),
    created: read.whole("created", 0, 0),
    updated: read.whole("updated", 0, 0),
  }));
}

/** One line of a history, or what is wrong with it. Never throws. */
export function parseHistoryEntry(value: unknown): Result<HistoryEntry> {
  return parseRecord(value, "a history entry", (read) => ({
    at: read.whole("at", 0),
    session: read.text("session"),
    event: read.text("event"),
    from: read.textOrNull("from"),
    to: read.textOrNull("to"),
    params: read.mapOf("params", "strings", isText),
    trace: read.texts("trace"),
  }));
}

function parseRecord<T>(value: unknown, what: string, read: (reader: Reader) => T): Result<T> {
  const members = asRecord(value);
  if (members === undefined) return failed(`${what} is not an object`);
  const reader = createReader(members);
  const record = read(reader);
  const wrong = reader.wrong();
  return wrong === undefined ? ok(record) : failed(wrong);
}

function createReader(members: Members): Reader {
  let first: string | undefined;
  const misfit = <T>(name: string, wanted: string, instead: T): T => {
    first ??= `${name} is not ${wanted}`;
    return instead;
  };
  const own = (name: string) => (Object.hasOwn(members, name) ? members[name] : undefined) ?? null;
  return {
    wrong: () => first,
    text: (name) => {
      const value = own(name);
      return isText(value) ? value : misfit(name, "a string", "");
    },
    textOrNull: (name) => {
      const value = own(name);
      return value === null || isText(value) ? value : misfit(name, "a string or null", null);
    },
    flag: (name) => {
      const value = own(name) ?? false;
      return typeof value === "boolean" ? value : misfit(name, "true or false", false);
    },
    whole: (name, least, absent) => {
      const value = own(name) ?? absent;
      return isCount(value) && value >= least
        ? value
        : misfit(name, `a whole number from ${least}`, least);
    },
    texts: (name) => {
      const value = own(name) ?? [];
      return Array.isArray(value) && value.every(isText)
        ? value
        : misfit(name, "a list of strings", []);
    },
    instanceKey: (name) => {
      const value = own(name);
      if (value === null) return null;
      const { machine, id } = asRecord(value) ?? {};
      return isText(machine) && isText(id)
        ? { machine, id }
        : misfit(name, "null or an object of machine and id", null);
    },
    mapOf: (name, kind, fits) => {
      const pairs = Object.entries(asRecord(own(name) ?? {}) ?? { "": undefined });
      const read = pairs.flatMap(([key, value]) => (fits(value) ? [[key, value] as const] : []));
      return read.length === pairs.length
        ? Object.fromEntries(read)
        : misfit(name, `an object of ${kind}`, {});
    },
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
