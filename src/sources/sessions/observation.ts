/** What a witness of a session says that is asked only when a line is drawn: the registry of its harness. */
import type { Fact } from "../../status/facts/fact.ts";

/** What another witness said, and when. */
export interface Observation {
  readonly facts: readonly Fact[];
  /** Since when it is so, epoch milliseconds. */
  readonly atMs: number;
  /** When it was read, and still so. Absent: not known. */
  readonly readAtMs?: number;
}
