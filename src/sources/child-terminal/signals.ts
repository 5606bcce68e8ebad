/** Signals that are meant for the command but are sent to us. */
import { isIgnored } from "../../tty/ignored-signals.ts";

/** What is passed on to a command in a terminal of its own. Keys reach it as bytes. */
export const FORWARDED: readonly NodeJS.Signals[] = [
  "SIGHUP",
  "SIGINT",
  "SIGQUIT",
  "SIGTERM",
  "SIGUSR1",
  "SIGUSR2",
  "SIGTSTP",
];

/** Those that our caller wants ignored, here and in the command. Ask before anybody listens to them. */
export function ignoredSignals(): readonly NodeJS.Signals[] {
  return FORWARDED.filter((signal) => isIgnored(signal));
}

/** Passes signals on; the function given back ends that. What our caller wants ignored stays so. */
export function passSignals(
  signals: readonly NodeJS.Signals[],
  pass: (signal: NodeJS.Signals) => void,
): () => void {
  const heard = signals.filter((signal) => !isIgnored(signal));
  for (const signal of heard) process.on(signal, pass);
  return () => {
    for (const signal of heard) process.off(signal, pass);
  };
}
