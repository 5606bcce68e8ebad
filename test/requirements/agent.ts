import type { RequirementRow } from "./row.ts";

/** The processes of agents, what is served to them, and the agent of our own. */
export const AGENT: readonly RequirementRow[] = [
  [
    "agent-process-tree-ended",
    "An agent's process is ended with everything that it started, a child that left its group too",
    "trials 5",
  ],
  [
    "agent-process-dies-with-us",
    "No agent outlives the program that started it, even one that is killed",
    "trials 5",
  ],
];
