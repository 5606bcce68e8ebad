/** Final states, fallbacks, candidates of events, and names that are taken. */
import { BUILT_IN_EVENTS } from "../machine.ts";
import type { Draft, DraftState, DraftTransition } from "./draft.ts";
import { type Problem, problem } from "./problem.ts";
import { RESERVED_PARAMS } from "./ref-param.ts";
import { shownName } from "./shown-name.ts";

export function checkStates(draft: Draft): readonly Problem[] {
  return [...draft.states.flatMap(checkState), ...checkFallbacks(draft), ...checkRefParam(draft)];
}

function checkState(state: DraftState): readonly Problem[] {
  return [
    ...checkFinal(state),
    ...state.on.flatMap(({ event, transitions }) => {
      const isTaken = BUILT_IN_EVENTS.some((name) => name === event.value);
      const taken = `every machine has an event ${event.value} already`;
      return [
        ...(isTaken ? [problem("error", "CFG-13", event.at, taken, "give it another name")] : []),
        ...checkLast(transitions),
      ];
    }),
    ...checkLast(state.always),
    ...checkMixed(state),
  ];
}

function checkFinal({ name, final, onAt, alwaysAt, fallback }: DraftState): readonly Problem[] {
  if (!final) return [];
  const leaves = `the final state ${shownName(name.value)} is never left`;
  const problems = [onAt, alwaysAt]
    .filter((at) => at !== undefined)
    .map((at) => problem("error", "CFG-12", at, leaves, "remove it, or the type final"));
  if (fallback === undefined) return problems;
  const message = "a final state cannot be the fallback";
  return [...problems, problem("error", "CFG-13", fallback, message, "nothing could resume there")];
}

/** Somebody must take the event when every guard says no. */
function checkLast(transitions: readonly DraftTransition[]): readonly Problem[] {
  const guard = transitions.at(-1)?.guard;
  if (guard === undefined) return [];
  const message =
    transitions.length === 1
      ? "a single transition has a guard"
      : "the last of the transitions has a guard";
  const hint = "add one without a guard behind it, for when no guard passes";
  return [problem("error", "CFG-13", guard.at, message, hint)];
}

function checkMixed({ final, onAt, alwaysAt }: DraftState): readonly Problem[] {
  if (final || onAt === undefined || alwaysAt === undefined) return [];
  const message = "always leaves the state before an event can come";
  return [problem("warning", "DEC-2", onAt, message, "remove one of on and always")];
}

function checkFallbacks(draft: Draft): readonly Problem[] {
  const [first, ...others] = draft.states.filter(({ fallback }) => fallback !== undefined);
  return others.flatMap(({ fallback }) => {
    if (first === undefined || fallback === undefined) return [];
    const message = `${shownName(first.name.value)} is the fallback already`;
    return [problem("error", "CFG-13", fallback, message, "a machine has at most one")];
  });
}

function checkRefParam({ refParam }: Draft): readonly Problem[] {
  if (refParam === undefined || !RESERVED_PARAMS.has(refParam.value)) return [];
  const message = `enter has a param ${refParam.value} of its own`;
  return [problem("error", "CFG-13", refParam.at, message, "give the ref another name")];
}
