import { saveTheme, THEMES } from "../panels/shared/save-theme.ts";
import type { SlashCommand } from "./command.ts";
import { completeWords } from "./shared/choose.ts";

/** Chooses the colours: those that are named, else from the panel. */
export const theme: SlashCommand = {
  name: "theme",
  argument: `[${THEMES.join("|")}]`,
  async run(context, argument) {
    if (argument === "") return context.ui.openPanel("theme");
    const chosen = THEMES.find((name) => name === argument.toLowerCase());
    if (chosen !== undefined) return await saveTheme(context, chosen);
    context.ui.notify(context.texts.commands.usage(`/theme [${THEMES.join("|")}]`), "warning");
  },
  complete: (_context, prefix) => completeWords(THEMES, prefix),
};
