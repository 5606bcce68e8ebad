/** The configs of a call, found and loaded, for commands that work on machines and not on a session. */
import { failed, ok, type Result } from "../../base/result.ts";
import { findConfigs, passedOverConfig } from "../../workflow/configs/find-configs.ts";
import { type LoadedWithFiles, loadConfigs } from "../../workflow/configs/load.ts";
import type { LoadMode } from "../../workflow/configs/loaded.ts";
import { printable } from "../arguments.ts";
import type { Invocation } from "../command.ts";
import type { Io } from "../io.ts";

/** Said where a command needs a config and there is none. */
const NO_CONFIG = "there is no config here; smllm init makes one in this folder";

function ofAnother(path: string): string {
  const shown = printable(path);
  return `the config ${shown} is another user's and does not count; --config ${shown} uses it all the same`;
}

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
  if (paths.value.length > 0) return ok(loadConfigs(paths.value, mode));
  const other = passedOverConfig(io.cwd);
  return failed(other === undefined ? NO_CONFIG : ofAnother(other));
}
