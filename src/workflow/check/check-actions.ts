/** Actions where they have no meaning, and commands and guards that do not do what they seem to. */
import type { Draft } from "./draft.ts";
import { type Problem, problem } from "./problem.ts";
import { commandsOf, guardsOf, standingActionsOf } from "./walk-draft.ts";

/** What a shell would replace. */
const VARIABLE = /\$\{?SMLLM_/;

/**
 * Actions that sharing may add to the states. They are repeated where machines are kept and compiled: a
 * few lines that name each other's lists could fill a disk.
 */
const MAX_SHARED_ACTIONS = 20_000;

export function checkActions(draft: Draft): readonly Problem[] {
  return [
    ...checkSetRef(draft),
    ...checkSharing(draft),
    ...checkCommands(draft),
    ...checkVisits(draft),
  ];
}

function checkSetRef(draft: Draft): readonly Problem[] {
  const always = draft.states.flatMap((state) => state.always.flatMap(({ actions }) => actions));
  return [...standingActionsOf(draft), ...always]
    .filter(({ kind }) => kind === "setRef")
    .map(({ at }) => {
      const hint = "it belongs in the actions of a transition in on, which brings the ref";
      return problem("error", "CFG-4", at, "setRef has no event here to take the ref from", hint);
    });
}

function checkSharing({ shared, statesAt }: Draft): readonly Problem[] {
  const counts = shared.map(
    ({ states, entry, exit }) => states.length * Math.max(1, entry.length + exit.length),
  );
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (count <= MAX_SHARED_ACTIONS) return [];
  const message = `sharedActions add ${count} actions to the states, more than ${MAX_SHARED_ACTIONS}`;
  return [problem("error", "CFG-11", statesAt, message)];
}

function checkCommands(draft: Draft): readonly Problem[] {
  return commandsOf(draft).flatMap(({ run: { value, at } }) => {
    if (typeof value === "string") return [];
    if (value.length > 0 && value[0]?.trim() === "") {
      return [problem("error", "DEC-4", at, "the program to run has no name")];
    }
    if (!value.some((word) => VARIABLE.test(word))) return [];
    const message = "a list is run without a shell, so $SMLLM_ stays as it is written";
    return [problem("warning", "DEC-9", at, message, "write the command as one text")];
  });
}

function checkVisits(draft: Draft): readonly Problem[] {
  return guardsOf(draft).flatMap((guard) => {
    if (guard.kind !== "visits" || guard.atLeast.value !== 0) return [];
    return [
      problem("warning", "CFG-5", guard.atLeast.at, "the guard always passes", "use 1 or more"),
    ];
  });
}
