/** Qwen Code, made from Gemini CLI and with its ways. It was not run here. */
import type { AgentSpec } from "../agent-spec.ts";

export const qwen: AgentSpec = {
  name: "qwen",
  title: "Qwen Code",
  command: ["qwen", "--acp"],
  hint: "npm install -g @qwen-code/qwen-code",
  quirks: { startTimeoutMs: 60_000, replaysLate: true },
};
