/** What hooks have kept of a session, and what its harness says of itself, read together. */
import type { Observation } from "../../sources/sessions/observation.ts";
import { CONFIRMING_MS, openEnd } from "../../sources/sessions/open-end.ts";
import { readSession } from "../../sources/sessions/store.ts";
import type { StoredSession } from "../../sources/sessions/stored-session.ts";
import type { Call } from "./call.ts";

/** How often it is looked whether the harness has confirmed an end: seen at once by a person. */
const LOOK_MS = 50;

/** Two witnesses of a session; absent: it has told nothing. */
export interface SessionState {
  readonly stored: StoredSession | undefined;
  readonly observed: Observation | undefined;
}

/** What they say now. */
export function readState(call: Call, sessionId: string): SessionState {
  const { stateDir } = call.paths;
  const stored = stateDir === undefined ? undefined : readSession(stateDir, sessionId);
  const { io, harness } = call;
  const told = harness?.observe?.({ env: io.env, sessionId });
  return { stored, observed: told && { ...told, readAtMs: io.nowMs() } };
}

/**
 * What they say once it is certain whether the turn has ended, for what a script acts upon: the line is
 * often drawn in the moment between the hook of an end and the harness's own word of it, and may not be
 * drawn again for long. Nothing is waited for where nothing is open.
 */
export async function readCertainState(call: Call, sessionId: string): Promise<SessionState> {
  // Counted and not measured: a clock that is set back must not make it wait for ever.
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    const state = readState(call, sessionId);
    const { stored, observed } = state;
    const open = stored && observed && openEnd(stored, observed);
    if (open === undefined || waitedMs > CONFIRMING_MS) return state;
    if ((observed?.readAtMs ?? 0) - open.toldAtMs >= CONFIRMING_MS) return state;
    await Bun.sleep(LOOK_MS);
  }
}
