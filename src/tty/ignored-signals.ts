/**
 * Signals that whoever started us wants ignored: by `nohup`, by `trap ''`, by a shell without job
 * control for its background commands. To listen to one would undo that, and Bun's children start
 * with none ignored, so that it must be asked and passed on.
 */
import { constants } from "node:os";
import { openCLibrary } from "./c-library.ts";

/** `struct sigaction` has 152 bytes on Linux; the handler comes first there and on macOS. */
const ACTION_BYTES = 256;
/** `SIG_IGN` on every system. */
const IGNORE = 1n;

const seen: Map<string, boolean> = new Map();

/** Whether the signal was ignored when this was first asked; ask before anybody listens to it. */
export function isIgnored(signal: NodeJS.Signals): boolean {
  const known = seen.get(signal);
  if (known !== undefined) return known;
  const ignored = askSystem(constants.signals[signal]);
  seen.set(signal, ignored);
  return ignored;
}

function askSystem(signal: number): boolean {
  const library = openCLibrary({ sigaction: { args: ["i32", "ptr", "ptr"], returns: "i32" } });
  if (!library.ok) return false;
  const action = new BigUint64Array(ACTION_BYTES / 8);
  return library.value.sigaction(signal, null, action) === 0 && action[0] === IGNORE;
}
