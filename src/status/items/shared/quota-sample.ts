import type { Fact } from "../../facts/fact.ts";

/** A plan with two windows, for samples and previews; times are counted from the epoch. */
export const PLAN_SAMPLE: readonly Fact[] = [
  {
    kind: "quota-reported",
    windows: [
      { slot: "primary", usedPct: 72.4, windowMinutes: 300, resetsAtMs: 2_700_000 },
      { slot: "secondary", usedPct: 93, windowMinutes: 10_080, resetsAtMs: 129_600_000 },
    ],
  },
];
