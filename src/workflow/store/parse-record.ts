/**
 * Records as they stand in files: read with care, since people and other programs write there too.
 * Members that are missing are null, false or empty; what makes no record is undefined.
 */
import { asCount, asRecord, asText } from "../../base/shape.ts";
import type {
  HistoryEntry,
  InstanceKey,
  InstanceRecord,
  InstanceStatus,
  SessionRecord,
} from "../engine/records.ts";

const STATUSES: readonly InstanceStatus[] = ["active", "interrupted", "paused", "completed"];

/** The value of a JSON text; undefined for what is no JSON (no JSON text is undefined). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function parseSession(text: string): SessionRecord | undefined {
  const raw = asRecord(parseJson(text));
  const key = asText(raw?.key);
  if (raw === undefined || key === undefined) return undefined;
  return {
    key,
    harness: asText(raw.harness) ?? "none",
    hostSession: asText(raw.hostSession) ?? null,
    cwd: asText(raw.cwd) ?? "",
    configs: textsOf(raw.configs),
    holding: instanceKeyOf(raw.holding),
    interrupted: instanceKeyOf(raw.interrupted),
    yielded: raw.yielded === true,
    blocked: raw.blocked === true,
    created: asCount(raw.created) ?? 0,
    lastActive: asCount(raw.lastActive) ?? 0,
  };
}

/** `machine` stands in for a file that does not say it; one that names another is none of it. */
export function parseInstance(text: string, machine: string): InstanceRecord | undefined {
  const raw = asRecord(parseJson(text));
  const id = asText(raw?.id);
  const state = asText(raw?.state);
  const status = STATUSES.find((one) => one === raw?.status);
  const version = asCount(raw?.version);
  if (raw === undefined || id === undefined || state === undefined) return undefined;
  if (status === undefined || version === undefined || !Number.isSafeInteger(version)) {
    return undefined;
  }
  if (raw.machine !== undefined && raw.machine !== machine) return undefined;
  return {
    id,
    machine,
    ref: textOrNull(raw.ref),
    state,
    status,
    holder: asText(raw.holder) ?? null,
    version,
    visits: countsOf(raw.visits),
    resumeState: asText(raw.resumeState) ?? null,
    created: asCount(raw.created) ?? 0,
    updated: asCount(raw.updated) ?? 0,
  };
}

export function parseHistoryLine(line: string): HistoryEntry | undefined {
  const raw = asRecord(parseJson(line));
  const event = asText(raw?.event);
  if (raw === undefined || event === undefined) return undefined;
  return {
    at: asCount(raw.at) ?? 0,
    session: asText(raw.session) ?? "",
    event,
    from: asText(raw.from) ?? null,
    to: asText(raw.to) ?? null,
    params: paramsOf(raw.params),
    trace: textsOf(raw.trace),
  };
}

/** The map of a marker file, without a prototype; undefined for what is none. */
export function parseMarker(text: string): Record<string, string> | undefined {
  const raw = asRecord(parseJson(text));
  if (raw === undefined) return undefined;
  const marker: Record<string, string> = Object.create(null);
  for (const [ref, id] of Object.entries(raw)) {
    if (typeof id !== "string") return undefined;
    marker[ref] = id;
  }
  return marker;
}

function instanceKeyOf(value: unknown): InstanceKey | null {
  const raw = asRecord(value);
  const machine = asText(raw?.machine);
  const id = asText(raw?.id);
  return machine === undefined || id === undefined ? null : { machine, id };
}

/** A ref may be empty, where its machine allows that. */
function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

/** Without a prototype: a state may be called `constructor`. */
function countsOf(value: unknown): Readonly<Record<string, number>> {
  const counts: Record<string, number> = Object.create(null);
  for (const [name, count] of Object.entries(asRecord(value) ?? {})) {
    const known = asCount(count);
    if (known !== undefined) counts[name] = known;
  }
  return counts;
}

function paramsOf(value: unknown): Readonly<Record<string, string>> {
  const params: Record<string, string> = Object.create(null);
  for (const [name, text] of Object.entries(asRecord(value) ?? {})) {
    if (typeof text === "string") params[name] = text;
  }
  return params;
}
