/** Runs a command of the settings as Claude Code runs it, and says all that can be seen of it. */
import { killTree, systemKillPorts } from "../../sources/custom-command/kill-tree.ts";
import { shellLaunch } from "../../sources/custom-command/launch.ts";
import { guardedFromSignals, rememberRun } from "../../sources/custom-command/live-runs.ts";
import type { Io } from "../io.ts";

/** What was seen of one run. */
export interface ShellRun {
  /** Absent if it could not be started, was ended by a signal, or took too long. */
  readonly exitCode?: number;
  readonly stdout: string;
  /** Only its beginning. */
  readonly stderr: string;
  readonly durationMs: number;
  /** Why there is no exit code. */
  readonly problem?: string;
}

/** Claude Code would wait for minutes; nobody looks at a row that is this old. */
const TIMEOUT_MS = 10_000;

/** More than any row; the rest is read and forgotten. */
const MAX_STDOUT_BYTES = 256 * 1024;
const MAX_STDERR_BYTES = 4096;

/** The size that the command is told where there is no terminal: a common one. */
export const SAMPLE_COLS = 120;
const SAMPLE_LINES = 40;

/** Runs `command` in a shell with `stdin` through a pipe. Never rejects; no process is left. */
export function runShell(
  command: string,
  stdin: string,
  io: Io,
  widthCols = SAMPLE_COLS,
): Promise<ShellRun> {
  return guardedFromSignals(() => run(command, stdin, io, widthCols));
}

async function run(command: string, stdin: string, io: Io, widthCols: number): Promise<ShellRun> {
  const launch = shellLaunch(command, io.platform, io.env);
  const startMs = performance.now();
  let child: Bun.Subprocess<"pipe", "pipe", "pipe">;
  try {
    child = Bun.spawn([...launch.argv], {
      cwd: io.cwd,
      env: sampleEnv(io, widthCols),
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
      detached: io.platform !== "win32",
      windowsHide: true,
    });
  } catch (error) {
    const problem = error instanceof Error ? error.message : "it could not be started";
    return { stdout: "", stderr: "", durationMs: 0, problem };
  }
  const kill = (): void => {
    const root = { pid: child.pid, kill: () => child.kill("SIGKILL") };
    killTree(root, io.env, systemKillPorts(io.platform));
  };
  const forget = rememberRun(kill);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    kill();
  }, TIMEOUT_MS);
  // A command that does not read its stdin closes the pipe, which is its right.
  const fed = Promise.resolve()
    .then(() => child.stdin.write(stdin))
    .then(() => child.stdin.end())
    .catch(() => undefined);
  const [stdout, stderr, exitCode] = await Promise.all([
    collect(child.stdout, MAX_STDOUT_BYTES),
    collect(child.stderr, MAX_STDERR_BYTES),
    child.exited,
    fed,
  ]);
  const durationMs = performance.now() - startMs;
  clearTimeout(timer);
  forget();
  const seen = { stdout, stderr, durationMs };
  if (isLate) return { ...seen, problem: `it took longer than ${TIMEOUT_MS / 1000} s` };
  if (child.signalCode !== null) return { ...seen, problem: `it was ended by ${child.signalCode}` };
  return { ...seen, exitCode };
}

/** What the client adds for its children. Its own ids are left out: there is no session. */
function sampleEnv({ env, cwd }: Io, widthCols: number): Record<string, string | undefined> {
  const { CLAUDE_PID: _pid, CLAUDE_CODE_SESSION_ID: _session, ...rest } = env;
  return {
    ...rest,
    CLAUDECODE: "1",
    CLAUDE_CODE_ENTRYPOINT: "cli",
    CLAUDE_PROJECT_DIR: cwd,
    COLUMNS: String(widthCols),
    LINES: String(SAMPLE_LINES),
  };
}

async function collect(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      if (bytes < maxBytes) chunks.push(chunk.subarray(0, maxBytes - bytes));
      bytes += chunk.length;
    }
  } catch {
    // The pipe broke with the process; what came is kept.
  }
  return Buffer.concat(chunks).toString("utf8");
}
