/**
 * Whether the end of a turn that hooks told of is its end. A harness runs all hooks of an end before it
 * takes the turn for over, and each of them may refuse: then the turn goes on, and no hook says so. What
 * it says of itself in its registry tells: it stays busy, as it was. Pure.
 */

import { isWorking } from "../../status/facts/agents.ts";
import type { Fact } from "../../status/facts/fact.ts";
import { basePhase } from "../../status/facts/turn.ts";
import type { Observation } from "./observation.ts";
import type { StoredSession } from "./stored-session.ts";

/**
 * From the end of a turn to the registry's word of it a tenth of a second goes by, and as long as the
 * hooks of others take, which seldom work for longer than this.
 */
export const CONFIRMING_MS = 5_000;

/**
 * The turn that may go on; undefined if none has ended, or its end is certain. A sub-agent or a task
 * other than a shell that goes on behind the turn keeps the registry busy as well, so that nothing can
 * be told from it then.
 */
export function openEnd(
  { snapshot: { turn, agents } }: StoredSession,
  registry: Observation,
): { readonly turnId?: string; readonly toldAtMs: number } | undefined {
  if (turn?.atMs === undefined || basePhase(turn) !== "settled") return undefined;
  if (turn.outcome !== "done" || registry.atMs > turn.atMs || !isBusy(registry)) return undefined;
  const isAlone = agents !== undefined && agents.backgroundTasks === agents.backgroundShells;
  if (!isAlone || agents.members.some(isWorking)) return undefined;
  return { ...(turn.id !== undefined && { turnId: turn.id }), toldAtMs: turn.atMs };
}

/** The fact that the turn goes on, where the registry was still busy when it must have known. */
export function refusedEnd(
  stored: StoredSession,
  registry: Observation,
): Extract<Fact, { kind: "turn-started" }> | undefined {
  const open = openEnd(stored, registry);
  const { readAtMs, atMs } = registry;
  if (open === undefined || readAtMs === undefined) return undefined;
  if (readAtMs - open.toldAtMs < CONFIRMING_MS) return undefined;
  const { turnId } = open;
  return { kind: "turn-started", ...(turnId !== undefined && { turnId }), atMs };
}

function isBusy({ facts }: Observation): boolean {
  return facts.some(({ kind }) => kind === "turn-started");
}
