/** Finds the program of a command as a shell does, with the exit codes of a shell where there is none. */
import { accessSync, constants, statSync } from "node:fs";
import { constants as system } from "node:os";
import { resolve } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";

/** Why a command cannot be started: 127 where there is no such program, 126 where it may not be run. */
export interface StartFailure {
  readonly code: 126 | 127;
  /** Without the command's name. */
  readonly reason: string;
}

/** Where `execvp` looks without a PATH. */
const DEFAULT_PATH = "/usr/bin:/bin";

/**
 * The path of the program, as a shell would hand it to the system: relative to `cwd` where the name
 * or the PATH is, since a script sees it as its `$0`.
 */
export function findCommand(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Result<string, StartFailure> {
  if (name === "") return failed({ code: 127, reason: "command not found" });
  if (name.includes("/")) return judge(name, cwd);
  let denied: Result<string, StartFailure> | undefined;
  for (const folder of (env.PATH ?? DEFAULT_PATH).split(":")) {
    const found = judge(`${folder || "."}/${name}`, cwd);
    if (found.ok) return found;
    if (found.reason.code === 126) denied ??= found;
  }
  return denied ?? failed({ code: 127, reason: "command not found" });
}

function judge(path: string, cwd: string): Result<string, StartFailure> {
  const place = resolve(cwd, path);
  try {
    if (statSync(place).isDirectory()) return failed({ code: 126, reason: "it is a folder" });
  } catch {
    return failed({ code: 127, reason: "no such file" });
  }
  try {
    accessSync(place, constants.X_OK);
    return ok(path);
  } catch {
    return failed({ code: 126, reason: "permission denied" });
  }
}

/** What the system said of a program that was found and could not be started; 0: nothing. */
export function startFailure(errno: number): StartFailure {
  const name = Object.entries(system.errno).find(([, number]) => number === errno)?.[0];
  return {
    code: errno === system.errno.ENOENT ? 127 : 126,
    reason: WORDS[name ?? ""] ?? name ?? "it could not be given a terminal",
  };
}

const WORDS: Readonly<Record<string, string>> = {
  // The file is there, so it is the program named after its `#!`.
  ENOENT: "its interpreter is missing",
  EACCES: "permission denied",
  E2BIG: "the arguments are too long",
  ENOMEM: "there is not enough memory",
  ENOEXEC: "it is no program of this system",
};
