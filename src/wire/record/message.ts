/** The `[V]` record: one line that tells a script what an agent does. No number; see README.md. */

/** What a machine may act on. */
export type RecordState =
  | "ready"
  | "run"
  | "perm"
  | "ask"
  | "plan"
  | "done"
  | "fail"
  | "cancel"
  | "error";

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
