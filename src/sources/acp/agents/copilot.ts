/** GitHub Copilot CLI. It was not run here. */
import type { AgentSpec } from "../agent-spec.ts";

export const copilot: AgentSpec = {
  name: "copilot",
  title: "GitHub Copilot",
  command: ["copilot", "--acp"],
  hint: "npm install -g @github/copilot",
  quirks: { startTimeoutMs: 60_000 },
};
