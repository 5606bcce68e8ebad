import { panelCommand } from "./shared/panel-command.ts";

export const help = panelCommand("help", "help");
