/**
 * What the menu says of events and parameters that every machine has, where the author did not word
 * them. Values of outside in them are escaped, as guidance is written as it is.
 */
import { type NamedWork, namedWork } from "./lines.ts";
import { escaped } from "./quote.ts";

export const ENTER_GUIDANCE =
  "Start new work in a state machine, or go on with work that is known.";

export const MACHINE_PARAM_GUIDANCE = "The state machine to work in.";

export const REF_PARAM_GUIDANCE =
  "Which work: its id param as listed above, or the id of an instance. Leave it out for new work without one.";

export const STATE_PARAM_GUIDANCE =
  "One of the machine's entry points, to start there or to jump there.";

export const NOTE_PARAM_GUIDANCE = "What you wait for.";

export function yieldGuidance(state: string): string {
  return `Stop for now, to ask the user or to wait: the work stays in ${escaped(state)}.`;
}

export function pauseGuidance(work: NamedWork): string {
  return `Put ${namedWork(work)} aside and go to idle; it can be entered again later.`;
}

/** `fallback`: the state of the machine that takes what fits nowhere; absent: idle does. */
export function unmatchedGuidance(fallback: string | undefined): string {
  return fallback === undefined
    ? "Nothing here fits what you were asked: deal with it from idle, then fire resume to come back."
    : `Nothing here fits what you were asked: deal with it in ${escaped(fallback)}, then come back.`;
}

/** In the fallback state. */
export function resumeStateGuidance(state: string): string {
  return `Go back to ${escaped(state)}.`;
}

/** In idle. */
export function resumeWorkGuidance(work: NamedWork, state: string): string {
  return `Go back to ${namedWork(work)} at ${escaped(state)}.`;
}

export function listPausedGuidance(count: number): string {
  return `List all ${count} paused instances.`;
}
