/** OpenCode; seen with 1.18.33. It may ask twice for one tool call: for the folder, then for the tool. */
import type { AgentSpec } from "../agent-spec.ts";

export const opencode: AgentSpec = {
  name: "opencode",
  title: "OpenCode",
  command: ["opencode", "acp"],
  hint: "npm install -g opencode-ai",
  quirks: { delegateTools: ["task"], startTimeoutMs: 60_000 },
};
