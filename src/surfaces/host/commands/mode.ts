import { modeIntent, modesOf } from "../panels/shared/agent-choices.ts";
import type { SlashCommand } from "./command.ts";
import { completeChoices, findChoice, sayFailure, sayNone } from "./shared/choose.ts";

/** Chooses the mode: the one that is named, else from the panel. */
export const mode: SlashCommand = {
  name: "mode",
  argument: "[name]",
  async run(context, argument) {
    if (argument === "") return context.ui.openPanel("mode");
    const modes = modesOf(context.ports.runtime.session());
    if (modes === undefined) {
      return context.ui.notify(context.texts.panels.choice.modeEmpty, "warning");
    }
    const choice = findChoice(modes.choices, argument);
    if (choice === undefined) {
      return sayNone(
        context,
        argument,
        modes.choices.map(({ value }) => value),
      );
    }
    await sayFailure(context, context.ports.runtime.ask(modeIntent(modes, choice.value)));
  },
  complete: (context, prefix) =>
    completeChoices(modesOf(context.ports.runtime.session())?.choices ?? [], prefix),
};
