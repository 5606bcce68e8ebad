/** A clock and timers that a test moves by hand. */

export interface FakeTimers {
  readonly nowMs: () => number;
  /** Runs something at a time; returns what cancels it. */
  readonly schedule: (atMs: number, run: () => void) => () => void;
  /** Moves the clock there and runs what is due on the way, in order of time. */
  readonly advanceTo: (atMs: number) => void;
  /** How many timers wait. */
  readonly waiting: () => number;
}

/** Timers at time 0. */
export function fakeTimers(): FakeTimers {
  let nowMs = 0;
  const waiting = new Set<{ readonly atMs: number; readonly run: () => void }>();
  return {
    nowMs: () => nowMs,
    schedule(atMs, run) {
      const timer = { atMs, run };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
    advanceTo(atMs) {
      for (;;) {
        const due = [...waiting].filter((timer) => timer.atMs <= atMs);
        const [next] = due.toSorted((a, b) => a.atMs - b.atMs);
        if (next === undefined) break;
        waiting.delete(next);
        nowMs = Math.max(nowMs, next.atMs);
        next.run();
      }
      nowMs = atMs;
    },
    waiting: () => waiting.size,
  };
}
