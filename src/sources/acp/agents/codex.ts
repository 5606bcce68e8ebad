/**
 * Codex by its ACP adapter; seen with 0.16.0. It asks for permission before it names the tool call, and gives its
 * books with the command.
 */
import type { AgentSpec } from "../agent-spec.ts";

export const codex: AgentSpec = {
  name: "codex",
  title: "Codex",
  command: ["codex-acp"],
  hint: "npm install -g @zed-industries/codex-acp",
  quirks: {
    inputBooks: [
      "available_decisions",
      "call_id",
      "completed_at_ms",
      "parsed_cmd",
      "process_id",
      "proposed_execpolicy_amendment",
      "source",
      "started_at_ms",
      "turn_id",
    ],
  },
};
