/** A host in Node and Bun: commands of guards and actions run as processes, prompt files are read. */
import { resolve } from "node:path";
import { createMachineHost } from "../commands/machine-host.ts";
import type { CommandSpec } from "../machine.ts";
import type { EngineHost } from "./host.ts";

export interface NodeHostOptions {
  /**
   * Folder of the compiled file: relative prompt files and folders of commands are taken from it. The
   * folder of the process when absent.
   */
  readonly configDir?: string;
  /** Seconds for commands that do not say how long they may take; 60 when absent. */
  readonly timeoutSecs?: number;
}

/**
 * Runs every command of the machines on this machine, with the variables of this process and those of
 * the call: a text by the shell, a list without one. It waits for each, the whole process with it.
 */
export function nodeHost({ configDir = ".", timeoutSecs }: NodeHostOptions = {}): EngineHost {
  const { check, run, read, ...host } = createMachineHost({
    env: process.env,
    platform: process.platform,
    ...(timeoutSecs !== undefined && { timeoutSecs }),
  });
  const placed = (command: CommandSpec): CommandSpec =>
    command.cwd === undefined ? command : { ...command, cwd: resolve(configDir, command.cwd) };
  // A session that was bound without a folder works in that of the config.
  const folder = (cwd: string) => resolve(configDir, cwd);
  return {
    ...host,
    check: (kind, command, env, cwd) => check?.(kind, placed(command), env, folder(cwd)) ?? false,
    run: (kind, command, env, cwd) => run?.(kind, placed(command), env, folder(cwd)) ?? "",
    read: (file) => read?.(resolve(configDir, file)),
  };
}
