/**
 * Puts something back before the process ends: by `process.exit`, by an exception, or by a signal
 * that would end it. A signal that somebody else listens to is left to them, and one that whoever
 * started us wants ignored (`nohup`) stays ignored.
 */
import { isIgnored } from "./ignored-signals.ts";

const ENDING = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR1", "SIGUSR2"] as const;

/** Registers `restore`; the function given back runs it now, if it has not run, and forgets it. */
export function keepRestorable(restore: () => void): () => void {
  const signals = ENDING.filter((signal) => !isIgnored(signal));
  let done = false;
  const run = (): void => {
    if (done) return;
    done = true;
    process.off("exit", run);
    for (const signal of signals) process.off(signal, end);
    restore();
  };
  function end(signal: NodeJS.Signals): void {
    if (process.listenerCount(signal) > 1) return;
    run();
    // Nobody listens any more, so the signal does what it does by itself.
    process.kill(process.pid, signal);
  }
  process.on("exit", run);
  for (const signal of signals) process.on(signal, end);
  return run;
}
