import { panelCommand } from "./shared/panel-command.ts";

export const usage = panelCommand("usage", "usage");
