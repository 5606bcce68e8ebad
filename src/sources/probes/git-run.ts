/**
 * Runs one reading Git command in a repository that is not trusted, for a bounded time and with
 * bounded output. POSIX: in a process group of its own, so that nothing it started stays behind.
 *
 * What a repository configures cannot run: fsmonitor hooks, other hooks, external diffs and textconv
 * (by the arguments of the caller), pagers, transports and lazy fetching; filters of its own by the settings
 * of `git-filters.ts`, which the caller gives. What remains: filters of submodules, whose work trees Git asks
 * about in processes of its own. Git itself refuses repositories of other owners
 * (`safe.directory`): they are found from the folder, never named with `--git-dir`, which would skip
 * that check.
 */
import fs from "node:fs";
import { posix, win32 } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** How to run Git. */
export interface GitRunOptions {
  /** Absolute path of the program, see {@link findGit}. */
  readonly git: string;
  /** A folder of the repository. */
  readonly cwd: string;
  readonly env: Environment;
  readonly limitMs: number;
  /** Settings that win over every configuration of the repository. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Ends the run early, as the limit does. */
  readonly signal?: AbortSignal;
}

/** How a run ended. `stopped`: by the signal. */
export type GitRun =
  | {
      readonly kind: "ended";
      readonly exitCode: number;
      readonly stdout: string;
      readonly stderr: string;
    }
  | { readonly kind: "too-slow" | "too-much" | "stopped" }
  | { readonly kind: "not-started"; readonly reason: string };

/** Some 300,000 changed paths; a repository with more gets no numbers. */
const STDOUT_MAX_BYTES = 32 * 1024 * 1024;
/** The first lines say what is wrong; the rest is read and forgotten. */
const STDERR_MAX_BYTES = 2048;
/** From the request to stop, on which Git removes its lock files, to the end by force. */
const STOP_GRACE_MS = 250;

const HARDENED: readonly string[] = [
  "--no-pager",
  "--no-optional-locks",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.untrackedCache=keep",
  "-c",
  `core.hooksPath=${process.platform === "win32" ? "NUL" : "/dev/null"}`,
];

/** The person's own settings of Git; all other `GIT_*` could point it elsewhere or make it write. */
const KEPT_GIT_VARIABLES: ReadonlySet<string> = new Set([
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_SYSTEM",
  "GIT_CONFIG_NOSYSTEM",
  "GIT_EXEC_PATH",
]);

/** The environment for Git: no locks, no questions, no network, English, nothing of another repository. */
export function gitEnvironment(env: Environment): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    const upper = name.toUpperCase();
    if (upper.startsWith("GIT_") && !KEPT_GIT_VARIABLES.has(upper)) continue;
    if (upper === "LANGUAGE" || upper === "SSH_ASKPASS") continue;
    out[name] = value;
  }
  return {
    ...out,
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    // Wins over every `protocol.*` of a configuration; there is no protocol of this name.
    GIT_ALLOW_PROTOCOL: "none",
  };
}

/** As `-c` does, for names that hold an equals sign too. */
function settingsEnvironment(settings: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(settings);
  if (entries.length === 0) return {};
  const out: Record<string, string> = { GIT_CONFIG_COUNT: String(entries.length) };
  for (const [at, [name, value]] of entries.entries()) {
    out[`GIT_CONFIG_KEY_${at}`] = name;
    out[`GIT_CONFIG_VALUE_${at}`] = value;
  }
  return out;
}

/**
 * The absolute path of `git`, from the absolute entries of PATH alone: a relative one (or, on
 * Windows, the current folder that comes first there) would run a program out of the repository.
 */
export function findGit(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const windows = platform === "win32";
  const path = env.PATH ?? (windows ? env.Path : undefined) ?? "";
  const rules = windows ? win32 : posix;
  for (const folder of path.split(rules.delimiter)) {
    if (!rules.isAbsolute(folder)) continue;
    const file = rules.join(folder, windows ? "git.exe" : "git");
    try {
      if (!fs.statSync(file).isFile()) continue;
      fs.accessSync(file, fs.constants.X_OK);
      return file;
    } catch {
      // Not here, or not ours to run: the next folder.
    }
  }
  return undefined;
}

/** Runs Git with `args` and gives what it printed. Never throws; no process is left when it ends. */
export async function runGit(args: readonly string[], options: GitRunOptions): Promise<GitRun> {
  if (options.signal?.aborted === true) return { kind: "stopped" };
  let child: Bun.Subprocess<"ignore", "pipe", "pipe">;
  try {
    child = Bun.spawn([options.git, ...HARDENED, ...args], {
      cwd: options.cwd,
      env: { ...gitEnvironment(options.env), ...settingsEnvironment(options.settings ?? {}) },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      detached: true,
    });
  } catch (error) {
    return { kind: "not-started", reason: error instanceof Error ? error.message : String(error) };
  }

  const stop = Promise.withResolvers<"too-slow" | "too-much" | "stopped">();
  const timer = setTimeout(() => stop.resolve("too-slow"), options.limitMs);
  const onAbort = (): void => stop.resolve("stopped");
  options.signal?.addEventListener("abort", onAbort);
  const stdout = collect(child.stdout, STDOUT_MAX_BYTES, () => stop.resolve("too-much"));
  const stderr = collect(child.stderr, STDERR_MAX_BYTES, () => {});
  try {
    const ended = Promise.all([child.exited, stdout.done, stderr.done]);
    const first = await Promise.race([ended, stop.promise]);
    if (typeof first === "string") {
      await endTree(child);
      return { kind: first };
    }
    return {
      kind: "ended",
      exitCode: first[0],
      stdout: stdout.text(),
      stderr: stderr.text().trim(),
    };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", onAbort);
    // Something that left the group may still hold the pipes; it must not hold us.
    stdout.cancel();
    stderr.cancel();
    child.unref();
  }
}

interface Collected {
  readonly done: Promise<void>;
  readonly text: () => string;
  readonly cancel: () => void;
}

/** Reads a stream to its end and keeps its first bytes. */
function collect(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  onOverflow: () => void,
): Collected {
  const chunks: Uint8Array[] = [];
  let keptBytes = 0;
  const reader = stream.getReader();
  const pump = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const room = maxBytes - keptBytes;
      if (value.length > room) onOverflow();
      if (room <= 0) continue;
      const kept = value.subarray(0, room);
      chunks.push(kept);
      keptBytes += kept.length;
    }
  };
  return {
    // A stream that breaks is a stream at its end: the exit code tells how it went.
    done: pump().catch(() => {}),
    text: () => Buffer.concat(chunks).toString("utf8"),
    cancel: () => void reader.cancel().catch(() => {}),
  };
}

async function endTree(child: Bun.Subprocess): Promise<void> {
  signalTree(child, "SIGTERM");
  const grace = Promise.withResolvers<void>();
  const timer = setTimeout(grace.resolve, STOP_GRACE_MS);
  await Promise.race([child.exited, grace.promise]);
  clearTimeout(timer);
  // Also when Git itself went in time: a filter that it started may have stayed in the group.
  signalTree(child, "SIGKILL");
}

function signalTree(child: Bun.Subprocess, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    if (process.platform !== "win32") {
      process.kill(-child.pid, signal);
    } else if (signal === "SIGKILL") {
      // Windows has neither process groups nor a request to stop; this ends the children as well.
      Bun.spawnSync(["taskkill", "/PID", String(child.pid), "/T", "/F"]);
    }
  } catch {
    // The whole group is gone.
  }
}
