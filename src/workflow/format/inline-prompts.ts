/** Prompt files put into a machine as texts, so that it needs no file any more. */
import type { Action, ActionList, Machine, Prompt, State, Transition } from "../machine.ts";

export interface InlinedMachine {
  /** With texts alone; a prompt that could not be read is left out. */
  readonly machine: Machine;
  /** Absolute paths of prompts that must be there and could not be read, each once. */
  readonly missing: readonly string[];
}

/** The text of a prompt file by its absolute path; undefined where there is none. */
export type ReadPrompt = (file: string) => string | undefined;

/** The machine with its prompt files read, in their order. Throws what `read` throws. */
export function inlinePrompts(machine: Machine, read: ReadPrompt): InlinedMachine {
  const missing = new Set<string>();
  const inline = (action: Action): readonly Action[] => {
    if (action.kind !== "prompt") return [action];
    const prompt = inlinePrompt(action.prompt, read, missing);
    return prompt === undefined ? [] : [{ kind: "prompt", prompt }];
  };
  const states = machine.states.map((state) => inlineState(state, inline));
  return { machine: { ...machine, states }, missing: [...missing] };
}

/** One prompt as text; undefined and, unless it is optional, noted where it cannot be read. */
export function inlinePrompt(
  prompt: Prompt,
  read: ReadPrompt,
  missing: Set<string>,
): Prompt | undefined {
  if (!("file" in prompt)) return prompt;
  const text = read(prompt.file);
  if (text !== undefined) return { text };
  if (prompt.optional !== true) missing.add(prompt.file);
  return undefined;
}

type Inline = (action: Action) => readonly Action[];

function inlineState(state: State, inline: Inline): State {
  const lists = (all: readonly ActionList[]) =>
    all.map(({ where, actions }) => ({ where, actions: actions.flatMap(inline) }));
  const transitions = (all: readonly Transition[]) =>
    all.map((transition) => ({ ...transition, actions: transition.actions.flatMap(inline) }));
  return {
    ...state,
    entry: lists(state.entry),
    exit: lists(state.exit),
    on: state.on.map((handled) => ({
      ...handled,
      transitions: transitions(handled.transitions),
    })),
    always: transitions(state.always),
  };
}
