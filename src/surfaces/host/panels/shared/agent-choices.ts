/** What an agent offers to choose from, whichever way it offers it. */
import type { Intent } from "../../../../status/intent.ts";
import type { AgentOption, OptionChoice } from "../../../../wire/runtime/entities.ts";
import type { SessionState } from "../../../../wire/runtime/state.ts";

/** The option of a category; undefined if the agent has none, or the session is not known. */
export function optionOf(
  session: SessionState | undefined,
  category: string,
): AgentOption | undefined {
  return session?.options.find((option) => option.category === category);
}

/** The modes of an agent. `optionId`: it offers them as an option. */
export interface ModeChoices {
  readonly current: string;
  readonly choices: readonly OptionChoice[];
  readonly optionId?: string;
}

/** Modes, or the option that stands for them; undefined if there is neither. */
export function modesOf(session: SessionState | undefined): ModeChoices | undefined {
  const option = optionOf(session, "mode");
  if (session?.modes !== undefined && session.modes.available.length > 0) {
    const { current, pending, available } = session.modes;
    return { current: pending ?? current, choices: available };
  }
  if (option === undefined) return undefined;
  return { current: option.value, choices: option.choices, optionId: option.optionId };
}

/** What is asked of the agent to change its mode. */
export function modeIntent({ optionId }: ModeChoices, value: string): Intent {
  return optionId === undefined
    ? { kind: "set-mode", modeId: value }
    : { kind: "set-option", optionId, value };
}
