/**
 * Runs the status line that stood in a harness's settings before ours, to show it beside ours. It gets
 * the very bytes that the harness sent and is started as the harness would start it.
 */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { CUSTOM_DEFAULTS } from "../../config/settings.ts";
import { withLock } from "../../files/lock.ts";
import { type Environment, shellLaunch } from "./launch.ts";
import { endLeftover, forgetRun, recordRun } from "./leftover.ts";
import { guardedFromSignals } from "./live-runs.ts";
import { type RunOutcome, runCommand } from "./run.ts";
import { chainedFiles, forgetOldSessions } from "./store.ts";

/** The command, and what it is given. */
export interface ChainedInput {
  /** Shell text, as it stood in the settings. */
  readonly command: string;
  /** What the harness sent to us. */
  readonly stdin: string | Uint8Array;
  readonly cwd: string;
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly timeoutMs?: number;
  readonly sessionId?: string;
  /** Where a run is noted, so that the next call can end what a killed one left; else nobody does. */
  readonly cacheDir?: string;
}

/** One of the two: raw output, or why there is none. */
export interface ChainedOutput {
  readonly stdout?: string;
  readonly reason?: string;
}

/** Five rows full of colours and links; what a harness shows of a status line is never more. */
const CHAINED_STDOUT_MAX_UNITS = 65_536;

/** Runs the command. Any exit code but 0 gives no output, as in the harness. Never rejects. */
export async function runChained(input: ChainedInput): Promise<ChainedOutput> {
  if (input.command.trim() === "") return { reason: "the earlier status line has no command" };
  const outcome = await guardedFromSignals(() => noted(input));
  return outcome.kind === "printed" ? { stdout: outcome.stdout } : { reason: outcome.reason };
}

/** A run that is written down while it lasts, after what an earlier call left has been ended. */
async function noted(input: ChainedInput): Promise<RunOutcome> {
  if (input.cacheDir === undefined) return run(input);
  const files = chainedFiles(input.cacheDir, input);
  const isNew = !existsSync(files.lock);
  const body = async (): Promise<RunOutcome> => {
    endLeftover(files.run);
    const outcome = await run(input, (pid) => recordRun(files.run, pid));
    forgetRun(files.run);
    return outcome;
  };
  const locked = await withLock(files.lock, body, { waitMs: 0 });
  if (isNew) await forgetOldSessions(dirname(files.lock));
  // Another call of the session is at work, whose run is no leftover; or nothing can be kept here.
  return locked.ok ? locked.value : run(input);
}

function run(input: ChainedInput, onStart?: (pid: number) => void): Promise<RunOutcome> {
  return runCommand({
    launch: shellLaunch(input.command, input.platform, input.env),
    stdin: input.stdin,
    cwd: input.cwd,
    env: input.env,
    timeoutMs: input.timeoutMs ?? CUSTOM_DEFAULTS.timeoutMs,
    platform: input.platform,
    maxUnits: CHAINED_STDOUT_MAX_UNITS,
    ...(onStart === undefined ? {} : { onStart }),
  });
}
