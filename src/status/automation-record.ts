/**
 * The judgement as it is published: under a number that rises by one with every change, so that a
 * reader sees that something has happened between two reads, even if it looks the same again.
 */
import { type Automation, automationOf } from "./automation.ts";
import type { Snapshot } from "./snapshot.ts";

/** A judgement and the number under which it is published. */
export interface NumberedAutomation extends Automation {
  readonly seq: number;
}

/** What must be remembered of what was published last. Plain data. */
export interface RecordMemory {
  /** Absent: no session was open. */
  readonly sessionId?: string;
  readonly seq: number;
  /** All that was said beside the number, as one text that is only compared. */
  readonly said: string;
}

/** What to publish, and what to remember of it. */
export interface Advanced {
  readonly record: NumberedAutomation;
  readonly memory: RecordMemory;
}

/** What a snapshot says to a machine, under the number that was told to it; without one it is 0. */
export function numberedOf(snapshot: Snapshot): NumberedAutomation {
  return { seq: snapshot.record?.seq ?? 0, ...automationOf(snapshot) };
}

/**
 * What is to be published next: number 0 for the first of a session, one more whenever it says
 * something else than the last one. Another session, or none, begins anew.
 */
export function advanceRecord(previous: RecordMemory | undefined, snapshot: Snapshot): Advanced {
  const judged = automationOf(snapshot);
  const { sessionId, state, turnId, requestId, activeAgents, totalAgents, backgroundTasks } =
    judged;
  const said = JSON.stringify([
    state,
    turnId ?? null,
    requestId ?? null,
    activeAgents,
    totalAgents,
    backgroundTasks,
  ]);
  const seq = nextSeq(previous, sessionId, said);
  const memory = { ...(sessionId !== undefined && { sessionId }), seq, said };
  return { record: { seq, ...judged }, memory };
}

function nextSeq(
  previous: RecordMemory | undefined,
  sessionId: string | undefined,
  said: string,
): number {
  if (previous === undefined || previous.sessionId !== sessionId) return 0;
  return previous.said === said ? previous.seq : previous.seq + 1;
}
