import type { CommandEntry } from "../command.ts";

/** Every command, in the order in which help lists them. */
export const COMMANDS: readonly CommandEntry[] = [
  { name: "host", load: async () => (await import("./host.ts")).host },
  { name: "statusline", load: async () => (await import("./statusline.ts")).statusline },
  { name: "install", load: async () => (await import("./install.ts")).install },
  { name: "uninstall", load: async () => (await import("./uninstall.ts")).uninstall },
  { name: "doctor", load: async () => (await import("./doctor.ts")).doctor },
  { name: "config", load: async () => (await import("./config.ts")).config },
  { name: "demo", load: async () => (await import("./demo.ts")).demo },
  { name: "decode", load: async () => (await import("./decode.ts")).decode },
  { name: "report", load: async () => (await import("./report.ts")).report },
  { name: "run", load: async () => (await import("./run.ts")).run },
  { name: "spy", load: async () => (await import("./spy.ts")).spy },
  { name: "wait", load: async () => (await import("./wait.ts")).wait },
  { name: "serve", load: async () => (await import("./serve.ts")).serve },
  { name: "exec", load: async () => (await import("./exec.ts")).exec },
  { name: "hook", load: async () => (await import("./hook.ts")).hook },
  { name: "flow", load: async () => (await import("./flow.ts")).flow },
  { name: "agent", load: async () => (await import("./agent.ts")).agent },
  {
    name: "refresh-git",
    hidden: true,
    load: async () => (await import("./refresh-git.ts")).refreshGit,
  },
  {
    name: "terminal-leader",
    hidden: true,
    load: async () => (await import("./terminal-leader.ts")).terminalLeader,
  },
];
