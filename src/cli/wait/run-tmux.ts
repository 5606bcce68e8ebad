/** Runs one tmux client, without a shell, for a bounded time and with bounded output. */
import type { Io } from "../io.ts";

/** How a run ended. */
export type TmuxRun =
  | {
      readonly kind: "ended";
      readonly exitCode: number;
      readonly stdout: string;
      readonly stderr: string;
    }
  | { readonly kind: "too-slow" }
  | { readonly kind: "not-started"; readonly reason: string };

/** A client answers in milliseconds; one that waits for a server that hangs is ended. */
const LIMIT_MS = 5000;

/** The text of a pane of 1,000 columns and 1,000 rows; a larger one is read in part. */
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

/** Runs `tmux` from the PATH of the call. Never rejects; no process is left. */
export async function runTmux(
  words: readonly string[],
  io: Io,
  signal: AbortSignal,
): Promise<TmuxRun> {
  const program = Bun.which("tmux", { PATH: io.env.PATH ?? "" });
  if (program === null)
    return { kind: "not-started", reason: "it is not installed, or not on PATH" };
  try {
    const child = Bun.spawn([program, "-u", ...words], {
      cwd: io.cwd,
      env: { ...io.env },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      timeout: LIMIT_MS,
      killSignal: "SIGKILL",
      maxBuffer: MAX_OUTPUT_BYTES,
      signal,
    });
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    const exitCode = await child.exited;
    if (child.signalCode !== null) return { kind: "too-slow" };
    return { kind: "ended", exitCode, stdout, stderr };
  } catch (error) {
    return { kind: "not-started", reason: error instanceof Error ? error.message : "unknown" };
  }
}
