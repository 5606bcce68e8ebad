/**
 * What is handed to the operating system to start a command. POSIX starts the person's program without
 * a shell; Windows starts it through one, since scripts and `.cmd` files are no programs there.
 */
import { existsSync } from "node:fs";
import { win32 } from "node:path";
import type { Argv } from "./tokenize.ts";

/** Environment variables, as an argument. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What to start. */
export interface Launch {
  readonly argv: Argv;
  /** Windows: the arguments are a finished command line that must not be quoted again. */
  readonly verbatim?: true;
}

/** The launch of a tokenised command. */
export function commandLaunch(argv: Argv, platform: NodeJS.Platform, env: Environment): Launch {
  if (platform !== "win32") return { argv };
  const line = argv.map(quoteForCmd).join(" ");
  // `/s` with one outer pair of quotes: cmd removes exactly that pair and keeps the inner ones.
  return { argv: [commandInterpreter(env), "/d", "/s", "/c", `"${line}"`], verbatim: true };
}

/**
 * The launch of a shell text as a harness runs it. POSIX: `/bin/sh -c`. Windows: Git's bash if it is
 * installed (`CLAUDE_CODE_GIT_BASH_PATH`, then the program folders), else PowerShell.
 */
export function shellLaunch(
  command: string,
  platform: NodeJS.Platform,
  env: Environment,
  exists: (path: string) => boolean = existsSync,
): Launch {
  if (platform !== "win32") return { argv: ["/bin/sh", "-c", command] };
  const bash = gitBashPlaces(env).find((path) => exists(path));
  if (bash !== undefined) return { argv: [bash, "-c", command] };
  return { argv: ["powershell.exe", "-NoProfile", "-NonInteractive", "-Command", command] };
}

/**
 * A token for cmd: quoted only where it holds a space or is empty, so that operators, which a person
 * writes as tokens of their own, keep their meaning.
 */
function quoteForCmd(token: string): string {
  if (token !== "" && !/[\s"]/u.test(token)) return token;
  // Backslashes before a quote, or before the closing one, count double for the started program.
  const escaped = token.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, "$&$&");
  return `"${escaped}"`;
}

/** Windows looks environment names up in any case. */
export function windowsVariable(env: Environment, name: string): string | undefined {
  const wanted = name.toUpperCase();
  for (const [key, value] of Object.entries(env)) {
    if (key.toUpperCase() === wanted && value !== undefined && value !== "") return value;
  }
  return undefined;
}

function commandInterpreter(env: Environment): string {
  return windowsVariable(env, "ComSpec") ?? "cmd.exe";
}

function gitBashPlaces(env: Environment): readonly string[] {
  const configured = windowsVariable(env, "CLAUDE_CODE_GIT_BASH_PATH");
  const places = configured === undefined ? [] : [configured];
  for (const name of ["ProgramFiles", "ProgramFiles(x86)"]) {
    const folder = windowsVariable(env, name);
    if (folder !== undefined) places.push(win32.join(folder, "Git", "bin", "bash.exe"));
  }
  const local = windowsVariable(env, "LocalAppData");
  if (local !== undefined) places.push(win32.join(local, "Programs", "Git", "bin", "bash.exe"));
  return places;
}
