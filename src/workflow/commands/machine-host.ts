/** The host of the command line and the server: files are read, and commands run on this machine. */
import type { Host } from "../engine/ports.ts";
import { createReadingHost } from "./reading-host.ts";
import { type CommandWorld, runCommand } from "./run-command.ts";

export function createMachineHost(world: CommandWorld): Host {
  return {
    ...createReadingHost(),
    supports: (kind) => kind === "command",
    check: (_kind, command, env, cwd) => {
      const outcome = runCommand(command, env, cwd, world);
      return outcome.kind === "passed"
        ? { passed: true }
        : { passed: false, detail: outcome.detail };
    },
    run: (_kind, command, env, cwd) => {
      const outcome = runCommand(command, env, cwd, world);
      return outcome.kind === "passed" ? "" : outcome.detail;
    },
  };
}
