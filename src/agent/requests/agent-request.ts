/** The contract of what the simulator understands. To add one: a line in `registry.ts`. */
import type { acp } from "../../sources/acp/agent-side.ts";
import type { Turn } from "../turn.ts";

export interface AgentRequest {
  /** After the slash. */
  readonly name: string;
  /** What may stand behind the name. */
  readonly hint?: string;
  /** One sentence without a full stop. */
  readonly summary: string;
  /** Plain words that mean the same; their first group is what stands behind the name. */
  readonly words?: RegExp;
  /** Plays it; the reason why the turn ends, absent: it has ended well. */
  readonly run: (turn: Turn, rest: string) => Promise<acp.StopReason | undefined>;
}

/** The first whole number in a text, within bounds. */
export function numberIn(text: string, fallback: number, max: number): number {
  const found = /\d+/.exec(text)?.[0];
  return found === undefined ? fallback : Math.min(Number(found), max);
}
