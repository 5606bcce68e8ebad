import type { CommandWord } from "../../texts/commands.ts";
import type { SlashCommand } from "../command.ts";

/** A command that opens a panel, and does nothing else. */
export function panelCommand(name: CommandWord, panelId: string): SlashCommand {
  return {
    name,
    run: ({ ui }, argument) => ui.openPanel(panelId, argument),
  };
}
