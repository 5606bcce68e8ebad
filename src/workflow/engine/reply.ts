/** What the engine answers, in the words of the JSON that `fire`, `statusline` and the API give. */
import type { InstanceStatus } from "./records.ts";

/** Where the session stands after an event; all null in idle. */
export interface Location {
  readonly machine: string | null;
  readonly state: string | null;
  readonly instance: string | null;
  readonly ref: string | null;
}

export interface Reply {
  /** False: rejected, and nothing was written (but what a moved hold or a stale slot clears). */
  readonly ok: boolean;
  /** Null for a rejected `enter` without a session. */
  readonly session: string | null;
  readonly location: Location;
  /** One `<smllm>` block for the agent. */
  readonly text: string;
}

/** `runaway`: the agent stops although it was held once already. The text is for its log. */
export type StopDecision =
  | { readonly decision: "allow" }
  | { readonly decision: "block" | "runaway"; readonly text: string };

/** Parameters as they came: pairs, so that one that is given twice is seen. */
export type GivenParams = readonly (readonly [name: string, value: string])[];

/** An instance as `statusline --json` shows it. */
export interface StatusInstance {
  readonly machine: string;
  readonly kind: string;
  readonly id: string;
  readonly ref: string | null;
  readonly label: string;
  readonly status: InstanceStatus;
}

/** The object of `statusline --json`; every key is always there. */
export interface Status {
  readonly session: string;
  readonly idle: boolean;
  readonly machine: string | null;
  readonly state: string | null;
  readonly visit: number | null;
  readonly yielded: boolean;
  readonly instance: StatusInstance | null;
  readonly interrupted: StatusInstance | null;
  readonly paused: number;
}
