import type { HarnessManifest } from "../harness.ts";

export const manifest: HarnessManifest = {
  id: "codex",
  name: "Codex",
  // A provider answers with text nodes, not with bytes for a terminal.
  takesColor: false,
  trimsRows: false,
  keptCols: 0,
  maxRows: 1,
  boundAs: "codex",
  basis: "0.171.0, read: the experimental status line provider",
};
