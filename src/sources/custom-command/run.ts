/**
 * One run of a command: text in on stdin, bounded text out of stdout, within a time.
 *
 * The command leads a process group of its own and nothing of the run is meant to outlive it: at the
 * timeout, on abort and at the end of this program the whole group is killed. A job that a command
 * leaves behind may live on only if it does not hold the command's stdout; one that does is killed
 * with the group, a moment after the command itself has ended, and costs no output.
 */
import { existsSync } from "node:fs";
import { failed, ok, type Result } from "../../base/result.ts";
import { BoundedText } from "./bounded-text.ts";
import { killTree, systemKillPorts } from "./kill-tree.ts";
import type { Environment, Launch } from "./launch.ts";
import { STDOUT_MAX_UNITS } from "./limits.ts";
import { rememberRun } from "./live-runs.ts";
import { nestedEnvironment } from "./nesting.ts";

/** One run: what is started, with what, for how long. */
export interface RunInput {
  readonly launch: Launch;
  /** All that the command can read; one that does not read it does no harm. */
  readonly stdin: string | Uint8Array;
  readonly cwd: string;
  /** Handed on, with a mark of how deep the command stands (see `nesting.ts`). */
  readonly env: Environment;
  readonly timeoutMs: number;
  readonly platform: NodeJS.Platform;
  /** UTF-16 units of stdout that are kept; the rest is read and thrown away. */
  readonly maxUnits?: number;
  /** Aborting kills the command and settles the run. */
  readonly signal?: AbortSignal;
  /** Called once the command has been started. */
  readonly onStart?: (pid: number) => void;
}

/** `printed` means exit code 0 within the time. The text is raw: clean it before showing it. */
export type RunOutcome =
  | { readonly kind: "printed"; readonly stdout: string }
  | { readonly kind: "failed"; readonly reason: string };

/**
 * Time for the rest of stdout after the command itself has ended: bytes on the way arrive within a
 * millisecond or two, even on a busy machine within this.
 */
const EXIT_GRACE_MS = 100;

/** Runs a command to its end. Never rejects. */
export async function runCommand(input: RunInput): Promise<RunOutcome> {
  if (input.signal?.aborted) return failure("the run was stopped before it began");
  const child = start(input);
  if (!child.ok) return failure(child.reason);
  return follow(child.value, input);
}

type Child = Bun.Subprocess<Uint8Array, "pipe", "ignore">;

function start(input: RunInput): Result<Child> {
  const { launch, stdin, cwd, platform } = input;
  const env = nestedEnvironment(input.env);
  if (!env.ok) return env;
  try {
    const child = Bun.spawn([...launch.argv], {
      cwd,
      env: env.value,
      // Given whole, it can also be opened by name (`/dev/stdin`), which fails on the socket that a
      // stdin to be written later is; and nobody is left to meet EPIPE.
      stdin: typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin,
      stdout: "pipe",
      stderr: "ignore",
      detached: platform !== "win32",
      windowsHide: true,
      windowsVerbatimArguments: launch.verbatim ?? false,
    });
    return ok(child);
  } catch (error) {
    const program = launch.argv[0];
    if (!existsSync(cwd)) return failed(`cannot start ${program}: the folder ${cwd} is missing`);
    return failed(`cannot start ${program}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Why waiting ended. */
type Ending = "exited" | "timeout" | "aborted";

async function follow(child: Child, input: RunInput): Promise<RunOutcome> {
  const ports = systemKillPorts(input.platform);
  const root = { pid: child.pid, kill: () => child.kill("SIGKILL") };
  const kill = (): void => killTree(root, input.env, ports);
  const forget = rememberRun(kill);
  const stopped = Promise.withResolvers<Ending>();
  // The command keeps the program awake, and the program's end kills it: the timer need not.
  const timer = setTimeout(() => stopped.resolve("timeout"), input.timeoutMs);
  timer.unref();
  const abort = (): void => stopped.resolve("aborted");
  input.signal?.addEventListener("abort", abort, { once: true });

  input.onStart?.(child.pid);
  const output = new BoundedText(input.maxUnits ?? STDOUT_MAX_UNITS);
  const reader = child.stdout.getReader();
  const drained = drain(reader, output);

  const exited = child.exited.then((): Ending => "exited");
  const ending = await Promise.race([exited, stopped.promise]);
  const whole = ending === "exited" && (await within(drained, EXIT_GRACE_MS));
  if (!whole) kill();

  clearTimeout(timer);
  input.signal?.removeEventListener("abort", abort);
  forget();
  if (!whole) {
    reader.cancel().catch(ignore);
    // A killed process that cannot end yet (a dead network disk) must not hold up our own end.
    child.unref();
  }
  return outcome(ending, child, output, input.timeoutMs);
}

function outcome(ending: Ending, child: Child, output: BoundedText, timeoutMs: number): RunOutcome {
  switch (ending) {
    case "timeout":
      return failure(`the command took longer than ${timeoutMs} ms and was ended`);
    case "aborted":
      return failure("the run was stopped");
    case "exited":
      if (child.signalCode !== null) return failure(`the command was ended by ${child.signalCode}`);
      if (child.exitCode !== 0) return failure(`the command ended with code ${child.exitCode}`);
      return { kind: "printed", stdout: output.finish() };
    default:
      return ending satisfies never;
  }
}

/** The part of a stream reader that is needed; its full type differs between libraries. */
interface ChunkReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
}

/** Reads to the end, also past what is kept: a full pipe would stop the command. */
async function drain(reader: ChunkReader, output: BoundedText): Promise<void> {
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || value === undefined) return;
      output.push(value);
    }
  } catch {
    // The pipe was closed under us; what has been read is kept.
  }
}

/** Whether the promise settled within the time. */
async function within(promise: Promise<void>, timeMs: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeMs);
  });
  const settled = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return settled;
}

function failure(reason: string): RunOutcome {
  return { kind: "failed", reason };
}

function ignore(): void {}
