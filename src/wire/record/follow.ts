/**
 * Follows records over successive reads: what changed from one to the next, and whether the work is
 * finished. Between the end of a background task and the turn that it wakes a record may say `done`
 * with nothing in the background for a moment, so one such record is no end; two reads in a row are.
 */
import { givenObject } from "../../base/given.ts";
import type { AutomationRecord, RecordState } from "./message.ts";

/** What one look gave: a record, or nothing that may be judged. */
export type Look =
  | { readonly kind: "record"; readonly record: AutomationRecord }
  | { readonly kind: "unreadable" };

/** What is different from the record before. */
export type Transition =
  | { readonly kind: "first" }
  /** Another session, or none; whatever was known of the old one is void. */
  | { readonly kind: "session"; readonly from?: string; readonly to?: string }
  | { readonly kind: "seq"; readonly from: number; readonly to: number }
  | { readonly kind: "state"; readonly from: RecordState; readonly to: RecordState };

/** The judgement after a look. */
export interface Followed {
  /** In the order of the type; none after an unreadable look. */
  readonly transitions: readonly Transition[];
  /** Two looks in a row, this one and the one before, say that all is done. */
  readonly finished: boolean;
}

/** How much must have ended. */
export interface FollowOptions {
  /** Wait also until no agent is active. */
  readonly allAgents?: boolean;
}

/** Reads successive looks; it keeps no clock: the caller leaves time between them. */
export interface Follower {
  read(look: Look): Followed;
  /** The last record that was read, also when unreadable looks came after it. */
  last(): AutomationRecord | undefined;
}

/** Makes a follower that has read nothing. */
export function createFollower(options: FollowOptions = {}): Follower {
  const allAgents = givenObject(options).allAgents === true;
  let last: AutomationRecord | undefined;
  /** The look before this one, if it said that all is done. */
  let ended: AutomationRecord | undefined;
  return {
    last: () => last,
    read(look) {
      const record = look?.kind === "record" ? look.record : undefined;
      if (typeof record !== "object" || record === null) {
        ended = undefined;
        return { transitions: [], finished: false };
      }
      const isEnd = saysDone(record, allAgents);
      const finished = isEnd && ended !== undefined && isSameTurn(ended, record);
      const transitions = transitionsOf(last, record);
      ended = isEnd ? record : undefined;
      last = record;
      return { transitions, finished };
    },
  };
}

/** Whether one record says that its turn, its background tasks and, if asked, its agents are done. */
export function saysDone(record: AutomationRecord, allAgents: boolean): boolean {
  const { state, backgroundTasks, activeAgents } = givenObject(record);
  if (state !== "done" || backgroundTasks !== 0) return false;
  return !allAgents || activeAgents === 0;
}

function isSameTurn(before: AutomationRecord, now: AutomationRecord): boolean {
  return before.session === now.session && before.turn === now.turn;
}

function transitionsOf(
  before: AutomationRecord | undefined,
  now: AutomationRecord,
): readonly Transition[] {
  if (before === undefined) return [{ kind: "first" }];
  const transitions: Transition[] = [];
  if (before.session !== now.session) {
    transitions.push({
      kind: "session",
      ...(before.session !== undefined && { from: before.session }),
      ...(now.session !== undefined && { to: now.session }),
    });
  }
  if (before.seq !== now.seq) transitions.push({ kind: "seq", from: before.seq, to: now.seq });
  if (before.state !== now.state) {
    transitions.push({ kind: "state", from: before.state, to: now.state });
  }
  return transitions;
}
