/**
 * Gemini CLI; seen with 0.61.0. It asks for permission without naming a tool call before, and reports
 * no usage but `_meta.quota` in the answer to a prompt. It answers `session/load` before it replays.
 */
import type { AgentSpec } from "../agent-spec.ts";

export const gemini: AgentSpec = {
  name: "gemini",
  title: "Gemini CLI",
  command: ["gemini", "--acp"],
  hint: "npm install -g @google/gemini-cli",
  quirks: { startTimeoutMs: 60_000, replaysLate: true },
};
