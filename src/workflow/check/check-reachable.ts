/** States that nothing leads to, and machines that nothing completes. */
import type { Draft } from "./draft.ts";
import { type Problem, problem } from "./problem.ts";
import { shownName } from "./shown-name.ts";
import { transitionsOf } from "./walk-draft.ts";

export function checkReachable(draft: Draft): readonly Problem[] {
  const reached = reachedStates(draft);
  const unreached = draft.states.filter(({ name }) => !reached.has(name.value));
  const problems = unreached.map(({ name: { value, at }, final }) => {
    const message = `nothing leads to the ${final ? "final state" : "state"} ${shownName(value)}`;
    const hint = "let a transition lead there, or make it an entry point";
    return problem("warning", final ? "CFG-12" : "graph", at, message, hint);
  });
  if (draft.states.some(({ final }) => final)) return problems;
  const message = "no state is final, so no instance is ever completed";
  return [...problems, problem("info", "CFG-12", draft.statesAt, message)];
}

/** From the initial state, entry points and the fallback, along events and `always`. */
function reachedStates(draft: Draft): ReadonlySet<string> {
  const byName = new Map(draft.states.map((state) => [state.name.value, state]));
  const starts = draft.states.filter(
    ({ name, entryPoint, fallback }) =>
      entryPoint || fallback !== undefined || name.value === draft.initial.value,
  );
  // A set that grows while it is walked is walked to its end.
  const reached = new Set(starts.map(({ name }) => name.value));
  for (const name of reached) {
    const state = byName.get(name);
    for (const { target } of state === undefined ? [] : transitionsOf(state)) {
      if (target !== undefined) reached.add(target.value);
    }
  }
  return reached;
}
