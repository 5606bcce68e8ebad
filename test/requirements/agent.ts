import type { RequirementRow } from "./row.ts";

/** The processes of agents, what is served to them, and the agent of our own. */
export const AGENT: readonly RequirementRow[] = [
  [
    "agent-process-tree-ended",
    "An agent's process is ended with everything that it started, a child that left its group too",
    "Trials with real agents",
  ],
  [
    "agent-process-dies-with-us",
    "No agent outlives the program that started it, even one that is killed",
    "Trials with real agents",
  ],
  [
    "workspace-inside-served",
    "An agent reads and writes text files inside its workspace without a question",
    "The host, ACP client",
  ],
  [
    "workspace-outside-asks",
    "What is outside the workspace, by dots, links or a hard link, needs permission",
    "The host, accepted when 6",
  ],
  [
    "workspace-race-safe",
    "A link that is swapped in while a file is served lets no byte out of or into the outside",
    "The host, accepted when 6",
  ],
  [
    "workspace-regular-files-only",
    "Pipes, devices, folders, binaries and what is too large are neither read nor written",
    "The host, accepted when 6",
  ],
  [
    "workspace-terminal-served",
    "A program that an agent asks for runs in the workspace, with its output and its exit",
    "The host, ACP client",
  ],
  [
    "workspace-terminal-ended",
    "A terminal's program ends with its children when killed, released, or with its session",
    "The host, accepted when 5",
  ],
  [
    "agent-says-simulator",
    "The built-in agent says before its first answer that it is a simulator",
    "The host, built-in agent",
  ],
  [
    "agent-deterministic",
    "The built-in agent gives the same answers to the same prompts",
    "The host, built-in agent",
  ],
  [
    "agent-reads-really",
    "Asked to read a file, the built-in agent really reads it through its client",
    "The host, built-in agent",
  ],
  [
    "agent-runs-really",
    "Asked to run a command, the built-in agent asks for permission and really runs it",
    "The host, built-in agent",
  ],
  [
    "agent-writes-really",
    "Asked to write a file, the built-in agent shows a diff, asks, and really writes it",
    "The host, built-in agent",
  ],
  ["agent-asks", "The built-in agent asks questions with forms", "The host, built-in agent"],
  [
    "agent-plans",
    "The built-in agent proposes a plan to approve and shows its steps",
    "The host, built-in agent",
  ],
  [
    "agent-delegates",
    "The built-in agent delegates to members, also to some that report in a turn of their own",
    "The host, built-in agent",
  ],
  [
    "agent-wakes",
    "When tasks in the background have ended, the built-in agent begins a turn by itself",
    "The host, built-in agent",
  ],
  [
    "agent-ends",
    "The built-in agent fails, refuses, hangs and crashes when asked to, and is loaded again",
    "The host, built-in agent",
  ],
  [
    "agent-login",
    "The built-in agent pretends to need a login until the person has logged in",
    "The host, built-in agent",
  ],
  [
    "agent-usage",
    "The built-in agent reports usage, quota, compaction and retries",
    "The host, built-in agent",
  ],
  [
    "agent-steers",
    "The built-in agent takes more text into its running turn",
    "The host, built-in agent",
  ],
  [
    "agent-script-checked",
    "A script that is wrong is refused with the line and the key",
    "The host, built-in agent",
  ],
  [
    "agent-script-played",
    "The built-in agent plays the turns of a script",
    "The host, built-in agent",
  ],
  [
    "agent-script-documented",
    "Each step of a script stands in its document",
    "The host, built-in agent",
  ],
  [
    "agent-extension-documented",
    "The document of the ACP extension names each method, and its examples are read whole",
    "The host, built-in agent",
  ],
  [
    "agent-by-hand",
    "Run by hand in a terminal, the agent says what it is instead of waiting",
    "The host, built-in agent",
  ],
];
