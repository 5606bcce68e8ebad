/** Work that must not overlap: each starts when the one before has ended, in the order of asking. */

export interface OneAtATime {
  /** The result of the work, in its turn. A failure is the asker's alone. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Whether any is at work or waits. */
  readonly isBusy: () => boolean;
}

export function oneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  let open = 0;
  return {
    isBusy: () => open > 0,
    run(work) {
      open += 1;
      const turn = last.then(work).finally(() => {
        open -= 1;
      });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
