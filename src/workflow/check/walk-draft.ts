/** All transitions, actions and guards of a draft, wherever they stand. */
import type {
  Draft,
  DraftAction,
  DraftCommand,
  DraftGuard,
  DraftState,
  DraftTransition,
} from "./draft.ts";

/** Those of events in file order, then `always`. */
export function transitionsOf(state: DraftState): readonly DraftTransition[] {
  return [...state.on.flatMap(({ transitions }) => transitions), ...state.always];
}

export function guardsOf(draft: Draft): readonly DraftGuard[] {
  const transitions = draft.states.flatMap(transitionsOf);
  return transitions.map(({ guard }) => guard).filter((guard) => guard !== undefined);
}

/** Actions outside of transitions: of entries and exits, shared ones too. */
export function standingActionsOf(draft: Draft): readonly DraftAction[] {
  return [...draft.shared, ...draft.states].flatMap(({ entry, exit }) => [...entry, ...exit]);
}

function actionsOf(draft: Draft): readonly DraftAction[] {
  const transitions = draft.states.flatMap(transitionsOf);
  return [...standingActionsOf(draft), ...transitions.flatMap(({ actions }) => actions)];
}

/** Commands of actions and guards. */
export function commandsOf(draft: Draft): readonly DraftCommand[] {
  return [...actionsOf(draft), ...guardsOf(draft)].flatMap((part) =>
    part.kind === "command" ? [part.command] : [],
  );
}
