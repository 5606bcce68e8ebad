/**
 * Writing what an event came to: the instance, its history and the session, all or, where the store fails,
 * none. A crash in between loses at most a line of history, or leaves the session idle with work that its
 * ref takes up again.
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
  let { session } = turn;
  const instance = putNext(turn, after, told, () => {
    session = putSession(turn, change);
  });
  return instance === undefined ? { kind: "conflict" } : { kind: "stored", instance, session };
}

/** The instance as it was stored, with its line of history; undefined after a conflict. */
export function putNext(
  turn: Turn,
  after: InstanceRecord,
  told: Told,
  andThen?: () => void,
): InstanceRecord | undefined {
  const { store, nowMs } = turn;
  const instance = { ...after, version: after.version + 1, updated: nowMs };
  const stored = store.putInstance(instance, entryOf(turn, told), andThen);
  return stored === "stored" ? instance : undefined;
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
