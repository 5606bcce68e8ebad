/**
 * Commands of guards and actions as processes, one at a time and waited for. Runs in Node and Bun.
 * Source: `smllm`, command guards and actions.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { errorCode, errorText } from "../../files/system-error.ts";
import type { CommandEnv } from "../engine/ports.ts";
import type { CommandSpec } from "../machine.ts";
import type { Environment } from "../places.ts";
import { type Keeper, SHELL, startKeeper } from "./keeper.ts";
import { LEADER_SCRIPT, TEXT_PRELUDE } from "./keeper-script.ts";
import { openOutputFile } from "./output-file.ts";

/** Seconds that a command may take when it does not say. */
const DEFAULT_TIMEOUT_SECS = 60;
/** The longest that timers of the runtimes take. */
const MAX_TIMEOUT_SECS = 2_147_483;
/** Where commands run. */
export interface CommandWorld {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** Where the output of a command is kept while it runs; the system's folder when absent. */
  readonly tempDir?: string;
  /** Seconds for commands that do not say. */
  readonly timeoutSecs?: number;
}

/** `detail` is one line for the agent, uncleaned. */
export type CommandOutcome =
  | { readonly kind: "passed" }
  | { readonly kind: "failed"; readonly detail: string };

/**
 * Runs it to its end: a text by the shell, a list as a program with arguments. Its input is empty, and what
 * it leaves running in the background holds nothing up. Too slow, the whole process group is killed, and so
 * it is when this process ends meanwhile, however it does. Never throws.
 */
export function runCommand(
  command: CommandSpec,
  values: CommandEnv,
  cwd: string,
  world: CommandWorld,
): CommandOutcome {
  const launch = launchOf(command.run, world);
  if (launch === undefined) return failedWith("the command is empty");
  const timeoutSecs = Math.min(
    command.timeoutSecs ?? world.timeoutSecs ?? DEFAULT_TIMEOUT_SECS,
    MAX_TIMEOUT_SECS,
  );
  const { platform } = world;
  const env = commandEnvironment(world.env, values, platform);
  const text = typeof command.run === "string" ? command.run : undefined;
  const run: Run = { launch, text, cwd: command.cwd ?? cwd, env, platform, timeoutSecs };
  const folder = resolve(world.tempDir ?? tmpdir());
  if (platform === "win32") return runAlone(run, folder);
  const keeper = startKeeper(folder, world.env.PATH);
  if (!keeper.ok) return noOutput(keeper.reason);
  return keeper.value === undefined ? runAlone(run, folder) : runKept(run, keeper.value);
}

interface Run {
  readonly launch: Launch;
  /** Of a command for the shell. */
  readonly text: string | undefined;
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly platform: NodeJS.Platform;
  readonly timeoutSecs: number;
}

/** With a keeper beside it, which ends it when we are gone. */
function runKept(run: Run, keeper: Keeper): CommandOutcome {
  const { outputFd, linesFd } = keeper;
  try {
    if (run.text === undefined && run.launch.program.startsWith("-")) {
      // It would be an option of `exec`.
      return failedWith(`could not start: ${NO_PROGRAM}`);
    }
    const launch = keptLaunch(run, keeper.folder);
    const { result, detail } = waited({ ...run, launch }, [outputFd, outputFd, linesFd]);
    if (detail !== undefined) return failedWith(detail);
    const isUnstarted = result.status !== 0 && keeper.isUnstarted();
    if (isUnstarted) return failedWith(`could not start: ${unstartedWords(result.status)}`);
    return outcomeOf(result, keeper.tail);
  } catch (error) {
    return failedWith(`could not start: ${startFault(error)}`);
  } finally {
    keeper.close();
  }
}

function keptLaunch({ launch, text, env }: Run, folder: string): Launch {
  if (text !== undefined) return { ...launch, args: ["-c", `${TEXT_PRELUDE}${text}`] };
  const { program, options } = shellFor(env);
  const args = [...options, "-c", LEADER_SCRIPT, folder, launch.program, ...launch.args];
  return { program, args, isVerbatim: false };
}

/** Where nobody can be asked to keep it: a timeout ends it, our own end does not. */
function runAlone(run: Run, folder: string): CommandOutcome {
  const output = openOutputFile(folder);
  if (!output.ok) return noOutput(output.reason);
  const { fd, tail, close } = output.value;
  try {
    const { result, detail } = waited(run, [fd, fd]);
    return detail === undefined ? outcomeOf(result, tail) : failedWith(detail);
  } catch (error) {
    return failedWith(`could not start: ${startFault(error)}`);
  } finally {
    close();
  }
}

/** `detail` when it was too slow. Throws what the runtime throws for values that no process can have. */
function waited({ launch, cwd, env, platform, timeoutSecs }: Run, fds: readonly number[]) {
  const result = spawnSync(launch.program, launch.args, {
    cwd,
    env,
    stdio: ["ignore", ...fds],
    timeout: timeoutSecs * 1000,
    killSignal: "SIGKILL",
    windowsHide: true,
    windowsVerbatimArguments: launch.isVerbatim,
    // A group of its own, so that a timeout reaches whatever it started. Not in the types of Node.
    ...({ detached: platform !== "win32" } as object),
  });
  if (errorCode(result.error) !== "ETIMEDOUT") return { result };
  endGroup(result.pid, platform);
  return { result, detail: `timed out after ${timeoutSecs}s` };
}

const BASH = "/bin/bash";

/**
 * Variables whose names no shell can have are lost in some shells, and with them to a program that is to
 * run without one; bash hands them on. With `-p` it takes neither options nor functions from variables.
 */
function shellFor(env: Record<string, string>): { program: string; options: readonly string[] } {
  const isPlain = Object.keys(env).every((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
  return isPlain || !fs.existsSync(BASH)
    ? { program: SHELL, options: [] }
    : { program: BASH, options: ["--posix", "-p"] };
}

/** By the exit codes that shells have for it. */
function unstartedWords(status: number | null): string {
  return status === 127 ? NO_PROGRAM : "no permission (EACCES)";
}

interface Launch {
  readonly program: string;
  readonly args: readonly string[];
  /** Windows: the arguments are the command line as it stands. */
  readonly isVerbatim: boolean;
}

/** Undefined for a command of no words. */
function launchOf(run: CommandSpec["run"], { env, platform }: CommandWorld): Launch | undefined {
  if (typeof run !== "string") {
    const [program, ...args] = run;
    return program === undefined || program === ""
      ? undefined
      : { program, args, isVerbatim: false };
  }
  if (run.trim() === "") return undefined;
  if (platform !== "win32") return { program: "sh", args: ["-c", run], isVerbatim: false };
  const shell = variable(env, "ComSpec", platform) ?? "cmd.exe";
  // `/s` with quotes around all of it: what is between them reaches cmd as it is written.
  return { program: shell, args: ["/d", "/s", "/c", `"${run}"`], isVerbatim: true };
}

/** Variables of another session's command are not those of this one; where the config is, stays known. */
const OWN_VARIABLE = /^SMLLM_(?!CONFIG$)/i;

/** What a command sees: the environment of the caller, with the variables of this call and no others of ours. */
export function commandEnvironment(
  env: Environment,
  values: CommandEnv,
  platform: NodeJS.Platform,
): Record<string, string> {
  const seen: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !OWN_VARIABLE.test(name)) seen[name] = value;
  }
  for (const [name, value] of Object.entries(values)) {
    // Windows takes the first of two names that differ in case.
    if (platform === "win32")
      for (const own of Object.keys(seen)) {
        if (own.toUpperCase() === name.toUpperCase()) delete seen[own];
      }
    seen[name] = value;
  }
  return seen;
}

function variable(env: Environment, name: string, platform: NodeJS.Platform): string | undefined {
  if (platform !== "win32") return env[name];
  const wanted = name.toUpperCase();
  const own = Object.keys(env).find((one) => one.toUpperCase() === wanted);
  return own === undefined ? undefined : env[own];
}

interface ProcessResult {
  readonly status: number | null;
  readonly signal: string | null;
  readonly error?: Error;
}

function outcomeOf({ status, signal, error }: ProcessResult, tail: () => string): CommandOutcome {
  if (error !== undefined) return failedWith(`could not start: ${startFault(error)}`);
  if (signal !== null) return failedWith(`killed by ${signal}${tail()}`);
  if (status === 0) return { kind: "passed" };
  return failedWith(`exited ${status}${tail()}`);
}

function noOutput(why: string): CommandOutcome {
  return failedWith(`could not start: no place for its output: ${why}`);
}

function failedWith(detail: string): CommandOutcome {
  return { kind: "failed", detail };
}

const NO_PROGRAM = "no such program, or no such directory to run it in";

const START_WORDS: Readonly<Record<string, string>> = {
  ENOENT: NO_PROGRAM,
  E2BIG: "its arguments and variables are too large",
};

function startFault(error: unknown): string {
  return START_WORDS[errorCode(error)] ?? errorText(error);
}

/** The command itself is dead by now; its group may live on. */
function endGroup(pid: number, platform: NodeJS.Platform): void {
  if (pid <= 0) return;
  try {
    if (platform !== "win32") process.kill(-pid, "SIGKILL");
  } catch {
    // Nobody of the group is left.
  }
}
