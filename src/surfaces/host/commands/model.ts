import { optionOf } from "../panels/shared/agent-choices.ts";
import type { SlashCommand } from "./command.ts";
import { completeChoices, findChoice, sayFailure, sayNone } from "./shared/choose.ts";

/** Chooses the model: the one that is named, else from the panel. */
export const model: SlashCommand = {
  name: "model",
  argument: "[name]",
  async run(context, argument) {
    if (argument === "") return context.ui.openPanel("model");
    const option = optionOf(context.ports.runtime.session(), "model");
    if (option === undefined) {
      return context.ui.notify(context.texts.panels.choice.modelEmpty, "warning");
    }
    const choice = findChoice(option.choices, argument);
    if (choice === undefined) {
      return sayNone(
        context,
        argument,
        option.choices.map(({ value }) => value),
      );
    }
    const { optionId } = option;
    const asked = { kind: "set-option", optionId, value: choice.value } as const;
    await sayFailure(context, context.ports.runtime.ask(asked));
  },
  complete: (context, prefix) =>
    completeChoices(optionOf(context.ports.runtime.session(), "model")?.choices ?? [], prefix),
};
