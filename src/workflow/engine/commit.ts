/**
 * Writing what an event came to: the instance with its history, then the session. A crash in between
 * loses at most a line of history, or leaves the session idle with work that its ref takes up again.
 */
import type { EngineLine } from "./block.ts";
import type { CheckedParams } from "./check-params.ts";
import type { HistoryEntry, InstanceRecord, SessionChange, SessionRecord } from "./records.ts";
import type { Turn } from "./turn.ts";

/** The line of history of an event. */
export interface Told {
  readonly event: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly params: CheckedParams;
  readonly trace: readonly EngineLine[];
}

export type Committed =
  | { readonly kind: "stored"; readonly instance: InstanceRecord; readonly session: SessionRecord }
  /** Somebody wrote first; nothing was written here. */
  | { readonly kind: "conflict" };

/** Writes an instance with the next version, its history and what changes in the session. */
export function commit(
  turn: Turn,
  after: InstanceRecord,
  told: Told,
  change: SessionChange,
): Committed {
  const instance = putNext(turn, after, told);
  if (instance === undefined) return { kind: "conflict" };
  return { kind: "stored", instance, session: putSession(turn, change) };
}

/** The instance as it was stored, with its line of history; undefined after a conflict. */
export function putNext(turn: Turn, after: InstanceRecord, told: Told): InstanceRecord | undefined {
  const { store, nowMs } = turn;
  const instance = { ...after, version: after.version + 1, updated: nowMs };
  return store.putInstance(instance, entryOf(turn, told)) === "stored" ? instance : undefined;
}

function entryOf({ session, nowMs }: Turn, told: Told): HistoryEntry {
  return {
    at: nowMs,
    session: session.key,
    event: told.event,
    from: told.from,
    to: told.to,
    params: Object.fromEntries(told.params),
    trace: told.trace,
  };
}

/** An event that succeeded: the session is seen, and may be held at its next stop again. */
export function putSession(
  { store, session, kept, nowMs }: Turn,
  change: SessionChange,
): SessionRecord {
  const whole = { ...change, blocked: false, lastActive: nowMs };
  if (kept) return store.updateSession(session.key, whole);
  const made = { ...session, ...whole };
  store.addSession(made);
  return made;
}
