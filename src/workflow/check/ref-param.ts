/** The parameter that carries the ref of an instance, and the events that set it. */
import type { Draft, DraftStateEvent } from "./draft.ts";

/** Name of the parameter when the machine gives none. */
const DEFAULT_REF_PARAM = "ref";

export function refParamOf(draft: Draft): string {
  return draft.refParam?.value ?? DEFAULT_REF_PARAM;
}

/** Events with a transition anywhere that sets the ref: these need the ref parameter everywhere. */
export function setRefEvents(draft: Draft): ReadonlySet<string> {
  const events = draft.states.flatMap((state) => state.on);
  return new Set(events.filter(setsRef).map(({ event }) => event.value));
}

function setsRef({ transitions }: DraftStateEvent): boolean {
  return transitions.some(({ actions }) => actions.some(({ kind }) => kind === "setRef"));
}

/** Params that `enter` has beside the ref. */
export const RESERVED_PARAMS: ReadonlySet<string> = new Set(["stateMachine", "state"]);
