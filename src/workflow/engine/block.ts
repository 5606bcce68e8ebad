/**
 * What is said to the agent in one reply, as data. The engine fills it, `engine/text/` writes it. Texts
 * of outside (refs, params, names) stand here as they are; the writer escapes them. Texts of the author
 * (prompts, guidance, descriptions) are written as they are.
 */

/** One event on offer. */
export interface OfferedEvent {
  readonly name: string;
  readonly guidance?: string;
  readonly params: readonly OfferedParam[];
}

/** A parameter on offer. Its name may be several joined by ` | ` in idle. */
export interface OfferedParam {
  readonly name: string;
  readonly required: boolean;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly description?: string;
}

/** A line of the engine's own: words of ours, with values of outside quoted already by `quoted`. */
export type EngineLine = string;

/** An instance in the idle list. */
export interface ListedInstance {
  readonly kind: string;
  readonly label: string;
  readonly machine: string;
  readonly state: string;
}

/** A machine in the idle list. */
export interface ListedMachine {
  readonly id: string;
  readonly description?: string;
  readonly kind: string;
  readonly refParam: string;
  readonly refDescription?: string;
  readonly refPattern?: string;
  readonly initial: string;
  readonly entryPoints: readonly string[];
}

export interface IdleList {
  /** Texts of `[idle] on-enter`, before the list. After a final state they follow the closing line. */
  readonly instructions?: readonly string[];
  /** Absent: no machines section, as in a reply that only lists paused instances. Empty: a line says that there are none. */
  readonly machines?: readonly ListedMachine[];
  readonly interrupted?: ListedInstance;
  readonly paused: readonly ListedInstance[];
  /** Paused instances beyond those. */
  readonly morePaused: number;
}

/** Where a block speaks from. */
export type BlockPlace =
  | {
      readonly at: "machine";
      readonly machine: string;
      readonly state: string;
      /** Written from 2 on. */
      readonly visit: number;
      readonly kind: string;
      readonly label: string;
    }
  | { readonly at: "idle" };

/** One `<smllm>` fence. Empty lists and absent members write nothing. */
export interface Block {
  /** Null: a rejected `enter` without a session. */
  readonly session: string | null;
  readonly place: BlockPlace;
  /** `done from WORK via CHECK`, without the words before it. */
  readonly arrival?: EngineLine;
  /** Checked parameters, in their order. */
  readonly params: readonly (readonly [name: string, value: string])[];
  readonly notes: readonly EngineLine[];
  /** Whole lines, `Guard: …`. */
  readonly guards: readonly EngineLine[];
  /** Whole lines, `Action failed: …`, `Prompt failed: …` and their like. */
  readonly failures: readonly EngineLine[];
  /** Without `error: ` before it. */
  readonly error?: EngineLine;
  /** Prompts in their order. */
  readonly instructions: readonly string[];
  /** One line after the instructions, as of a yield. */
  readonly closing?: EngineLine;
  /** The body of the idle list; after a final state it follows in the same fence. */
  readonly idle?: IdleList;
  /** Events on offer with the line that says how to call; absent: no menu. */
  readonly menu?: readonly OfferedEvent[];
}
