/** Runs turns in a session: one that a prompt begins, or one that the agent begins by itself. */
import { notifyExtension } from "../sources/acp/agent-side.ts";
import type { AgentSession } from "./session.ts";
import { Turn } from "./turn.ts";
import { TurnCancelled } from "./turn-fault.ts";

/** Waits for the turns before it. */
export function inTurn<Value>(
  session: AgentSession,
  body: (turn: Turn) => Promise<Value>,
): Promise<Value> {
  return session.exclusive(async () => {
    const turn = new Turn(session);
    session.running = turn;
    try {
      return await body(turn);
    } finally {
      session.running = undefined;
      session.save();
    }
  });
}

/** A turn that the agent begins by itself, with an id that may have been told before. */
export async function wake(
  session: AgentSession,
  turnId: string,
  body: (turn: Turn) => Promise<void>,
): Promise<void> {
  await inTurn(session, async (turn) => {
    if (session.closed.aborted) return;
    const { sessionId } = session;
    const { client } = session.outlet;
    await notifyExtension(client, "_telltale/turn", { sessionId, turnId, state: "began" });
    let stopReason = "end_turn";
    try {
      await body(turn);
    } catch (error) {
      if (!(error instanceof TurnCancelled)) throw error;
      stopReason = "cancelled";
    }
    const usage = turn.usage();
    await session.count(usage);
    const ended = { sessionId, turnId, state: "ended" as const, stopReason, usage };
    await notifyExtension(client, "_telltale/turn", ended);
  });
}
