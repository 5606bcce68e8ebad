/** Writes the `[V]` record: fixed key order, single blanks, no colour, at most 104 columns. */
import type { AutomationRecord } from "./message.ts";

/** Counts are shown with at most four digits. */
const COUNT_MAX = 9_999;

const REF_LENGTH = 6;
const REF_SPACE = 36 ** REF_LENGTH;

/** FNV-1a, 32 bit. */
const HASH_START = 0x811c9dc5;
const HASH_PRIME = 0x01000193;

/** The record as one line, without a line end. */
export function encodeRecord(record: AutomationRecord): string {
  const total = count(record.totalAgents);
  const active = Math.min(count(record.activeAgents), total);
  return [
    "[V]",
    `seq=${Math.max(0, Math.trunc(record.seq) || 0).toString(36)}`,
    `state=${record.state}`,
    `session=${record.session ?? "none"}`,
    `turn=${record.turn ?? "none"}`,
    `request=${record.request ?? "none"}`,
    `agents=${active}/${total}`,
    `background=${count(record.backgroundTasks)}`,
  ].join(" ");
}

/**
 * Opaque token of an internal id: equal ids give equal tokens everywhere, and the id's text does
 * not show. It is a 32-bit hash without a salt: it hides, it does not protect a guessable id.
 */
export function recordRef(id: string | undefined): string | undefined {
  const text = id?.trim();
  if (!text) return undefined;
  let hash = HASH_START;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), HASH_PRIME);
  }
  return ((hash >>> 0) % REF_SPACE).toString(36).padStart(REF_LENGTH, "0");
}

function count(value: number): number {
  return Number.isFinite(value) ? Math.min(COUNT_MAX, Math.max(0, Math.trunc(value))) : 0;
}
