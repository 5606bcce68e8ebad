/**
 * Follows a session over a stream that may be cut, and whose messages may come twice, late or in
 * another order. Pure: the transport gives it what arrives and asks what is missing.
 */
import type { SessionEvent } from "./event.ts";
import { applyEvent, type SessionState } from "./state.ts";

/** An event as a client may meet it: of a newer runtime it may be of a kind that nobody knows here. */
export type TellableEvent = SessionEvent | UnknownEvent;

/** It changes nothing but the number of the last event. */
export interface UnknownEvent {
  readonly kind: "unknown";
  readonly id: number;
  readonly atMs: number;
}

export interface Followed {
  /** Absent: no snapshot has come yet. */
  readonly state?: SessionState;
  /** Events that came too early, by id, lowest first. */
  readonly early: readonly TellableEvent[];
  /** Something is missing: resume after `state.lastEventId`, or ask for a snapshot. */
  readonly behind: boolean;
}

/** What a message did: the events that took effect, in their order; a snapshot that replaced the state. */
export interface FollowStep {
  readonly followed: Followed;
  readonly applied: readonly AppliedEvent[];
  readonly replaced?: SessionState;
}

/** An event that took effect, with the state after it. */
export interface AppliedEvent {
  readonly event: TellableEvent;
  readonly state: SessionState;
}

/** How many events may overtake one that is missing before a snapshot is the shorter way. */
export const REORDER_WINDOW = 64;

export const NOT_FOLLOWED: Followed = Object.freeze({ early: [], behind: true });

/**
 * Takes the session as a whole. An older one than what is known comes late and changes nothing, unless it
 * is older than what was asked for with `resumedAfter`: then the runtime has lost what came after it.
 */
export function takeSnapshot(
  followed: Followed,
  snapshot: SessionState,
  resumedAfter = 0,
): FollowStep {
  const known = followed.state;
  const hasLost = snapshot.lastEventId < resumedAfter;
  const isLate = !hasLost && known !== undefined && snapshot.lastEventId < known.lastEventId;
  const state = isLate ? known : snapshot;
  const { applied, early, last } = applyReady(state, hasLost ? [] : followed.early);
  const next: Followed = { state: last, early, behind: early.length > 0 };
  return isLate ? { followed: next, applied } : { followed: next, applied, replaced: snapshot };
}

/** Takes one event. One that was there changes nothing; one that comes early waits for those before it. */
export function takeEvent(followed: Followed, event: TellableEvent): FollowStep {
  const { state } = followed;
  if (state !== undefined && event.id <= state.lastEventId) return { followed, applied: [] };
  const waiting = putEarly(followed.early, event);
  if (state === undefined) return { followed: { ...followed, early: waiting }, applied: [] };
  const { applied, early, last } = applyReady(state, waiting);
  return { followed: { state: last, early, behind: early.length > 0 }, applied };
}

function putEarly(early: readonly TellableEvent[], event: TellableEvent): readonly TellableEvent[] {
  const at = early.findIndex(({ id }) => id >= event.id);
  if (at < 0) return [...early, event].slice(0, REORDER_WINDOW);
  if (early[at]?.id === event.id) return early;
  return early.toSpliced(at, 0, event).slice(0, REORDER_WINDOW);
}

function applyReady(state: SessionState, waiting: readonly TellableEvent[]) {
  const applied: AppliedEvent[] = [];
  let last = state;
  let at = 0;
  for (; at < waiting.length; at += 1) {
    const event = waiting[at];
    if (event === undefined || event.id > last.lastEventId + 1) break;
    if (event.id <= last.lastEventId) continue;
    last = afterEvent(last, event);
    applied.push({ event, state: last });
  }
  return { applied, early: waiting.slice(at), last };
}

function afterEvent(state: SessionState, event: TellableEvent): SessionState {
  if (event.kind !== "unknown") return applyEvent(state, event);
  return { ...state, lastEventId: event.id, updatedAtMs: event.atMs };
}
