/** The way back from a stored session to facts, for a consumer that folds them into its snapshot. */
import { known } from "../../base/shape.ts";
import type { Fact } from "../../status/facts/fact.ts";
import type { Turn } from "../../status/facts/turn.ts";
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
    if (agents.backgroundTasks !== undefined) {
      facts.push({ kind: "background-counted", tasks: agents.backgroundTasks });
    }
  }
  return facts;
}

function turnFacts(turn: Turn): Fact[] {
  const facts: Fact[] = [];
  const { id: turnId, message, atMs } = turn;
  switch (turn.phase) {
    case "idle":
      facts.push(known({ kind: "turn-idle" as const, atMs }));
      break;
    case "running":
      facts.push(known({ kind: "turn-started" as const, turnId, message, atMs }));
      break;
    case "compacting":
      if (turnId !== undefined) facts.push({ kind: "turn-started", turnId });
      facts.push(known({ kind: "compaction-started" as const, atMs }));
      break;
    case "settled": {
      const outcome = turn.outcome ?? "done";
      facts.push(known({ kind: "turn-settled" as const, turnId, outcome, message, atMs }));
      break;
    }
    default:
      turn.phase satisfies never;
  }
  if (turn.queued !== undefined) facts.push({ kind: "queue-counted", queued: turn.queued });
  return facts;
}
