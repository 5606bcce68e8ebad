import { panelCommand } from "./shared/panel-command.ts";

export const sessions = panelCommand("sessions", "sessions");
