/** The agents that are known; the first is the default. */
import type { AgentSpec } from "./agent-spec.ts";
import { claude } from "./agents/claude.ts";
import { codex } from "./agents/codex.ts";
import { copilot } from "./agents/copilot.ts";
import { gemini } from "./agents/gemini.ts";
import { opencode } from "./agents/opencode.ts";
import { pi } from "./agents/pi.ts";
import { qwen } from "./agents/qwen.ts";
import { telltale } from "./agents/telltale.ts";

export const KNOWN_AGENTS: readonly AgentSpec[] = [
  telltale,
  claude,
  codex,
  gemini,
  opencode,
  pi,
  copilot,
  qwen,
];
