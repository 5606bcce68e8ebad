/** Writes the `[V]` record: fixed key order, single blanks, no colour, at most 104 columns. */
import { givenNumber, givenObject, givenText } from "../../base/given.ts";
import {
  type AutomationRecord,
  COUNT_MAX,
  RECORD_MARK,
  RECORD_STATES,
  REF_UNITS,
  SEQ_MAX,
} from "./message.ts";

const REF_SPACE = 36 ** REF_UNITS;
const REF = /^[0-9a-z]{6}$/;

/** FNV-1a, 32 bit. */
const HASH_START = 0x811c9dc5;
const HASH_PRIME = 0x01000193;

/** Where the record will stand. */
export interface RecordRoom {
  /** Columns that there are; absent: enough. */
  readonly widthCols?: number;
}

/**
 * The record as one line, without a line end. What does not fit is cut without a sign, and so that
 * `parseRecord` refuses what is left at every width: the last value stands whole or not at all, as
 * `background=10` cut to `background=1` would be another record.
 */
export function encodeRecord(record: AutomationRecord, room: RecordRoom = {}): string {
  const given = givenObject(record);
  const { widthCols } = givenObject(room);
  const total = whole(given.totalAgents, COUNT_MAX);
  const active = Math.min(whole(given.activeAgents, COUNT_MAX), total);
  const text = [
    RECORD_MARK,
    `seq=${whole(given.seq, SEQ_MAX).toString(36)}`,
    `state=${RECORD_STATES.find((state) => state === given.state) ?? "none"}`,
    `session=${refText(given.session)}`,
    `turn=${refText(given.turn)}`,
    `request=${refText(given.request)}`,
    `agents=${active}/${total}`,
    `background=${whole(given.backgroundTasks, COUNT_MAX)}`,
  ].join(" ");
  if (widthCols === undefined || text.length <= givenNumber(widthCols)) return text;
  const beforeLastValue = text.lastIndexOf("=") + 1;
  return text.slice(
    0,
    Math.max(0, Math.min(Math.floor(givenNumber(widthCols)) || 0, beforeLastValue)),
  );
}

/**
 * Opaque token of an internal id: equal ids give equal tokens everywhere, and the id's text does
 * not show. It is a 32-bit hash without a salt: it hides, it does not protect a guessable id.
 */
export function recordRef(id: string | undefined): string | undefined {
  const text = givenText(id).trim();
  if (text === "") return undefined;
  let hash = HASH_START;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), HASH_PRIME);
  }
  return ((hash >>> 0) % REF_SPACE).toString(36).padStart(REF_UNITS, "0");
}

/** A text that is no ref is an id that nobody has made one of, and must not show. */
function refText(ref: string | undefined): string {
  if (typeof ref === "string" && REF.test(ref)) return ref;
  return recordRef(ref) ?? "none";
}

function whole(value: number | undefined, max: number): number {
  return typeof value === "number" && Number.isFinite(value)
    ? Math.min(max, Math.max(0, Math.trunc(value)))
    : 0;
}
