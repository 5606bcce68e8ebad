import type { CommandEntry } from "../command.ts";

/**
 * Every command of `smllm`, in the order in which help lists them. A name of two words makes a group:
 * `session list` and `session show`.
 */
export const SMLLM_COMMANDS: readonly CommandEntry[] = [
  { name: "init", load: async () => (await import("./commands/init.ts")).init },
  { name: "new", load: async () => (await import("./commands/new.ts")).newMachine },
  { name: "validate", load: async () => (await import("./commands/validate.ts")).validate },
  { name: "fire", load: async () => (await import("./commands/fire.ts")).fire },
  {
    name: "session list",
    load: async () => (await import("./commands/session-list.ts")).sessionList,
  },
  {
    name: "session show",
    load: async () => (await import("./commands/session-show.ts")).sessionShow,
  },
  {
    name: "instance list",
    load: async () => (await import("./commands/instance-list.ts")).instanceList,
  },
  {
    name: "instance show",
    load: async () => (await import("./commands/instance-show.ts")).instanceShow,
  },
  { name: "graph", load: async () => (await import("./commands/graph.ts")).graph },
  {
    name: "harness install",
    load: async () => (await import("./commands/harness-install.ts")).harnessInstall,
  },
  {
    name: "harness status",
    load: async () => (await import("./commands/harness-status.ts")).harnessStatus,
  },
  { name: "statusline", load: async () => (await import("./commands/statusline.ts")).statusline },
  { name: "compile", load: async () => (await import("./commands/compile.ts")).compile },
  { name: "info schema", load: async () => (await import("./commands/info-schema.ts")).infoSchema },
  {
    name: "completions",
    load: async () => (await import("./commands/completions.ts")).completions,
  },
  {
    name: "harness hook",
    hidden: true,
    load: async () => (await import("./commands/harness-hook.ts")).harnessHook,
  },
  { name: "mcp", hidden: true, load: async () => (await import("./commands/mcp.ts")).mcp },
  { name: "man", hidden: true, load: async () => (await import("./commands/man.ts")).man },
];
