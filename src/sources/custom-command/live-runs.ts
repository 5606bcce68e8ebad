/**
 * The commands that are running now, so that none of them outlives this program. A command leads a
 * process group of its own, which a Ctrl+C or a SIGTERM meant for us does not reach.
 */

const liveRuns = new Set<() => void>();

/** Ends every command that is running. */
function killLiveRuns(): void {
  for (const kill of [...liveRuns]) kill();
  liveRuns.clear();
}

/**
 * Remembers a running command: `kill` is called if the program exits first. The result forgets it.
 */
export function rememberRun(kill: () => void): () => void {
  if (liveRuns.size === 0) process.once("exit", killLiveRuns);
  liveRuns.add(kill);
  return () => {
    if (liveRuns.delete(kill) && liveRuns.size === 0) process.off("exit", killLiveRuns);
  };
}

/** The signals that ask a program to end. A harness sends SIGTERM when its next refresh starts. */
const END_SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/**
 * Runs `body`; a signal to end that comes meanwhile ends the running commands, then this program by
 * that same signal. For a program whose whole work is one line; a host with a screen to put back
 * handles its signals itself and calls `dispose`.
 */
export async function guardedFromSignals<T>(body: () => Promise<T>): Promise<T> {
  const handlers = END_SIGNALS.map((signal) => [signal, () => endBy(signal)] as const);
  const unguard = (): void => {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  };
  const endBy = (signal: NodeJS.Signals): void => {
    killLiveRuns();
    unguard();
    // Somebody else listens too: what happens next is theirs to say.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  for (const [signal, handler] of handlers) process.on(signal, handler);
  try {
    return await body();
  } finally {
    unguard();
  }
}
