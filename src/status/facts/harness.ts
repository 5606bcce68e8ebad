/** The agent program itself. */
export interface Harness {
  /** Display name, such as `Claude Code`. */
  readonly name: string;
  readonly version?: string;
}

/** Which program speaks; replaces what was said before. */
export interface HarnessKnown extends Harness {
  readonly kind: "harness-known";
}

export type HarnessFact = HarnessKnown;

/** The harness that was named last. */
export function foldHarness(_state: Harness | undefined, fact: HarnessFact): Harness {
  const { kind: _, ...harness } = fact;
  return harness;
}
