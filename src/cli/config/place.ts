/** Which config file a call is about. */
import { resolve } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";
import { type ConfigPlace, configLockFile } from "../../config/write.ts";
import { filePaths } from "../../files/paths.ts";
import type { Invocation } from "../command.ts";

/** The file of `--config`, else the usual one; absent without a home. */
export function configFileOf({ options, io }: Invocation): string | undefined {
  const asked = options.config;
  if (typeof asked === "string" && asked !== "") return resolve(io.cwd, asked);
  return filePaths(io.env, io.platform).configFile;
}

/** The file and its lock, for writing. */
export function writablePlace(invocation: Invocation): Result<ConfigPlace> {
  const configFile = configFileOf(invocation);
  if (configFile === undefined) {
    return failed(
      "there is no place for a config file: set HOME or TELLTALE_HOME, or use --config",
    );
  }
  const { stateDir } = filePaths(invocation.io.env, invocation.io.platform);
  return ok({ configFile, lockFile: configLockFile(configFile, stateDir) });
}
