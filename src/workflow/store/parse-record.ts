/** Records as they stand in files: read with care, since people and other programs write there too. */
import { asRecord } from "../../base/shape.ts";
import {
  parseHistoryEntry,
  parseInstanceRecord,
  parseSessionRecord,
} from "../engine/parse-records.ts";
import type { HistoryEntry, InstanceRecord, SessionRecord } from "../engine/records.ts";

/** The value of a JSON text; undefined for what is no JSON (no JSON text is undefined). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined for what is no record of that key. */
export function parseSession(text: string, key: string): SessionRecord | undefined {
  const session = parseSessionRecord(parseJson(text));
  return session.ok && session.value.key === key ? session.value : undefined;
}

/** Undefined for what is no instance of that machine. */
export function parseInstance(text: string, machine: string): InstanceRecord | undefined {
  const instance = parseInstanceRecord(parseJson(text));
  return instance.ok && instance.value.machine === machine ? instance.value : undefined;
}

/** Undefined for what is no entry. */
export function parseHistoryLine(line: string): HistoryEntry | undefined {
  const entry = parseHistoryEntry(parseJson(line));
  return entry.ok ? entry.value : undefined;
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
