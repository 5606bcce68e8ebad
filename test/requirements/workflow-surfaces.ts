/** What the row, the hooks and the tool of a workflow promise. */
import type { RequirementRow } from "./row.ts";

export const WORKFLOW_SURFACES: readonly RequirementRow[] = [
  // the row
  ["workflow-row", "The row names machine, state, visit and instance, or idle with counts", "Row"],
  ["workflow-row-color", "Each part of the row has its own colour unless NO_COLOR is set", "Row"],
  ["workflow-row-hostile", "Control characters in names become blanks in the row", "Row"],
];
