/**
 * Whether an agent may end its turn, and what a prompt changes in that, as decisions on plain data. Once
 * blocked, an agent that tries again without any event in between is let go: two programs must not hold
 * each other for ever.
 */
import type { Claim } from "./claim.ts";
import type { SessionChange, SessionRecord } from "./records.ts";

/** Whether the decision depends on machines at all: without, a hook loads no config. */
export function stopNeedsMachines(session: SessionRecord | undefined): boolean {
  return session !== undefined && session.holding !== null && !session.yielded;
}

/**
 * - `allow`: nothing to say and nothing to write.
 * - `tell-moved`: the work is another's by now; the session drops to idle and the agent is told once.
 * - `runaway`: it was blocked, fired nothing and stops again: it may, and its log says what was open.
 * - `block`: one event has to be fired first.
 */
export type StopStep = "allow" | "tell-moved" | "runaway" | "block";

/** The first rule that fits. `hold` is what became of the work that the session holds. */
export function decideStop(session: SessionRecord, hold: Claim, stopHookActive: boolean): StopStep {
  if (session.yielded) return "allow";
  switch (hold.kind) {
    case "none":
    case "unconfigured":
      return "allow";
    case "moved":
      return "tell-moved";
    case "live":
      return stopHookActive && session.blocked ? "runaway" : "block";
    default:
      return hold satisfies never;
  }
}

/** What a prompt of the person changes: it ends a yield, and the agent may be held once more. Undefined: nothing. */
export function promptChange(
  { yielded, blocked }: SessionRecord,
  nowMs: number,
): SessionChange | undefined {
  return yielded || blocked ? { yielded: false, blocked: false, lastActive: nowMs } : undefined;
}
