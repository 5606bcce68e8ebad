/** What a source of `telltale wait` says at the moment of one look. */
import type { AutomationRecord } from "../../wire/record/message.ts";

/** A reading that may be judged. */
export interface Seen {
  readonly kind: "record";
  readonly record: AutomationRecord;
  /** Where it was read. OSC 7501 tells no refs; its `seq` counts the changes since the stream began. */
  readonly protocol: "record" | "osc7501";
  /** OSC 7501: the `seq` with which the present state began, which tells one end from another. */
  readonly sinceSeq?: number;
  /**
   * Raised whenever something else than the end of the work was said, so that a short turn between
   * two looks is not overlooked. Absent where each look sees all that there is.
   */
  readonly epoch?: number;
}

/** The present reading: a record, something that must not be judged, or nothing at all. */
export type Reading =
  | Seen
  | {
      readonly kind: "unreadable" | "nothing";
      /** Why, in one sentence of ours without a full stop. */
      readonly reason: string;
    };

/** One look at a source. */
export interface Sample {
  readonly reading: Reading;
  /** Nothing more can come: the last reading stands. Says what ended. */
  readonly ended?: string;
  /** The source cannot be read any more, so that its last reading says nothing. */
  readonly lost?: string;
  /** There is more to read at once. */
  readonly more?: true;
  /** To be told to the person, once. */
  readonly notice?: string;
}

/** Where readings come from. Below this nothing throws. */
export interface WaitSource {
  readonly look: () => Sample | Promise<Sample>;
  /** Ends what the source has started; may be called during a look. */
  readonly close: () => Promise<void>;
}
