/**
 * Where the program's own files live. A pure function of the environment: nothing is looked up, made
 * or checked on disk, so that a machine without a home still gets an answer ("nowhere").
 */
import { posix, win32 } from "node:path";
import { known } from "../base/shape.ts";

/** Absolute paths; a member is absent when the environment gives no place for it. */
export interface FilePaths {
  /** The person's `config.yaml`. */
  readonly configFile?: string;
  /** Sessions seen, bindings, locks. */
  readonly stateDir?: string;
  /** May be deleted at any time. */
  readonly cacheDir?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A drive or a share: `\x` and Git Bash's `/c/x` name no fixed place on Windows. */
const WINDOWS_ABSOLUTE = /^(?:[a-z]:[\\/]|\\\\[^\\])/i;

/**
 * The places of config, state and cache. `TELLTALE_HOME` wins and holds all three; then each has its
 * `XDG_*_HOME`; then a folder below the home. A value that is empty, relative or holds a NUL is
 * treated as unset, so no file ever lands in the working directory.
 *
 * Windows: the home is `USERPROFILE` (never `HOME`, which Git Bash sets to a path of its own kind);
 * config goes to `APPDATA`, which roams, state and cache to `LOCALAPPDATA`, which does not; without
 * them the places below the home are those of the other systems.
 */
export function filePaths(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): FilePaths {
  const path = platform === "win32" ? win32 : posix;
  const own = absolute(env, "TELLTALE_HOME", platform);
  if (own !== undefined) {
    return {
      configFile: path.join(own, "config.yaml"),
      stateDir: path.join(own, "state"),
      cacheDir: path.join(own, "cache"),
    };
  }
  const { configDir, stateDir, cacheDir } = programFolders(env, platform, "telltale");
  return known({
    configFile: configDir === undefined ? undefined : path.join(configDir, "config.yaml"),
    stateDir,
    cacheDir,
  });
}

/** Absolute paths; a member is absent when the environment gives no place for it. */
export interface ProgramFolders {
  readonly configDir?: string;
  readonly stateDir?: string;
  readonly cacheDir?: string;
}

/** The same for a program of that name, as `filePaths` says, with no folder of its own for all three. */
export function programFolders(
  env: Environment,
  platform: NodeJS.Platform,
  program: string,
): ProgramFolders {
  const windows = platform === "win32";
  const path = windows ? win32 : posix;
  const home = absolute(env, windows ? "USERPROFILE" : "HOME", platform);
  const below = (base: string | undefined, ...parts: string[]): string | undefined =>
    base === undefined ? undefined : path.join(base, ...parts);
  const xdg = (name: string): string | undefined => absolute(env, name, platform);
  const roaming = windows ? absolute(env, "APPDATA", platform) : undefined;
  const local = windows ? absolute(env, "LOCALAPPDATA", platform) : undefined;
  return known({
    configDir: below(xdg("XDG_CONFIG_HOME") ?? roaming ?? below(home, ".config"), program),
    stateDir:
      below(xdg("XDG_STATE_HOME"), program) ??
      below(local, program, "state") ??
      below(home, ".local", "state", program),
    cacheDir:
      below(xdg("XDG_CACHE_HOME"), program) ??
      below(local, program, "cache") ??
      below(home, ".cache", program),
  });
}

function absolute(env: Environment, name: string, platform: NodeJS.Platform): string | undefined {
  const value = env[name];
  if (value === undefined || value.includes("\0")) return undefined;
  const isFixed = platform === "win32" ? WINDOWS_ABSOLUTE.test(value) : value.startsWith("/");
  return isFixed ? value : undefined;
}
