/**
 * One run from a prompt to its settlement, and what goes on around it. What was seen of a turn is kept
 * until it settles: a turn that is seen no more has not ended, and an end of another turn ends nothing.
 */

/** One run from a prompt to its settlement. All times are when the source observed it. */
export interface Turn {
  /** `idle`: nothing goes on and nothing has settled; `compacting` while the context is summarised. */
  readonly phase: TurnPhase;
  /** The turn that runs, has settled or was last seen. */
  readonly id?: string;
  readonly outcome?: TurnOutcome;
  /** First line of an error or the agent's own word for what it does. Outside text. */
  readonly message?: string;
  /** How much of the work is done, 0 to 100, where the agent itself says so. */
  readonly progressPct?: number;
  /** The person has looked at how the turn ended. */
  readonly seen?: true;
  /** Time of the observation that gave this phase, epoch milliseconds. */
  readonly atMs?: number;
  /** Prompts that wait, steering and follow-up together. */
  readonly queued?: number;
  /** How a running turn stands, where the source tells: on its way out it is still alive. */
  readonly stage?: TurnStage;
  /** While `compacting`: the phase to which it goes back. */
  readonly beneath?: Exclude<TurnPhase, "compacting">;
  /** While nothing runs: the turn was seen, is seen no more, and nobody said how it ended. */
  readonly vanished?: true;
  /** Nobody said that nothing runs; it is only that no turn was told of. */
  readonly unconfirmed?: true;
  /** A prompt has left the queue and its turn has not been seen yet. */
  readonly handingOff?: true;
  /** The model could not be reached and is tried again after a while. */
  readonly retrying?: true;
}

export type TurnPhase = "idle" | "running" | "compacting" | "settled";

/** How a turn ended: as it should, by a fault or a block, or by the person. */
export type TurnOutcome = "done" | "fail" | "cancel";

/** `retiring`: its work is done and its end is being written; `stopping`: somebody asked it to stop. */
export type TurnStage = "active" | "retiring" | "stopping";

/** What most facts of a turn have in common. */
interface OfSession {
  /** The session that is spoken of; absent: the open one. Of another one nothing is kept. */
  readonly sessionId?: string;
}

/** A turn runs; what was known of another is gone. Without `turnId`: the one that is known to run. */
export interface TurnStarted extends OfSession {
  readonly kind: "turn-started";
  readonly turnId?: string;
  /** A turn on its way out does not take the place of another one that runs. */
  readonly stage?: TurnStage;
  readonly message?: string;
  readonly atMs?: number;
}

/** What the running turn does now, in a few words; absent members are not said any more. */
export interface ActivityChanged extends OfSession {
  readonly kind: "activity-changed";
  readonly message?: string;
  readonly progressPct?: number;
}

/** The person has looked at how the turn ended: it need not be pointed out any more. */
export interface OutcomeSeen extends OfSession {
  readonly kind: "outcome-seen";
}

/** A turn is seen no more, and nothing says how it ended. Without `turnId`: the one that ran. */
export interface TurnVanished extends OfSession {
  readonly kind: "turn-vanished";
  readonly turnId?: string;
  readonly atMs?: number;
}

/** A turn has ended; without `turnId` the one that ran. While another turn runs it changes nothing. */
export interface TurnSettled extends OfSession {
  readonly kind: "turn-settled";
  readonly turnId?: string;
  readonly outcome: TurnOutcome;
  readonly message?: string;
  readonly atMs?: number;
}

/** Nothing goes on, as far as the source knows: no turn, no summary, no retry. */
export interface TurnIdle extends OfSession {
  readonly kind: "turn-idle";
  readonly atMs?: number;
}

/** The context is being summarised. */
export interface CompactionStarted extends OfSession {
  readonly kind: "compaction-started";
  readonly atMs?: number;
}

/** The context was summarised. What was measured of the context before no longer holds. */
export interface CompactionEnded extends OfSession {
  readonly kind: "compaction-ended";
  readonly atMs?: number;
}

/** How many prompts wait, and whether one is between the queue and its turn. */
export interface QueueCounted extends OfSession {
  readonly kind: "queue-counted";
  readonly queued: number;
  readonly handingOff?: boolean;
}

/** Whether a request to the model waits to be tried again. */
export interface RetryChanged extends OfSession {
  readonly kind: "retry-changed";
  readonly waiting: boolean;
}

export type TurnFact =
  | TurnStarted
  | ActivityChanged
  | OutcomeSeen
  | TurnVanished
  | TurnSettled
  | TurnIdle
  | CompactionStarted
  | CompactionEnded
  | QueueCounted
  | RetryChanged;

/** All that a source's own state says of turns at one moment. */
export interface TurnsRead {
  /** Turns that are alive; of several the one that runs counts, then one that retires or stops. */
  readonly live: readonly LiveTurn[];
  /** The last settlement that the source still has. */
  readonly settled?: {
    readonly turnId: string;
    readonly outcome: TurnOutcome;
    readonly message?: string;
  };
  /** The turn that started last, alive or not, if the source knows. */
  readonly newestTurnId?: string;
  readonly queued?: number;
  readonly handingOff?: boolean;
  readonly compacting?: boolean;
  readonly retrying?: boolean;
  readonly atMs?: number;
}

/** A turn that is alive. */
export interface LiveTurn {
  readonly turnId: string;
  readonly stage?: TurnStage;
  readonly message?: string;
}

/** The phase without the summary that may be under way. */
export function basePhase(turn: Turn | undefined): Exclude<TurnPhase, "compacting"> {
  if (turn === undefined) return "idle";
  return turn.phase === "compacting" ? (turn.beneath ?? "idle") : turn.phase;
}

/** Whether a turn was seen whose end nobody has told. */
export function isPending(turn: Turn | undefined): boolean {
  return basePhase(turn) === "running" || turn?.vanished === true;
}

/**
 * The turn after one more fact; undefined while none was told of. Facts count in the order in which
 * they come, not by `atMs`.
 */
export function foldTurn(state: Turn | undefined, fact: TurnFact): Turn | undefined {
  switch (fact.kind) {
    case "turn-started":
      return start(state, fact);
    case "activity-changed":
      return tell(state, fact);
    case "outcome-seen":
      return basePhase(state) === "settled" && state ? { ...state, seen: true } : state;
    case "turn-vanished":
      return vanish(state, fact);
    case "turn-settled":
      return settle(state, fact);
    case "turn-idle":
      return rest(state, fact);
    case "compaction-started": {
      const beneath = basePhase(state);
      return { ...(state ?? UNTOLD), phase: "compacting", beneath, ...timeOf(fact) };
    }
    case "compaction-ended": {
      if (state?.phase !== "compacting") return state ?? { ...UNTOLD, ...timeOf(fact) };
      const { beneath: _, ...kept } = state;
      return { ...kept, phase: basePhase(state), ...timeOf(fact) };
    }
    case "queue-counted": {
      const { handingOff: _, ...kept } = state ?? UNTOLD;
      return {
        ...kept,
        queued: fact.queued,
        ...(fact.handingOff === true && { handingOff: true }),
      };
    }
    case "retry-changed": {
      const { retrying: _, ...kept } = state ?? UNTOLD;
      return fact.waiting ? { ...kept, retrying: true } : kept;
    }
    default:
      return fact satisfies never;
  }
}

/** Nothing was said of a turn. */
const UNTOLD: Turn = { phase: "idle", unconfirmed: true };

function timeOf({ atMs }: { readonly atMs?: number }): Pick<Turn, "atMs"> {
  return atMs === undefined ? {} : { atMs };
}

/** What goes on beside the turn and outlives its start and its end. */
function beside(state: Turn | undefined): Pick<Turn, "queued" | "handingOff"> {
  if (state === undefined) return {};
  const { queued, handingOff } = state;
  return { ...(queued !== undefined && { queued }), ...(handingOff && { handingOff }) };
}

/** A phase, below the summary if one is under way. */
function under(
  state: Turn | undefined,
  phase: Exclude<TurnPhase, "compacting">,
): Pick<Turn, "phase" | "beneath"> {
  return state?.phase === "compacting" ? { phase: "compacting", beneath: phase } : { phase };
}

function doingOf(turn: Turn | undefined): Pick<Turn, "message" | "progressPct"> {
  const { message, progressPct } = turn ?? {};
  return {
    ...(message !== undefined && { message }),
    ...(progressPct !== undefined && { progressPct }),
  };
}

function start(state: Turn | undefined, fact: TurnStarted): Turn {
  const { kind: _, sessionId: _s, turnId, stage, ...told } = fact;
  const isOther = turnId !== undefined && turnId !== state?.id;
  const isLeaving = stage === "retiring" || stage === "stopping";
  if (isLeaving && isOther && basePhase(state) === "running" && state?.id !== undefined) {
    return state;
  }
  const same = isPending(state) && !isOther ? state : undefined;
  const id = turnId || same?.id;
  return {
    ...under(state, "running"),
    ...beside(state),
    ...(id && { id }),
    ...doingOf(same),
    ...(same?.retrying && { retrying: true }),
    ...(stage !== undefined && { stage }),
    ...told,
  };
}

function tell(state: Turn | undefined, fact: ActivityChanged): Turn | undefined {
  if (state === undefined || basePhase(state) !== "running") return state;
  const { kind: _, sessionId: _s, ...doing } = fact;
  const { message: _m, progressPct: _p, ...kept } = state;
  return { ...kept, ...doing };
}

function vanish(state: Turn | undefined, fact: TurnVanished): Turn | undefined {
  if (state === undefined || basePhase(state) !== "running") return state;
  if (fact.turnId !== undefined && state.id !== undefined && fact.turnId !== state.id) return state;
  const { stage: _, message: _m, progressPct: _p, retrying: _r, ...kept } = state;
  return { ...kept, ...under(state, "idle"), vanished: true, ...timeOf(fact) };
}

function settle(state: Turn | undefined, fact: TurnSettled): Turn {
  const { kind: _, sessionId: _s, turnId, ...told } = fact;
  const isOther = turnId !== undefined && state?.id !== undefined && turnId !== state.id;
  if (state !== undefined && isOther && isPending(state)) return state;
  const id = turnId || state?.id;
  // Said again, it is the end that the person has looked at.
  const isSame = basePhase(state) === "settled" && !isOther && state?.outcome === told.outcome;
  return {
    ...under(state, "settled"),
    ...beside(state),
    ...(id && { id }),
    ...(isSame && state?.seen && { seen: true }),
    ...told,
  };
}

function rest(state: Turn | undefined, fact: TurnIdle): Turn {
  const queued = state?.queued === undefined ? {} : { queued: state.queued };
  if (state === undefined) return { phase: "idle", ...timeOf(fact) };
  if (basePhase(state) === "settled") {
    const { beneath: _, handingOff: _h, retrying: _r, ...kept } = state;
    return { ...kept, phase: "settled" };
  }
  if (!isPending(state)) return { phase: "idle", ...queued, ...timeOf(fact) };
  const known = state.id === undefined ? {} : { id: state.id };
  return { phase: "idle", ...known, vanished: true, ...queued, ...timeOf(fact) };
}

const STAGE_ORDER = { active: 0, retiring: 1, stopping: 2 } as const;

/**
 * The turn after the source's whole state was read. It replaces what was known, but an end or a turn
 * that was seen is not forgotten because the source no longer has it. An end of another turn than the
 * one that was last seen counts only if the source says that this turn was the newest.
 */
export function readTurns(state: Turn | undefined, read: TurnsRead): Turn {
  const turn = readOne(state, read);
  const { queued: _q, handingOff: _h, retrying: _r, beneath: _b, ...kept } = turn;
  const beneath = basePhase(turn);
  return {
    ...kept,
    ...(read.compacting === true ? { phase: "compacting", beneath } : { phase: beneath }),
    ...(read.queued !== undefined && { queued: read.queued }),
    ...(read.handingOff === true && { handingOff: true }),
    ...(read.retrying === true && { retrying: true }),
  };
}

function readOne(state: Turn | undefined, read: TurnsRead): Turn {
  const { settled, newestTurnId: newest } = read;
  const time = timeOf(read);
  const [live] = read.live.toSorted(
    (a, b) => STAGE_ORDER[a.stage ?? "active"] - STAGE_ORDER[b.stage ?? "active"],
  );
  if (live !== undefined) {
    // Another one that ran has left its place, whatever the one that is alive now is about to do.
    const before = live.turnId === state?.id ? state : vanish(state, VANISHED);
    return start(before, { kind: "turn-started", ...live, ...time });
  }
  const known = newest === undefined || newest === state?.id ? state : seen(state, newest);
  const idle: TurnIdle = { kind: "turn-idle", ...time };
  if (settled === undefined || (newest !== undefined && newest !== settled.turnId)) {
    return rest(known, idle);
  }
  const ended = settle(known, { kind: "turn-settled", ...settled, ...time });
  return ended === known ? rest(known, idle) : ended;
}

const VANISHED: TurnVanished = { kind: "turn-vanished" };

/** A turn that must have started after the one that is known. */
function seen(state: Turn | undefined, turnId: string): Turn {
  return start(state, { kind: "turn-started", turnId });
}
