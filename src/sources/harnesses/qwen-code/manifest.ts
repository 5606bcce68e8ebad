import type { HarnessManifest } from "../harness.ts";

export const manifest: HarnessManifest = {
  id: "qwen-code",
  name: "Qwen Code",
  takesColor: true,
  trimsRows: true,
  keptCols: 4,
  maxRows: 2,
  basis:
    "0.24.4, read: two rows, dimmed and cut; what it keeps of the width is taken from Claude Code",
};
