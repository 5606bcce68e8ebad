/**
 * pi by its ACP adapter; seen with 0.0.34. It reports a usage of 0 before the first prompt, asks for nothing,
 * and offers its levels of thinking as modes.
 */
import type { AgentSpec } from "../agent-spec.ts";

export const pi: AgentSpec = {
  name: "pi",
  title: "pi",
  command: ["pi-acp"],
  hint: "npm install -g pi-acp @earendil-works/pi-coding-agent",
  quirks: { ignoresZeroUsage: true, modesAreThinking: true, startTimeoutMs: 60_000 },
};
