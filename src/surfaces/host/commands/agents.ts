import { panelCommand } from "./shared/panel-command.ts";

export const agents = panelCommand("agents", "agents");
