import type { RequirementRow } from "./row.ts";

/** What the host promises to programs that read its line. */
export const HOST_AUTOMATION: readonly RequirementRow[] = [
  [
    "record-never-mistaken",
    "A program that knows the `[V]` record alone is never told a wrong state, whatever turns it plays",
    "Status line configuration, machine-readable format",
  ],
];
