/**
 * Judges the looks of `telltale wait`: whether the wanted state is reached for certain, cannot be
 * reached any more, or a person is needed first. It has no clock; the loop around it has.
 */
import { createFollower, saysDone } from "../../wire/record/follow.ts";
import type { AutomationRecord, RecordState } from "../../wire/record/message.ts";
import type { Sample, Seen } from "./reading.ts";

/** What is waited for. */
export interface Wish {
  readonly states: ReadonlySet<RecordState>;
  /** With `done`: also until no agent is active. */
  readonly allAgents: boolean;
  /** The record that was there before; it does not count. */
  readonly afterSeq?: number;
}

/** How the waiting ended. */
export interface Verdict {
  readonly outcome:
    | "reached"
    | "failed"
    | "needs-person"
    | "ended"
    | "lost"
    | "timeout"
    | "stopped";
  /** One sentence of ours without a full stop. */
  readonly reason: string;
  /** The last record that was read. */
  readonly last?: Seen;
}

export interface Judge {
  /** The verdict, as soon as there is one. */
  look(sample: Sample): Verdict | undefined;
  /** The verdict when the waiting is over without one. */
  giveUp(outcome: "timeout" | "stopped", why: string): Verdict;
}

const FAILED: ReadonlySet<RecordState> = new Set(["fail", "cancel", "error"]);
const ASKING: ReadonlySet<RecordState> = new Set(["perm", "ask", "plan"]);
const ENDED: ReadonlySet<RecordState> = new Set(["done", "fail", "cancel"]);

/** Makes a judge that has seen nothing. */
export function createJudge(wish: Wish): Judge {
  const follower = createFollower({ allAgents: wish.allAgents });
  const isOld = oldRecords(wish.afterSeq);
  let last: Seen | undefined;
  let epoch: number | undefined;
  let why = "nothing was read";
  const verdict = (outcome: Verdict["outcome"], reason: string): Verdict => {
    return { outcome, reason, ...(last !== undefined && { last }) };
  };
  const judge = (seen: Seen, isLast: boolean): Verdict | undefined => {
    last = seen;
    const { record } = seen;
    if (isOld(seen)) {
      why = "the record is still the one of --after";
      return undefined;
    }
    if (seen.epoch !== epoch) follower.read({ kind: "unreadable" });
    epoch = seen.epoch;
    const { finished } = follower.read({ kind: "record", record });
    why = `the last record says ${described(record)}${withoutTurn(seen)}`;
    const { state } = record;
    if (wish.states.has(state)) {
      const isCertain =
        state !== "done" || finished || (isLast && saysDone(record, wish.allAgents));
      return isCertain ? verdict("reached", `the state is ${state}`) : undefined;
    }
    if (FAILED.has(state)) return verdict("failed", `the state is ${state}`);
    if (ASKING.has(state))
      return verdict("needs-person", `the state is ${state}: a person must answer`);
    return undefined;
  };
  return {
    look({ reading, ended, lost }) {
      if (lost !== undefined) return verdict("lost", lost);
      let found: Verdict | undefined;
      if (reading.kind === "record") found = judge(reading, ended !== undefined);
      else {
        follower.read({ kind: "unreadable" });
        why = reading.reason;
      }
      if (found !== undefined || ended === undefined) return found;
      return verdict("ended", `${ended} before the state was reached: ${why}`);
    },
    giveUp: (outcome, reason) => verdict(outcome, `${reason}: ${why}`),
  };
}

/**
 * Whether a record is from before. The one with the given `seq` is, and so is a later one that still
 * tells the end of the same turn: its counts may change after its end. The first other one ends this.
 */
function oldRecords(afterSeq: number | undefined): (seen: Seen) => boolean {
  let old: AutomationRecord | undefined;
  let isOver = afterSeq === undefined;
  const isSame = ({ record }: Seen): boolean =>
    record.seq === afterSeq && (old === undefined || old.session === record.session);
  const isSameEnd = ({ record, sinceSeq }: Seen): boolean => {
    if (!ENDED.has(record.state) || afterSeq === undefined) return false;
    // Without refs: a state that began before and has not changed since.
    if (sinceSeq !== undefined) return sinceSeq <= afterSeq && afterSeq <= record.seq;
    const { session, turn, state } = old ?? {};
    return session === record.session && turn === record.turn && state === record.state;
  };
  return (seen) => {
    if (isOver) return false;
    if (isSame(seen)) {
      old ??= seen.record;
      return true;
    }
    isOver = !isSameEnd(seen);
    return !isOver;
  };
}

/** An agent that never tells of a turn tells nothing at all: nobody has told it to. */
function withoutTurn({ record, protocol }: Seen): string {
  if (protocol !== "record" || record.state !== "run" || record.turn !== undefined) return "";
  return ", turn=none; hooks may not be installed: telltale doctor claude-code";
}

function described({ state, activeAgents, backgroundTasks }: AutomationRecord): string {
  const agents = activeAgents > 0 ? ` with ${activeAgents} active agents` : "";
  const tasks = backgroundTasks > 0 ? ` with background=${backgroundTasks}` : "";
  return `${state}${agents}${tasks}`;
}
