/** The way back from a stored session to facts, for a consumer that folds them into its snapshot. */
import { known } from "../../base/shape.ts";
import type { Fact } from "../../status/facts/fact.ts";
import { basePhase, type Turn } from "../../status/facts/turn.ts";
import type { StoredSession } from "./stored-session.ts";

/**
 * What a stored session knows that a status payload does not say: title, permission and plan mode,
 * turn, open questions, agents. The first fact names the session, so fold these before the payload's.
 */
export function sessionFacts(stored: StoredSession): Fact[] {
  const { session, mode, turn, interactions, agents } = stored.snapshot;
  const facts: Fact[] = [{ kind: "session-started", sessionId: stored.sessionId }];
  if (session?.title !== undefined) facts.push({ kind: "session-titled", title: session.title });
  if (mode?.permission !== undefined) {
    facts.push({ kind: "permission-mode-set", mode: mode.permission });
  }
  if (mode?.plan !== undefined) facts.push({ kind: "plan-mode-set", on: mode.plan });
  if (turn !== undefined) facts.push(...turnFacts(turn));
  if (interactions !== undefined) {
    facts.push({ kind: "interaction-closed" });
    for (const open of interactions) facts.push({ kind: "interaction-opened", ...open });
  }
  if (agents !== undefined) {
    facts.push({ kind: "agents-listed", members: agents.members });
    const { backgroundTasks: tasks, backgroundShells: shells } = agents;
    if (tasks !== undefined) {
      facts.push(known({ kind: "background-counted" as const, tasks, shells }));
    }
  }
  return facts;
}

function turnFacts(turn: Turn): Fact[] {
  const facts = phaseFacts(turn);
  const { atMs, queued, handingOff, phase } = turn;
  if (phase === "compacting") facts.push(known({ kind: "compaction-started" as const, atMs }));
  if (queued !== undefined)
    facts.push(known({ kind: "queue-counted" as const, queued, handingOff }));
  if (turn.retrying === true) facts.push({ kind: "retry-changed", waiting: true });
  return facts;
}

function phaseFacts(turn: Turn): Fact[] {
  const { id: turnId, stage, message, progressPct, atMs } = turn;
  const base = basePhase(turn);
  switch (base) {
    case "idle": {
      if (turn.vanished !== true)
        return turn.unconfirmed ? [] : [known({ kind: "turn-idle" as const, atMs })];
      return [
        known({ kind: "turn-started" as const, turnId }),
        known({ kind: "turn-vanished" as const, atMs }),
      ];
    }
    case "running": {
      const started = known({ kind: "turn-started" as const, turnId, stage, message, atMs });
      if (progressPct === undefined) return [started];
      return [started, known({ kind: "activity-changed" as const, message, progressPct })];
    }
    case "settled": {
      const outcome = turn.outcome ?? "done";
      const settled = known({ kind: "turn-settled" as const, turnId, outcome, message, atMs });
      return turn.seen === true ? [settled, { kind: "outcome-seen" }] : [settled];
    }
    default:
      return base satisfies never;
  }
}
