import { panelCommand } from "./shared/panel-command.ts";

export const context = panelCommand("context", "context");
