/** What the engine asks of the world. It does no I/O of its own: a disk, a page and a test give theirs. */
import type { CommandSpec } from "../machine.ts";
import type { HistoryEntry, InstanceRecord, SessionChange, SessionRecord } from "./records.ts";

/** `SMLLM_…` variables of one command; values are never put into its text. */
export type CommandEnv = Readonly<Record<string, string>>;

/** The result of a guard. The detail says why not, such as `timed out after 60s`. */
export interface GuardAnswer {
  readonly passed: boolean;
  readonly detail?: string;
}

/** Where commands run, files are read and time comes from. A method that throws is a failed guard, action or read. */
export interface Host {
  /** Whether actions and guards of this kind can run here; without it: those whose method is there. */
  readonly supports?: (kind: string) => boolean;
  readonly check?: (
    kind: "command",
    command: CommandSpec,
    env: CommandEnv,
    cwd: string,
  ) => boolean | GuardAnswer;
  /** Empty when it worked, else why not. */
  readonly run?: (kind: "command", command: CommandSpec, env: CommandEnv, cwd: string) => string;
  /** Text of a prompt file; undefined when it is not there. */
  readonly read?: (file: string) => string | undefined;
  /** Whether the pattern is found in the value; `RegExp` without flags when absent. */
  readonly isMatch?: (pattern: string, value: string) => boolean;
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /** A random unsigned 32-bit number. */
  readonly random?: () => number;
}

/** Paused instances of one machine, newest first. */
export interface PausedInstances {
  readonly count: number;
  readonly newest: readonly InstanceRecord[];
}

/**
 * Where records live. Reads never write and take no lock. Each method throws a `WorkflowError` of kind
 * `store` when the store fails; a single unreadable instance is skipped as if it were not there.
 */
export interface Store {
  readonly session: (key: string) => SessionRecord | undefined;
  /** Whether the key is taken, by a readable record or not. */
  readonly hasSession: (key: string) => boolean;
  readonly addSession: (record: SessionRecord) => void;
  /**
   * Changes those members of the stored record and no other, and gives the result. Nothing is written if
   * all are so already, or if a member is by now another than in `seen`. `unknown-session` where there is none.
   */
  readonly updateSession: (
    key: string,
    change: SessionChange,
    seen?: SessionChange,
  ) => SessionRecord;
  readonly binding: (harness: string, hostSession: string) => string | undefined;
  readonly putBinding: (harness: string, hostSession: string, key: string) => void;

  /** Any status. */
  readonly instance: (machine: string, id: string) => InstanceRecord | undefined;
  /** Whether the id is taken in the machine, by a readable record or not. */
  readonly hasInstance: (machine: string, id: string) => boolean;
  readonly instanceByRef: (machine: string, ref: string) => InstanceRecord | undefined;
  /**
   * Writes a record whose `version` is one above the stored one (1: it must be new). `conflict`: somebody
   * wrote first, or the ref is by now that of another instance, or its id; nothing was written then. Before
   * anybody else writes the instance, the entry is added to its history, and `andThen` changes a session;
   * what that throws is thrown on. After a fault all is as it was, or as it was written where that cannot
   * be taken back, but never told otherwise than it is kept.
   */
  readonly putInstance: (
    record: InstanceRecord,
    entry?: HistoryEntry,
    andThen?: () => void,
  ) => "stored" | "conflict";
  /** The newest `limit` paused ones by `updated`, then label; all when `limit` is absent. */
  readonly paused: (machine: string, limit?: number) => PausedInstances;
  readonly pausedCount: (machine: string) => number;
}

export type WorkflowErrorKind =
  | "unknown-session"
  | "no-session"
  | "own-session"
  | "store"
  | "config";

/** What is no answer to the agent but a fault of the call or of the store. The message is for a person. */
export class WorkflowError extends Error {
  readonly kind: WorkflowErrorKind;
  constructor(kind: WorkflowErrorKind, message: string) {
    super(message);
    this.name = "WorkflowError";
    this.kind = kind;
  }
}
