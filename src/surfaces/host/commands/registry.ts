import type { SlashCommand } from "./command.ts";

/** Every slash command, in the order in which lists show them. */
export const COMMANDS: readonly SlashCommand[] = [];
