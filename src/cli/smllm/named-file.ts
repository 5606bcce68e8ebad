/** A file that a call names: a config, or a machine alone. */
import { resolve } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";
import { InputLog } from "../../workflow/configs/input-log.ts";
import { loadConfigs } from "../../workflow/configs/load.ts";
import { loadMachine } from "../../workflow/configs/load-machine.ts";
import type { LoadMode } from "../../workflow/configs/loaded.ts";
import type { Finding } from "../../workflow/finding.ts";
import type { Machine, Prompt } from "../../workflow/machine.ts";
import { printable } from "../arguments.ts";
import type { Io } from "../io.ts";
import { configPaths } from "./load-configs.ts";

/** A machine without errors, and the absolute path of its file. */
export interface NamedMachine {
  readonly machine: Machine;
  readonly file: string;
}

export interface NamedFile {
  readonly machines: readonly NamedMachine[];
  readonly idle: readonly Prompt[];
  readonly findings: readonly Finding[];
}

/**
 * Reads a file that ends in `.toml` as a config and every other one as a machine. Directories of commands
 * stay as they are written. The reason says that there is no such file, or none that can be read.
 */
export async function readNamedFile(
  path: string,
  mode: LoadMode,
  io: Io,
): Promise<Result<NamedFile>> {
  if (path === "") return failed("the path of the file is empty");
  if (path.toLowerCase().endsWith(".toml")) {
    const paths = await configPaths(io, path);
    if (!paths.ok) return paths;
    const { placed, set, findings } = loadConfigs(paths.value, mode, { cwd: "as-written" });
    return ok({ machines: placed, idle: set.idle, findings });
  }
  const file = resolve(io.cwd, path);
  const loaded = loadMachine(file, new InputLog(), { mode, cwd: "as-written" });
  switch (loaded.kind) {
    case "sound": {
      const { machine, findings } = loaded;
      return ok({ machines: [{ machine, file }], idle: [], findings });
    }
    case "broken":
      return ok({ machines: [], idle: [], findings: loaded.findings });
    case "unread":
      return failed(`the file ${printable(path)} ${loaded.problem}`);
    default:
      return loaded satisfies never;
  }
}
