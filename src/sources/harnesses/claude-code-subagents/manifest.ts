import type { HarnessManifest } from "../harness.ts";

export const manifest: HarnessManifest = {
  id: "claude-code-subagents",
  name: "Claude Code sub-agents",
  takesColor: true,
  trimsRows: true,
  // The payload says the width of a row itself, with everything taken off.
  keptCols: 4,
  basis: "2.1.332, payload seen; the surface is marked as deprecated there",
};
