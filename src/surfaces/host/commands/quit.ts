import type { SlashCommand } from "./command.ts";

export const quit: SlashCommand = { name: "quit", aliases: ["exit"], run: ({ ui }) => ui.quit() };
