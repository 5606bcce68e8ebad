import type { Item } from "./item.ts";
import { windowReset } from "./shared/quota-parts.ts";
import { PLAN_SAMPLE } from "./shared/quota-sample.ts";

export const quotaFirstReset: Item = {
  id: "quota-first-reset",
  aliases: [],
  describe: "Time to the reset of the plan's shortest window",
  absent: "no plan is known, or it did not say when it resets",
  needs: [],
  options: [],
  sample: PLAN_SAMPLE,
  shrink: 30,
  drop: 23,
  time: {
    stepMs: 60_000,
    ticks: ({ quota }) =>
      quota?.windows?.some(({ resetsAtMs }) => resetsAtMs !== undefined) === true,
  },
  render(snapshot, options) {
    return windowReset(snapshot, options, 0);
  },
};
