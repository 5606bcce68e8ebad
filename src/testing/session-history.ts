/**
 * Histories of a session as a runtime could tell them, made from a seed: turns in their order, one settlement
 * each, questions that are closed, members whose result is delivered, tasks that are listed after a turn.
 */
import type { SessionChange, SessionEvent } from "../wire/runtime/event.ts";
import { applyEvent, EMPTY_STATE, type SessionState } from "../wire/runtime/state.ts";

/** Numbers from 0 to below `limit`, always the same ones for a seed. */
export function seeded(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * limit);
  };
}

export interface HistoryStep {
  readonly event: SessionEvent;
  /** The state after it. */
  readonly state: SessionState;
}

/** A teller that makes one more event each time it is asked. */
export function historyTeller(seed: number, sessionId = "session-1", listsTasks = true) {
  const below = seeded(seed);
  let state: SessionState = EMPTY_STATE;
  const tell = (change: SessionChange): HistoryStep => {
    const id = state.lastEventId + 1;
    const event = { id, atMs: 1_000 + id, ...change } as SessionEvent;
    state = applyEvent(state, event);
    return { event, state };
  };
  return {
    state: () => state,
    next(): HistoryStep {
      if (state.lastEventId === 0) {
        const agent = { name: "fake", title: "Fake", version: "1" };
        return tell({ kind: "session-opened", sessionId, agent, cwd: "/srv/shop" });
      }
      if (state.lastEventId === 1) {
        return tell({ kind: "agent-known", agent: { name: "fake", title: "Fake" }, listsTasks });
      }
      return tell(nextChange(state, below));
    },
  };
}

type Below = (limit: number) => number;

function nextChange(state: SessionState, below: Below): SessionChange {
  const n = state.lastEventId;
  const about = below(7);
  if (about < 2) return turnChange(state, below, n);
  if (about === 2) return textChange(state, below, n);
  if (about === 3) return questionChange(state, below, n);
  if (about === 4) return workerChange(state, below, n);
  return about === 5 ? taskChange(state, below, n) : sessionChange(below, n);
}

const OUTCOMES = ["succeeded", "failed", "blocked", "cancelled"] as const;
const STAGES = ["active", "retiring", "stopping"] as const;

function turnChange(state: SessionState, below: Below, n: number): SessionChange {
  const { turn, queue } = state;
  if (turn === undefined) {
    const [first] = queue;
    if (first === undefined || below(3) === 0) {
      return { kind: "prompt-queued", prompt: { promptId: `p${n}`, text: `do ${n}`, atMs: n } };
    }
    const { promptId } = first;
    return {
      kind: "turn-started",
      turn: { turnId: `t${n}`, promptId, stage: "active", startedAtMs: 1_000 + n },
    };
  }
  const { turnId, promptId, startedAtMs } = turn;
  switch (below(6)) {
    case 0:
      return { kind: "activity-changed", ...(below(2) === 0 && { activity: `doing ${n}` }) };
    case 1:
      return { kind: "retry-changed", waiting: below(2) === 0 };
    case 2:
      return { kind: "turn-staged", turnId, stage: STAGES[below(3)] ?? "active" };
    case 3:
      return { kind: "prompt-queued", prompt: { promptId: `p${n}`, text: `do ${n}`, atMs: n } };
    default: {
      const outcome = OUTCOMES[below(4)] ?? "failed";
      const settled = { turnId, outcome, startedAtMs, endedAtMs: 1_000 + n, reason: `as ${n}` };
      return {
        kind: "turn-settled",
        turn: { ...settled, ...(promptId !== undefined && { promptId }) },
      };
    }
  }
}

function textChange(state: SessionState, below: Below, n: number): SessionChange {
  const last = state.entries.at(-1);
  if (last?.kind === "agent" && below(2) === 0) {
    return { kind: "entry-continued", entryId: last.entryId, text: ` and ${n} ✓` };
  }
  const turnId = state.turn?.turnId;
  const of = turnId === undefined ? {} : { turnId };
  if (last !== undefined && below(8) === 0) return { kind: "entry-removed", entryId: last.entryId };
  const entryId = `e${n}`;
  return {
    kind: "entry-added",
    entry: { kind: "agent", entryId, atMs: n, text: `text ${n}`, ...of },
  };
}

const ASKS = ["permission", "question", "plan"] as const;

function questionChange(state: SessionState, below: Below, n: number): SessionChange {
  const open = state.interactions[below(state.interactions.length + 1)];
  if (open !== undefined) {
    const { requestId } = open;
    const isAnswered = open.submitting === true || below(2) === 0;
    return { kind: isAnswered ? "interaction-closed" : "interaction-submitted", requestId };
  }
  const turnId = state.turn?.turnId;
  if (turnId === undefined) return { kind: "session-titled", title: `title ${n}` };
  return {
    kind: "interaction-opened",
    interaction: {
      ...{
        requestId: `q${n}`,
        asks: ASKS[below(3)] ?? "plan",
        title: `may I ${n}`,
        atMs: n,
        turnId,
      },
      options: [{ optionId: "yes", label: "Yes", role: "allow-once" }],
    },
  };
}

const WORK = ["queued", "running", "waiting"] as const;

function workerChange(state: SessionState, below: Below, n: number): SessionChange {
  const member = state.members[below(state.members.length + 1)];
  if (member !== undefined) {
    const isDone = member.status === "done";
    const turnId = state.turn?.turnId;
    const delivery = isDone && turnId !== undefined && member.taskId !== undefined;
    if (delivery && member.deliveryTurnId === undefined) {
      return { kind: "member-changed", member: { ...member, deliveryTurnId: turnId } };
    }
    const status = isDone || below(3) === 0 ? "done" : (WORK[below(3)] ?? "running");
    return { kind: "member-changed", member: { ...member, status, activity: `at ${n}` } };
  }
  const taskId = below(2) === 0 ? { taskId: `w${n}` } : {};
  return { kind: "member-changed", member: { memberId: `m${n}`, status: "queued", ...taskId } };
}

function taskChange(state: SessionState, below: Below, n: number): SessionChange {
  const { tasksAsked, tasksListed, listsTasks } = state;
  const tasks = [...Array(below(3)).keys()].map((at) => ({
    taskId: `b${at}`,
    status: below(2) === 0 ? ("running" as const) : ("done" as const),
    title: `task ${n}`,
  }));
  if (listsTasks !== true) return { kind: "tasks-told", tasks };
  if (tasksListed >= tasksAsked) return { kind: "tasks-requested", request: tasksAsked + 1 };
  return { kind: "tasks-listed", request: tasksAsked, tasks };
}

const PHASES = ["starting", "loading", "ready", "none", "failed"] as const;

function sessionChange(below: Below, n: number): SessionChange {
  switch (below(9)) {
    case 0:
      return { kind: "phase-changed", phase: PHASES[below(5)] ?? "ready" };
    case 1:
      return { kind: "usage-reported", usage: { usedTokens: n, windowTokens: 200_000 } };
    case 2:
      return {
        kind: "usage-reported",
        usage: {
          cost: { amount: n / 100, currency: below(2) === 0 ? "USD" : "EUR" },
          totals: { input: n, output: n, cacheRead: 0, cacheWrite: 0 },
        },
      };
    case 3:
      return { kind: "quota-reported", windows: [{ slot: "primary", usedPct: n % 100 }] };
    case 4:
      return { kind: "login-done" };
    case 5:
      return {
        kind: "options-known",
        options: [
          {
            ...{ optionId: "model", name: "Model", category: "model", value: "opus" },
            choices: [{ value: "opus", name: "Opus" }],
          },
        ],
      };
    case 6: {
      const modes = { current: below(2) === 0 ? "plan" : "default", available: [] };
      return { kind: "modes-known", modes };
    }
    case 7:
      return { kind: "compaction-started" };
    default:
      return { kind: "compaction-ended" };
  }
}
