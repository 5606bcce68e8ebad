/**
 * Runs the status line that stood in a harness's settings before ours, to show it beside ours. It gets
 * the very bytes that the harness sent and is started as the harness would start it.
 */

import { CUSTOM_DEFAULTS } from "../../config/settings.ts";
import { type Environment, shellLaunch } from "./launch.ts";
import { guardedFromSignals } from "./live-runs.ts";
import { runCommand } from "./run.ts";

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
  const outcome = await guardedFromSignals(() =>
    runCommand({
      launch: shellLaunch(input.command, input.platform, input.env),
      stdin: input.stdin,
      cwd: input.cwd,
      env: input.env,
      timeoutMs: input.timeoutMs ?? CUSTOM_DEFAULTS.timeoutMs,
      platform: input.platform,
      maxUnits: CHAINED_STDOUT_MAX_UNITS,
    }),
  );
  return outcome.kind === "printed" ? { stdout: outcome.stdout } : { reason: outcome.reason };
}
