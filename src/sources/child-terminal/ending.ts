/** How a command ended, and how a program that stands for it ends in the same way. */
import { constants } from "node:os";
import { signalName } from "./signal-names.ts";

export type Ending =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signaled"; readonly signal: NodeJS.Signals };

/** Signals that would leave a core dump of us beside the command's, or that Bun keeps for itself. */
const NOT_BY_SIGNAL: ReadonlySet<NodeJS.Signals> = new Set([
  "SIGQUIT",
  "SIGILL",
  "SIGTRAP",
  "SIGABRT",
  "SIGBUS",
  "SIGFPE",
  "SIGSEGV",
  "SIGSYS",
  "SIGXCPU",
  "SIGXFSZ",
  "SIGPIPE",
]);

/** How a signal ends a command; for one without a name there is only the code of shells. */
export function endedBySignal(number: number): Ending {
  const signal = signalName(number);
  if (signal === undefined) return { kind: "exited", code: 128 + number };
  return { kind: "signaled", signal };
}

/** The code that shells show for it. */
export function exitCodeOf(ending: Ending): number {
  return ending.kind === "exited" ? ending.code : 128 + constants.signals[ending.signal];
}

/**
 * Ends this process by the signal that ended the command, if it is one that we can die of. Returns
 * the exit code for all other endings. Everything must have been put back before.
 */
export function endLike(ending: Ending): number {
  if (ending.kind === "signaled" && !NOT_BY_SIGNAL.has(ending.signal)) {
    if (ending.signal !== "SIGKILL") process.removeAllListeners(ending.signal);
    process.kill(process.pid, ending.signal);
  }
  return exitCodeOf(ending);
}
