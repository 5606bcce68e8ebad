/**
 * Asks the controlling terminal, one program of ours at a time: of two that ask at once one would read
 * the other's answer, and could leave the terminal in the modes that the other one had set.
 */
import { join } from "node:path";
import { withLock } from "../../files/lock.ts";
import { filePaths } from "../../files/paths.ts";
import { type Asked, askTerminal } from "../../tty/ask.ts";
import type { Tty } from "../../tty/tty.ts";
import type { Io } from "../io.ts";

/** As long as some that get no answer take one after the other; a build may report from many places. */
const MAX_WAIT_MS = 2_000;

/** The answer; undefined if others asked for so long that this one was not asked. */
export async function askAlone(
  tty: Tty,
  { env, platform, nowMs }: Pick<Io, "env" | "platform" | "nowMs">,
): Promise<Asked | undefined> {
  const ask = () => askTerminal(tty, { nowMs });
  const { stateDir } = filePaths(env, platform);
  if (stateDir === undefined) return ask();
  const beganMs = nowMs();
  const asked = await withLock(join(stateDir, "locks", "ask-terminal"), ask, {
    waitMs: MAX_WAIT_MS,
  });
  if (asked.ok) return asked.value;
  // Where no lock can be made, on a read-only disk, there is no better way than without.
  return nowMs() - beganMs < MAX_WAIT_MS ? ask() : undefined;
}
