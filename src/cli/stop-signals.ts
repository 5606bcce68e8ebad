/**
 * SIGINT, SIGTERM and SIGHUP as an end of a command, so that what it has started can be ended first.
 * What the caller wants ignored (`nohup`) stays so.
 */
import { constants } from "node:os";
import { passSignals } from "../sources/child-terminal/signals.ts";

/** What the shell adds to the number of a signal. */
const SIGNAL_BASE = 128;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A promise of the first signal, and the exit code that belongs to it. */
export interface StopSignals {
  /** Resolves to a reason. */
  readonly stopped: Promise<string>;
  /** 128 and the number of the signal; 128 alone while there was none. */
  readonly exitCode: () => number;
  readonly hasStopped: () => boolean;
  /** Listens no more, until `listen`. */
  readonly close: () => void;
  readonly listen: () => void;
}

/** Listens from now on. */
export function stopSignals(): StopSignals {
  const { promise, resolve } = Promise.withResolvers<string>();
  let code = SIGNAL_BASE;
  let close = (): void => {};
  const listen = (): void => {
    close();
    close = passSignals(SIGNALS, (name) => {
      if (code === SIGNAL_BASE) code = SIGNAL_BASE + constants.signals[name];
      resolve(`stopped by ${name}`);
    });
  };
  listen();
  return {
    stopped: promise,
    exitCode: () => code,
    hasStopped: () => code !== SIGNAL_BASE,
    close: () => close(),
    listen,
  };
}
