/** What `/statusline` and the other panels of the host promise. */
import type { RequirementRow } from "./row.ts";

export const HOST_PANELS: readonly RequirementRow[] = [
  [
    "panel-described-twice",
    "Every item is described in English and in Simplified Chinese",
    "seed 000 Quick setup",
  ],
];
