/** Codex by its ACP adapter; seen with 0.16.0. It asks for permission before it names the tool call. */
import type { AgentSpec } from "../agent-spec.ts";

export const codex: AgentSpec = {
  name: "codex",
  title: "Codex",
  command: ["codex-acp"],
  hint: "npm install -g @zed-industries/codex-acp",
  quirks: {},
};
