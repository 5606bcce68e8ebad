import type { CommandEntry } from "../command.ts";

/**
 * Every command of `smllm`, in the order in which help lists them. A name of two words makes a group:
 * `session list` and `session show`.
 */
export const SMLLM_COMMANDS: readonly CommandEntry[] = [
  {
    name: "completions",
    load: async () => (await import("./commands/completions.ts")).completions,
  },
  { name: "man", hidden: true, load: async () => (await import("./commands/man.ts")).man },
];
