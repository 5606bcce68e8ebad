import type { SlashCommand } from "./command.ts";
import { completeWords } from "./shared/choose.ts";

const WORDS: readonly string[] = ["on", "off"];

/** Switches between the main screen and a screen of its own, for this process alone. */
export const fullscreen: SlashCommand = {
  name: "fullscreen",
  argument: `[${WORDS.join("|")}]`,
  run({ ui, texts }, argument) {
    const word = argument.toLowerCase();
    if (word !== "" && !WORDS.includes(word)) {
      return ui.notify(texts.commands.usage(`/fullscreen [${WORDS.join("|")}]`), "warning");
    }
    const isOn = word === "" ? ui.screenMode() !== "fullscreen" : word === "on";
    ui.setScreenMode(isOn ? "fullscreen" : "regular");
  },
  complete: (_context, prefix) => completeWords(WORDS, prefix),
};
