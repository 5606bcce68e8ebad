import type { HarnessManifest } from "../harness.ts";

export const manifest: HarnessManifest = {
  id: "claude-code",
  name: "Claude Code",
  takesColor: true,
  trimsRows: true,
  // Two cells of inset at each side; `shared/claude-settings.ts` adds what the person asked for.
  keptCols: 4,
  boundAs: "claude",
  basis: "2.1.332, seen: a row of COLUMNS - 4 is shown whole, seven rows are, blanks are trimmed",
};
