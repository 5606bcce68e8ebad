import { panelCommand } from "./shared/panel-command.ts";

export const session = panelCommand("session", "session");
