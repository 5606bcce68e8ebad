import type { CommandEntry } from "../command.ts";

/**
 * Every command of `smllm`, in the order in which help lists them. A name of two words makes a group:
 * `session list` and `session show`.
 */
export const SMLLM_COMMANDS: readonly CommandEntry[] = [
  { name: "init", load: async () => (await import("./commands/init.ts")).init },
  { name: "new", load: async () => (await import("./commands/new.ts")).newMachine },
  {
    name: "harness install",
    load: async () => (await import("./commands/harness-install.ts")).harnessInstall,
  },
  {
    name: "harness status",
    load: async () => (await import("./commands/harness-status.ts")).harnessStatus,
  },
  {
    name: "completions",
    load: async () => (await import("./commands/completions.ts")).completions,
  },
  { name: "man", hidden: true, load: async () => (await import("./commands/man.ts")).man },
];
