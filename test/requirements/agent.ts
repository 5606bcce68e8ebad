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
  [
    "agent-says-simulator",
    "The built-in agent says before its first answer that it is a simulator",
    "issue 5, built-in agent",
  ],
  [
    "agent-deterministic",
    "The built-in agent gives the same answers to the same prompts",
    "issue 5, built-in agent",
  ],
  [
    "agent-reads-really",
    "Asked to read a file, the built-in agent really reads it through its client",
    "issue 5, built-in agent",
  ],
  [
    "agent-runs-really",
    "Asked to run a command, the built-in agent asks for permission and really runs it",
    "issue 5, built-in agent",
  ],
  [
    "agent-writes-really",
    "Asked to write a file, the built-in agent shows a diff, asks, and really writes it",
    "issue 5, built-in agent",
  ],
  ["agent-asks", "The built-in agent asks questions with forms", "issue 5, built-in agent"],
  [
    "agent-plans",
    "The built-in agent proposes a plan to approve and shows its steps",
    "issue 5, built-in agent",
  ],
  [
    "agent-delegates",
    "The built-in agent delegates to members, those in the background with a turn that brings the result",
    "issue 5, built-in agent",
  ],
  [
    "agent-wakes",
    "When tasks in the background have ended, the built-in agent begins a turn by itself",
    "issue 5, built-in agent",
  ],
  [
    "agent-ends",
    "The built-in agent fails, refuses, hangs and crashes when it is asked to, and is loaded again",
    "issue 5, built-in agent",
  ],
  [
    "agent-login",
    "The built-in agent pretends to need a login until the person has logged in",
    "issue 5, built-in agent",
  ],
  [
    "agent-usage",
    "The built-in agent reports usage, quota, compaction and retries",
    "issue 5, built-in agent",
  ],
  [
    "agent-steers",
    "The built-in agent takes more text into its running turn",
    "issue 5, built-in agent",
  ],
  [
    "agent-script-checked",
    "A script that is wrong is refused with the line and the key",
    "issue 5, built-in agent",
  ],
  [
    "agent-script-played",
    "The built-in agent plays the turns of a script",
    "issue 5, built-in agent",
  ],
  [
    "agent-script-documented",
    "Each step of a script stands in its document",
    "issue 5, built-in agent",
  ],
  [
    "agent-extension-documented",
    "The document of the ACP extension names each method, and its examples are read whole",
    "issue 5, built-in agent",
  ],
  [
    "agent-by-hand",
    "Run by hand in a terminal, the agent says what it is instead of waiting",
    "issue 5, built-in agent",
  ],
];
