/**
 * Where the program's own files live. A pure function of the environment: nothing is looked up, made
 * or checked on disk, so that a machine without a home still gets an answer ("nowhere").
 */
import { posix, win32 } from "node:path";

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
  const windows = platform === "win32";
  const path = windows ? win32 : posix;
  const absolute = (name: string): string | undefined => {
    const value = env[name];
    if (value === undefined || value.includes("\0")) return undefined;
    return (windows ? WINDOWS_ABSOLUTE.test(value) : value.startsWith("/")) ? value : undefined;
  };

  const own = absolute("TELLTALE_HOME");
  if (own !== undefined) {
    return {
      configFile: path.join(own, "config.yaml"),
      stateDir: path.join(own, "state"),
      cacheDir: path.join(own, "cache"),
    };
  }

  const home = absolute(windows ? "USERPROFILE" : "HOME");
  const below = (base: string | undefined, ...parts: string[]): string | undefined =>
    base === undefined ? undefined : path.join(base, ...parts);
  const roaming = windows ? absolute("APPDATA") : undefined;
  const local = windows ? absolute("LOCALAPPDATA") : undefined;

  const configDir =
    below(absolute("XDG_CONFIG_HOME") ?? roaming, "telltale") ?? below(home, ".config", "telltale");
  const stateDir =
    below(absolute("XDG_STATE_HOME"), "telltale") ??
    below(local, "telltale", "state") ??
    below(home, ".local", "state", "telltale");
  const cacheDir =
    below(absolute("XDG_CACHE_HOME"), "telltale") ??
    below(local, "telltale", "cache") ??
    below(home, ".cache", "telltale");
  const configFile = below(configDir, "config.yaml");
  return {
    ...(configFile === undefined ? {} : { configFile }),
    ...(stateDir === undefined ? {} : { stateDir }),
    ...(cacheDir === undefined ? {} : { cacheDir }),
  };
}
