/**
 * Keeps a command that draws our own line from starting itself through it. Such a circle closes by
 * accident (a script that is set as the command, and calls this program without options), each round
 * leaves its group, and none is reached by the end of the first.
 */
import { failed, ok, type Result } from "../../base/result.ts";
import type { Environment } from "./launch.ts";

/** Tells a command, and with it all that it starts, inside how many commands of ours it stands. */
const DEPTH_VARIABLE = "TELLTALE_COMMAND_DEPTH";

/** A script that shows our line, whose line shows a command, has a use; one more level is a circle. */
const MAX_DEPTH = 2;

/** The environment for a command started from `env`, or the reason why it must not be started. */
export function nestedEnvironment(env: Environment): Result<Record<string, string | undefined>> {
  const depth = depthOf(env[DEPTH_VARIABLE]);
  if (depth >= MAX_DEPTH) {
    return failed(
      `it was not started, as it stands inside ${depth} others already: does it call this program?`,
    );
  }
  return ok({ ...env, [DEPTH_VARIABLE]: String(depth + 1) });
}

/** Anything that is there and is no number of ours is taken for the deepest: a circle never ends. */
function depthOf(text: string | undefined): number {
  if (text === undefined || text === "") return 0;
  return /^[0-9]$/.test(text) ? Number(text) : MAX_DEPTH;
}
