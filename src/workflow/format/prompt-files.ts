/** The prompt files of a machine with the places that name them, for whoever can open them. */
import type { Draft, DraftAction, Place, Placed } from "../check/draft.ts";
import { hasImpliedPrompt, impliedPromptFile } from "./build-machine.ts";

export interface PromptFile {
  /** Absolute; the same as in the machine. */
  readonly file: string;
  /** As the author wrote it. */
  readonly written: string;
  readonly at: Place;
  /** Nothing is wrong when it is not there: the implied `enter-<STATE>.md`. */
  readonly isOptional: boolean;
}

/** In file order, one for each mention. `beside` makes a path absolute. */
export function promptFilesOf(
  draft: Draft,
  beside: (path: string) => string,
): readonly PromptFile[] {
  const named = (actions: readonly DraftAction[]): readonly PromptFile[] =>
    actions.flatMap((action) =>
      action.kind === "prompt" && action.file !== undefined ? [use(action.file, false)] : [],
    );
  const use = ({ value, at }: Placed, isOptional: boolean): PromptFile => ({
    file: beside(value),
    written: value,
    at,
    isOptional,
  });
  const shared = draft.shared.flatMap(({ entry, exit }) => [...entry, ...exit]);
  const ofStates = draft.states.flatMap((state) => {
    const events = state.on.flatMap(({ transitions }) => transitions);
    const moves = [...events, ...state.always].flatMap(({ actions }) => actions);
    const { value: name, at } = state.name;
    const implied = hasImpliedPrompt(state)
      ? [use({ value: impliedPromptFile(name), at }, true)]
      : [];
    return [...implied, ...named([...state.entry, ...state.exit, ...moves])];
  });
  return [...named(shared), ...ofStates];
}
