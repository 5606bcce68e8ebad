/** SIGINT and SIGTERM as an end of the waiting, so that what it has started can be ended first. */

/** What the shell adds to the number of a signal. */
const SIGNAL_BASE = 128;
const SIGNALS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;

/** A promise of the first signal, and the exit code that belongs to it. */
export interface StopSignals {
  /** Resolves to a reason. */
  readonly stopped: Promise<string>;
  /** 128 and the number of the signal; 128 alone while there was none. */
  readonly exitCode: () => number;
  /** Listens no more. */
  readonly close: () => void;
}

/** Listens from now on. */
export function stopSignals(): StopSignals {
  const { promise, resolve } = Promise.withResolvers<string>();
  let code = SIGNAL_BASE;
  const listeners = Object.entries(SIGNALS).map(([name, number]) => {
    const listener = (): void => {
      if (code === SIGNAL_BASE) code = SIGNAL_BASE + number;
      resolve(`stopped by ${name}`);
    };
    process.on(name, listener);
    return () => process.off(name, listener);
  });
  return {
    stopped: promise,
    exitCode: () => code,
    close() {
      for (const off of listeners) off();
    },
  };
}
