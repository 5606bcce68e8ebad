/** How long a session waits for what. A test gives shorter ones. */

export interface SessionTimes {
  /** A streamed text is told at most so often, so that a fast agent does not flood its clients. */
  readonly textEveryMs: number;
  /** The same for the output of a tool, which is told as a whole each time. */
  readonly toolEveryMs: number;
  /** After it the process of an agent that was told to stop, and does not, is ended. */
  readonly cancelGraceMs: number;
  /** Longer than any agent takes to start; the link has a bound of its own for each request. */
  readonly startMaxMs: number;
  /** The person is on a page of the service meanwhile. Longer than the link's own bound. */
  readonly logInMaxMs: number;
  /** A running turn takes more text at once, or the text waits for a turn of its own. */
  readonly steerMaxMs: number;
  /** For what is neither a prompt nor a start. */
  readonly askMaxMs: number;
  /** A compaction whose end is not told holds the queue no longer. */
  readonly compactionMaxMs: number;
  /** Between two lists of tasks while something runs. */
  readonly tasksEveryMs: number;
  /** First pause after a list that failed; doubled each time. */
  readonly tasksRetryMs: number;
  readonly tasksRetryMaxMs: number;
  /** Ending a process takes the link less than this. */
  readonly disposeMaxMs: number;
}

export const SESSION_TIMES: SessionTimes = {
  textEveryMs: 25,
  toolEveryMs: 100,
  cancelGraceMs: 10_000,
  startMaxMs: 180_000,
  logInMaxMs: 16 * 60_000,
  steerMaxMs: 10_000,
  askMaxMs: 30_000,
  compactionMaxMs: 600_000,
  tasksEveryMs: 1000,
  tasksRetryMs: 250,
  tasksRetryMaxMs: 4000,
  disposeMaxMs: 8000,
};
