/**
 * What is kept on disk, in the words and order of the files. Times are epoch milliseconds. Members that
 * a file lacks read as null, false or empty.
 */

/** Where an instance is: `active` is held, `interrupted` is put aside by its session, `paused` is free. */
export type InstanceStatus = "active" | "interrupted" | "paused" | "completed";

/** Which instance. */
export interface InstanceKey {
  readonly machine: string;
  readonly id: string;
}

/** One conversation of a harness, `sessions/<key>.json`. */
export interface SessionRecord {
  /** `sm-` and six characters. */
  readonly key: string;
  readonly harness: string;
  readonly hostSession: string | null;
  readonly cwd: string;
  /** Absolute paths of the configs that it was made with; it uses these ever after. */
  readonly configs: readonly string[];
  /** The instance it works on; null is idle. The instance's own `holder` has the last word. */
  readonly holding: InstanceKey | null;
  /** The instance that `unmatched` put aside. */
  readonly interrupted: InstanceKey | null;
  /** `yield` was fired, and neither a prompt nor a transition came since. */
  readonly yielded: boolean;
  /** A stop was blocked, and no event succeeded since. */
  readonly blocked: boolean;
  readonly created: number;
  readonly lastActive: number;
}

/** What may change in a session. */
export type SessionChange = Partial<
  Pick<SessionRecord, "holding" | "interrupted" | "yielded" | "blocked" | "lastActive">
>;

/** One piece of work, `<machine>/<shelf>/<id>.json`. */
export interface InstanceRecord {
  /** `i-` and six characters. */
  readonly id: string;
  readonly machine: string;
  readonly ref: string | null;
  readonly state: string;
  readonly status: InstanceStatus;
  /** Key of the session that holds it. */
  readonly holder: string | null;
  /** 1 when new, one more with each write. */
  readonly version: number;
  /** How often each state was entered; an object without prototype or with own members only. */
  readonly visits: Readonly<Record<string, number>>;
  /** State to which `resume` goes back from the fallback state. */
  readonly resumeState: string | null;
  readonly created: number;
  readonly updated: number;
}

/** One line of `history/<id>.jsonl`. The engine never reads it back. */
export interface HistoryEntry {
  readonly at: number;
  readonly session: string;
  readonly event: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly params: Readonly<Record<string, string>>;
  /** Notes, states passed through, guards, failures. */
  readonly trace: readonly string[];
}

/** The ref when it is set, else the id. */
export function labelOf(instance: Pick<InstanceRecord, "id" | "ref">): string {
  return instance.ref ?? instance.id;
}

/** Whether both name the same instance, or both none. */
export function sameInstance(one: InstanceKey | null, other: InstanceKey | null): boolean {
  return one?.machine === other?.machine && one?.id === other?.id;
}
