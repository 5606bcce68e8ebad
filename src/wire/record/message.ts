/** The `[V]` record: one line that tells a script what an agent does. No number; see README.md. */

/** What a machine may act on. */
export const RECORD_STATES = [
  "ready",
  "run",
  "perm",
  "ask",
  "plan",
  "done",
  "fail",
  "cancel",
  "error",
] as const;
export type RecordState = (typeof RECORD_STATES)[number];

/** What each state tells a script, in a few words. */
export const STATE_MEANINGS: Readonly<Record<RecordState, string>> = {
  ready: "nothing has been asked yet; a prompt may be sent",
  run: "a turn runs, or it is not known what happens",
  perm: "a person must allow or refuse something",
  ask: "a person must answer a question",
  plan: "a person must accept or refuse a plan",
  done: "the turn has ended well; work in the background may go on and wake the agent",
  fail: "the turn has failed or was blocked",
  cancel: "the turn was interrupted",
  error: "nothing goes on, for a reason outside of any turn, such as a login that has ended",
};

/** One record; an id that is absent is written as `none`. */
export interface AutomationRecord {
  /** Raised by one when anything else in the record changes; a session begins at 0. */
  readonly seq: number;
  readonly state: RecordState;
  /** Six characters `0-9a-z` each (see `recordRef`), or absent for `none`. */
  readonly session?: string;
  readonly turn?: string;
  readonly request?: string;
  readonly activeAgents: number;
  readonly totalAgents: number;
  readonly backgroundTasks: number;
}

/** The keys, in the order in which they are written. */
export const RECORD_KEYS = [
  "seq",
  "state",
  "session",
  "turn",
  "request",
  "agents",
  "background",
] as const;
export type RecordKey = (typeof RECORD_KEYS)[number];

/** How every record begins. */
export const RECORD_MARK = "[V]";

/** Characters of a ref. */
export const REF_UNITS = 6;

/** Digits of a count: four keep the line short, and no session has more agents or tasks. */
export const COUNT_DIGITS = 4;

/** The largest count; what is above it is written as this. */
export const COUNT_MAX = 10 ** COUNT_DIGITS - 1;

/** Characters of `seq`: eight are some 2.8 million million changes, more than any session has. */
const SEQ_UNITS = 8;

/** The largest `seq`; what is above it is written as this. */
export const SEQ_MAX = 36 ** SEQ_UNITS - 1;

/** Columns of the longest record; a terminal of as many never cuts one. */
export const RECORD_COLS = 104;

/** Longest line that a reader takes: a record and room for keys that later versions may add. */
export const LINE_MAX_UNITS = 1024;
