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
  [
    "workspace-inside-served",
    "An agent reads and writes text files inside its workspace without a question",
    "issue 5, ACP client",
  ],
  [
    "workspace-outside-asks",
    "What is really outside the workspace, by dots, links or a hard link, needs the person's permission",
    "issue 5, accepted when 6",
  ],
  [
    "workspace-race-safe",
    "A link that is swapped in while a file is served lets no byte out of or into the outside",
    "issue 5, accepted when 6",
  ],
  [
    "workspace-regular-files-only",
    "Pipes, devices, folders, binaries and what is too large are neither read nor written",
    "issue 5, accepted when 6",
  ],
  [
    "workspace-terminal-served",
    "A program that an agent asks for runs in the workspace, with its output and its exit",
    "issue 5, ACP client",
  ],
  [
    "workspace-terminal-ended",
    "A terminal's program ends with its children when it is killed or released, and with its session",
    "issue 5, accepted when 5",
  ],
];
