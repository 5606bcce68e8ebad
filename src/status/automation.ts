/**
 * The only judge of whether a machine may act now. It reads structured facts alone and, where
 * nothing is known, says `run`: a script that waits is right, a script that acts too early is not.
 */
import type { Agent } from "./facts/agents.ts";
import type { Interaction } from "./facts/interaction.ts";
import type { Snapshot } from "./snapshot.ts";

/** What a machine may act on, with the ids it concerns. */
export interface Automation {
  readonly state: "ready" | "run" | "perm" | "ask" | "plan" | "done" | "fail" | "cancel" | "error";
  readonly sessionId?: string;
  readonly turnId?: string;
  readonly requestId?: string;
  readonly activeAgents: number;
  readonly totalAgents: number;
  readonly backgroundTasks: number;
}

type Judged = Pick<Automation, "state" | "turnId" | "requestId">;

/** Judges a snapshot. */
export function automationOf(snapshot: Snapshot): Automation {
  const members = snapshot.agents?.members ?? [];
  const judged = judge(snapshot);
  const sessionId = snapshot.session?.id;
  return {
    ...judged,
    ...(sessionId !== undefined && { sessionId }),
    activeAgents: members.filter(isActive).length,
    totalAgents: members.length,
    backgroundTasks: snapshot.agents?.backgroundTasks ?? 0,
  };
}

function isActive(agent: Agent): boolean {
  return agent.status === "queued" || agent.status === "running" || agent.status === "waiting";
}

const ASKED = { permission: "perm", question: "ask", plan: "plan" } as const;

function judge({ turn, interactions }: Snapshot): Judged {
  const open = interactions?.at(-1);
  const turnId = turn?.id;
  const known = turnId === undefined ? {} : { turnId };
  // Without a login nothing can go on, whatever else is asked.
  if (interactions?.some(({ asks }) => asks === "auth")) return { state: "error" };
  if (open !== undefined) return asked(open, open.turnId ?? turnId);
  if (turn === undefined) return { state: "run" };
  if (turn.phase === "running" || turn.phase === "compacting" || (turn.queued ?? 0) > 0) {
    return { state: "run", ...known };
  }
  if (turn.phase === "idle") return { state: "ready" };
  // An outcome belongs to a turn: without one it cannot be told which turn has ended.
  return turnId === undefined ? { state: "run" } : { state: turn.outcome ?? "run", turnId };
}

/** A question is actionable only with its turn; while the answer is under way the turn runs. */
function asked(open: Interaction, turnId: string | undefined): Judged {
  if (turnId === undefined) return { state: "run" };
  if (open.submitting === true || open.asks === "auth") return { state: "run", turnId };
  return { state: ASKED[open.asks], turnId, requestId: open.requestId };
}
