/**
 * Where `smllm` keeps what is the person's own: the user config, sessions and bindings, what may be
 * deleted at any time. A pure function of the environment. Source: `smllm`, config files and storage.
 */
import { known } from "../base/shape.ts";
import { type ProgramFolders, programFolders } from "../files/paths.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Absolute paths; a member is absent where the environment gives no place for it. */
export interface WorkflowPlaces {
  /** `$XDG_CONFIG_HOME/smllm/config.toml` or `~/.config/smllm/config.toml`. */
  readonly userConfig?: string;
  /** Sessions and bindings: `$XDG_STATE_HOME/smllm` or `~/.local/state/smllm`. */
  readonly stateDir?: string;
  /** What was read of configs, counts of large folders: `$XDG_CACHE_HOME/smllm` or `~/.cache/smllm`. */
  readonly cacheDir?: string;
}

/** Values that are empty, relative or hold a NUL count as unset. */
export function workflowPlaces(env: Environment, platform: NodeJS.Platform): WorkflowPlaces {
  const folders: ProgramFolders = programFolders(env, platform, "smllm");
  const separator = platform === "win32" ? "\\" : "/";
  const { configDir, stateDir, cacheDir } = folders;
  const userConfig = configDir && `${configDir}${separator}config.toml`;
  return known({ userConfig, stateDir, cacheDir });
}
