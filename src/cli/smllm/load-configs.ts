/** The configs of a call, found and loaded, for commands that work on machines and not on a session. */
import { failed, ok, type Result } from "../../base/result.ts";
import { findConfigs } from "../../workflow/configs/find-configs.ts";
import { type LoadedWithFiles, loadConfigs } from "../../workflow/configs/load.ts";
import type { LoadMode } from "../../workflow/configs/loaded.ts";
import type { Invocation } from "../command.ts";
import type { Io } from "../io.ts";

/** Said where a command needs a config and there is none. */
const NO_CONFIG = "there is no config here; smllm init makes one in this folder";

/** Absolute paths of the configs that count; empty where there is none. */
export function configPaths(
  { env, cwd, platform }: Io,
  config: string | boolean | undefined,
): Promise<Result<readonly string[]>> {
  return findConfigs({
    env,
    cwd,
    platform,
    ...(typeof config === "string" && { config }),
  });
}

/** What the configs hold; the reason where there is none. */
export async function loadOwnConfigs(
  { io, options }: Pick<Invocation, "io" | "options">,
  mode: LoadMode,
): Promise<Result<LoadedWithFiles>> {
  const paths = await configPaths(io, options.config);
  if (!paths.ok) return paths;
  return paths.value.length === 0 ? failed(NO_CONFIG) : ok(loadConfigs(paths.value, mode));
}
