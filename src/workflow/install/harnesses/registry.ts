import { agentsMd } from "./agents-md.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { copilot } from "./copilot.ts";
import { cursor } from "./cursor.ts";
import { factory } from "./factory.ts";
import { gemini } from "./gemini.ts";
import type { InstallHarness } from "./harness.ts";
import { pi } from "./pi.ts";

/** Every harness that we can be installed into. */
export const INSTALL_HARNESSES: readonly InstallHarness[] = [
  claude,
  codex,
  copilot,
  gemini,
  cursor,
  factory,
  pi,
  agentsMd,
];
