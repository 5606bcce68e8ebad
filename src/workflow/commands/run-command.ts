/**
 * Commands of guards and actions as processes, one at a time and waited for. Runs in Node and Bun.
 * Source: `smllm`, command guards and actions.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode, errorText } from "../../files/system-error.ts";
import type { CommandEnv } from "../engine/ports.ts";
import type { CommandSpec } from "../machine.ts";
import type { Environment } from "../places.ts";

/** Seconds that a command may take when it does not say. */
const DEFAULT_TIMEOUT_SECS = 60;
/** The longest that timers of the runtimes take. */
const MAX_TIMEOUT_SECS = 2_147_483;
/** Characters of a failed command's output that the agent is shown. */
const TAIL_UNITS = 400;
/** As many bytes as that many characters can have, and what becomes one blank. */
const TAIL_BYTES = 8192;

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
 * Runs it to its end: a text by the shell, a list as a program with arguments. Its input is empty; its
 * output goes to a file that nobody waits for, so that what it leaves running in the background holds
 * nothing up. Too slow, the whole process group is killed. Never throws.
 */
export function runCommand(
  command: CommandSpec,
  values: CommandEnv,
  cwd: string,
  world: CommandWorld,
): CommandOutcome {
  const launch = launchOf(command.run, world);
  if (launch === undefined) return failedWith("the command is empty");
  const output = openOutput(world.tempDir ?? tmpdir());
  if (typeof output === "string") return failedWith(`could not start: ${output}`);
  const timeoutSecs = Math.min(
    command.timeoutSecs ?? world.timeoutSecs ?? DEFAULT_TIMEOUT_SECS,
    MAX_TIMEOUT_SECS,
  );
  try {
    const result = spawnSync(launch.program, launch.args, {
      cwd: command.cwd ?? cwd,
      env: commandEnvironment(world.env, values, world.platform),
      stdio: ["ignore", output.fd, output.fd],
      timeout: timeoutSecs * 1000,
      killSignal: "SIGKILL",
      windowsHide: true,
      windowsVerbatimArguments: launch.isVerbatim,
      // A group of its own, so that a timeout reaches whatever it started. Not in the types of Node.
      ...({ detached: world.platform !== "win32" } as object),
    });
    if (errorCode(result.error) === "ETIMEDOUT") {
      endGroup(result.pid, world.platform);
      return failedWith(`timed out after ${timeoutSecs}s`);
    }
    return outcomeOf(result, () => tailOf(output.fd));
  } catch (error) {
    return failedWith(`could not start: ${startFault(error)}`);
  } finally {
    output.close();
  }
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

interface Output {
  readonly fd: number;
  readonly close: () => void;
}

/** A file without a name, or why there is none. Killed with us, nothing of it is left. */
function openOutput(folder: string): Output | string {
  const random = crypto.getRandomValues(new Uint32Array(2)).join("-");
  const path = join(folder, `smllm-output-${process.pid}-${random}`);
  try {
    const fd = fs.openSync(path, "ax+", 0o600);
    let isNamed = !removed(path);
    return {
      fd,
      close: () => {
        emptied(fd);
        fs.closeSync(fd);
        if (isNamed) isNamed = !removed(path);
      },
    };
  } catch (error) {
    return `no place for its output: ${errorText(error)}`;
  }
}

/** What was left running may hold the file open for days; it need not hold what was printed so far. */
function emptied(fd: number): void {
  try {
    fs.ftruncateSync(fd, 0);
  } catch {
    // It goes with the last who holds it.
  }
}

/** Windows keeps the name of a file that is open. */
function removed(path: string): boolean {
  try {
    fs.unlinkSync(path);
    return true;
  } catch {
    return false;
  }
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

function failedWith(detail: string): CommandOutcome {
  return { kind: "failed", detail };
}

const START_WORDS: Readonly<Record<string, string>> = {
  ENOENT: "no such program, or no such directory to run it in",
  E2BIG: "its arguments and variables are too large",
};

function startFault(error: unknown): string {
  return START_WORDS[errorCode(error)] ?? errorText(error);
}

/** `: ` and the last characters of the output on one line; empty where there was none. */
function tailOf(fd: number): string {
  const size = fs.fstatSync(fd).size;
  const bytes = new Uint8Array(Math.min(size, TAIL_BYTES));
  const count = fs.readSync(fd, bytes, 0, bytes.length, Math.max(0, size - TAIL_BYTES));
  const text = new TextDecoder().decode(bytes.subarray(0, count)).replace(/\s+/g, " ").trim();
  if (text === "") return "";
  const characters = [...text].slice(-TAIL_UNITS).join("");
  return `: ${characters.trim()}`;
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
