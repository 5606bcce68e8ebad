/** Which files an installation is about: the folder of the scope, the config, the record beside it. */
import fs from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";
import { type Environment, workflowPlaces } from "../places.ts";
import type { HarnessFiles, InstallHarness, Scope } from "./harnesses/harness.ts";

/** Whose installation, seen from which folder. */
export interface InstallQuery {
  readonly harness: InstallHarness;
  readonly scope: Scope;
  readonly env: Environment;
  /** Absolute. */
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  /** A config that was named in the call; counts for the project. */
  readonly config?: string;
}

export interface InstallPlace {
  readonly files: HarnessFiles;
  /** Absolute; paths of `files` count from it. */
  readonly folder: string;
  /** Absolute; where a program keeps its own file, such as `~/.claude.json`. Absent without a home. */
  readonly programFolder?: string;
  /** Absolute; the user's folder of the harness. Absent without a home. */
  readonly userFolder?: string;
  /** `config.toml`, which holds the declined parts. Need not be there. */
  readonly configFile: string;
  /** `harness.toml` beside it. */
  readonly recordFile: string;
}

/** The place, or why there is none. */
export function installPlace(query: InstallQuery): Result<InstallPlace> {
  const { harness, scope } = query;
  const own = userFolders(query);
  const common = own === undefined ? {} : own;
  if (scope === "project") {
    const { root, configFile } = projectConfig(query);
    return ok({ ...common, ...beside(configFile), files: harness.project, folder: root });
  }
  if (harness.user === undefined) {
    return failed(`${harness.id} has no user scope; use --scope project`);
  }
  const configFile = workflowPlaces(query.env, query.platform).userConfig;
  if (configFile === undefined || own === undefined) {
    return failed("there is no home folder; set HOME");
  }
  const files = harness.user.files;
  return ok({ ...common, ...beside(configFile), files, folder: own.userFolder });
}

function beside(configFile: string): Pick<InstallPlace, "configFile" | "recordFile"> {
  return { configFile, recordFile: join(dirname(configFile), "harness.toml") };
}

/**
 * The folder that holds `.smllm/`, the nearest one above, else the working directory. A config that was
 * named stands for it: its folder, or the one above if that is called `.smllm`.
 */
function projectConfig({ env, cwd, config }: InstallQuery): {
  readonly root: string;
  readonly configFile: string;
} {
  const named = config ?? (env.SMLLM_CONFIG || undefined);
  if (named !== undefined) {
    const configFile = resolve(cwd, named);
    const folder = dirname(configFile);
    return { root: basename(folder) === ".smllm" ? dirname(folder) : folder, configFile };
  }
  const root = nearestRoot(cwd) ?? cwd;
  return { root, configFile: join(root, ".smllm", "config.toml") };
}

/** The nearest folder at or above that has a folder `.smllm`. */
function nearestRoot(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (isFolder(join(folder, ".smllm"))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** What cannot be looked at, such as a link in a circle, is none. */
function isFolder(path: string): boolean {
  try {
    return fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

function userFolders({
  harness,
  env,
  cwd,
  platform,
}: InstallQuery): { readonly userFolder: string; readonly programFolder: string } | undefined {
  if (harness.user === undefined) return undefined;
  const { folder, variable } = harness.user;
  const named = variable === undefined ? undefined : env[variable];
  if (named !== undefined && named !== "") {
    const userFolder = resolve(cwd, named);
    return { userFolder, programFolder: userFolder };
  }
  const home = platform === "win32" ? env.USERPROFILE : env.HOME;
  if (home === undefined || home === "") return undefined;
  return { userFolder: resolve(cwd, home, folder), programFolder: resolve(cwd, home) };
}
