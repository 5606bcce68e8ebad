/** What an agent's own word for the end of a turn means. */
import type { TurnOutcome } from "../../wire/runtime/entities.ts";

export interface Ending {
  readonly outcome: TurnOutcome;
  readonly reason?: string;
}

/**
 * ACP's words, and others as what they most likely are: an agent that answers its prompt has ended the
 * turn in its own view, so a word that nobody knows is a success.
 */
export function endingOf(stopReason: string, reason?: string): Ending {
  switch (stopReason) {
    case "cancelled":
      return { outcome: "cancelled", ...(reason !== undefined && { reason }) };
    case "refusal":
      return { outcome: "blocked", reason: reason ?? "the agent refused to go on" };
    case "max_tokens":
      return { outcome: "failed", reason: reason ?? "the answer reached the limit of tokens" };
    case "max_turn_requests":
      return { outcome: "failed", reason: reason ?? "the turn reached the limit of requests" };
    default:
      return reason === undefined ? { outcome: "succeeded" } : { outcome: "failed", reason };
  }
}
