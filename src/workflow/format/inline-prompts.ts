/** Prompt files of a machine as texts inside it, for a machine that is taken elsewhere. */
import type { Action, ActionList, Machine, Prompt, Transition } from "../machine.ts";
import { promptText } from "../prompt-size.ts";

/** Text by absolute path of its file; a file that is not in it was not there. */
export type PromptTexts = ReadonlyMap<string, string>;

/** The same machine without a prompt file; an optional one that is not there leaves nothing. */
export function inlinePrompts(machine: Machine, texts: PromptTexts): Machine {
  const list = (lists: readonly ActionList[]): readonly ActionList[] =>
    lists.map((one) => ({ ...one, actions: inlineActions(one.actions, texts) }));
  const moves = (transitions: readonly Transition[]): readonly Transition[] =>
    transitions.map((one) => ({ ...one, actions: inlineActions(one.actions, texts) }));
  return {
    ...machine,
    states: machine.states.map((state) => ({
      ...state,
      entry: list(state.entry).filter(({ actions }) => actions.length > 0),
      exit: list(state.exit).filter(({ actions }) => actions.length > 0),
      on: state.on.map((one) => ({ ...one, transitions: moves(one.transitions) })),
      always: moves(state.always),
    })),
  };
}

/** The text of a prompt; undefined where its file is not there. */
function inlinePrompt(prompt: Prompt, texts: PromptTexts): Prompt | undefined {
  if ("text" in prompt) return prompt;
  const text = texts.get(prompt.file);
  return text === undefined ? undefined : { text: promptText(text) };
}

function inlineActions(actions: readonly Action[], texts: PromptTexts): readonly Action[] {
  return actions.flatMap((action): readonly Action[] => {
    if (action.kind !== "prompt") return [action];
    const prompt = inlinePrompt(action.prompt, texts);
    return prompt === undefined ? [] : [{ kind: "prompt", prompt }];
  });
}
