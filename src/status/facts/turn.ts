/** One run from a prompt to its settlement. All times are when the source observed it. */
export interface Turn {
  /** `idle` before the first turn; `settled` after one; `compacting` while the context is summarised. */
  readonly phase: "idle" | "running" | "compacting" | "settled";
  readonly id?: string;
  readonly outcome?: TurnOutcome;
  /** First line of an error or the agent's own word for what it does. */
  readonly message?: string;
  /** How much of the work is done, 0 to 100, where the agent itself says so. */
  readonly progressPct?: number;
  /** The person has looked at how the turn ended. */
  readonly seen?: true;
  /** Time of the observation that gave this phase, epoch milliseconds. */
  readonly atMs?: number;
  /** Prompts that wait, steering and follow-up together. */
  readonly queued?: number;
}

/** How a turn ended: as it should, by a fault, or by the person. */
export type TurnOutcome = "done" | "fail" | "cancel";

/** A turn runs; what was known of another is gone. */
export interface TurnStarted {
  readonly kind: "turn-started";
  readonly turnId?: string;
  readonly message?: string;
  readonly atMs?: number;
}

/** A turn has ended; without `turnId` the one that ran. */
export interface TurnSettled {
  readonly kind: "turn-settled";
  readonly turnId?: string;
  readonly outcome: TurnOutcome;
  readonly message?: string;
  readonly atMs?: number;
}

/** No turn runs and none has settled, as far as the source knows. */
export interface TurnIdle {
  readonly kind: "turn-idle";
  readonly atMs?: number;
}

/** The context is being summarised. */
export interface CompactionStarted {
  readonly kind: "compaction-started";
  readonly atMs?: number;
}

/** The context was summarised. What was measured of the context before no longer holds. */
export interface CompactionEnded {
  readonly kind: "compaction-ended";
  readonly atMs?: number;
}

/** What the running turn does now, in a few words; absent members are not said any more. */
export interface ActivityChanged {
  readonly kind: "activity-changed";
  readonly message?: string;
  readonly progressPct?: number;
}

/** The person has looked at how the turn ended: it need not be pointed out any more. */
export interface OutcomeSeen {
  readonly kind: "outcome-seen";
}

/** How many prompts wait. */
export interface QueueCounted {
  readonly kind: "queue-counted";
  readonly queued: number;
}

export type TurnFact =
  | TurnStarted
  | TurnSettled
  | TurnIdle
  | CompactionStarted
  | CompactionEnded
  | ActivityChanged
  | OutcomeSeen
  | QueueCounted;

function queuedOf(state: Turn | undefined): Pick<Turn, "queued"> {
  return state?.queued === undefined ? {} : { queued: state.queued };
}

/**
 * The turn after one more fact; undefined while none was told of. Facts count in the order in which
 * they come, not by `atMs`.
 */
export function foldTurn(state: Turn | undefined, fact: TurnFact): Turn | undefined {
  switch (fact.kind) {
    case "turn-started": {
      const { kind: _, turnId, ...rest } = fact;
      return { phase: "running", ...queuedOf(state), ...(turnId && { id: turnId }), ...rest };
    }
    case "turn-settled": {
      const { kind: _, turnId, ...rest } = fact;
      const id = turnId ?? state?.id;
      return { phase: "settled", ...queuedOf(state), ...(id && { id }), ...rest };
    }
    case "turn-idle": {
      const { kind: _, ...rest } = fact;
      return { phase: "idle", ...queuedOf(state), ...rest };
    }
    case "compaction-started": {
      const { kind: _, ...rest } = fact;
      return { ...state, ...rest, phase: "compacting" };
    }
    case "compaction-ended": {
      const { kind: _, ...rest } = fact;
      if (state?.phase !== "compacting") return state ?? { phase: "idle", ...rest };
      return { ...state, ...rest, phase: state.id === undefined ? "idle" : "running" };
    }
    case "activity-changed": {
      if (state?.phase !== "running" && state?.phase !== "compacting") return state;
      const { kind: _, ...doing } = fact;
      const { message: _m, progressPct: _p, ...rest } = state;
      return { ...rest, ...doing };
    }
    case "outcome-seen":
      return state?.phase === "settled" ? { ...state, seen: true } : state;
    case "queue-counted":
      return { phase: "idle", ...state, queued: fact.queued };
    default:
      return fact satisfies never;
  }
}
