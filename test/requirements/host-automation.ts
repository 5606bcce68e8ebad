import type { RequirementRow } from "./row.ts";

/** What the host promises to programs that read its line. */
export const HOST_AUTOMATION: readonly RequirementRow[] = [
  [
    "record-never-mistaken",
    "The `[V]` record alone never tells a program a wrong state, whatever turns are played",
    "Status line configuration, machine-readable format",
  ],
];
