/** Claude Code by its ACP adapter; seen with 0.101.0. It starts in mode `auto`, which asks for nothing. */
import type { AgentSpec } from "../agent-spec.ts";

export const claude: AgentSpec = {
  name: "claude",
  title: "Claude Code",
  command: ["claude-agent-acp"],
  hint: "npm install -g @agentclientprotocol/claude-agent-acp",
  quirks: {
    initialMode: "default",
    silentModes: ["auto"],
    delegateTools: ["Task", "Agent"],
    planTitles: ["Ready to code?"],
    startTimeoutMs: 60_000,
    steerMeta: "_session/steering",
  },
};
