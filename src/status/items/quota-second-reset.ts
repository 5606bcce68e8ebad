import type { Item } from "./item.ts";
import { windowReset } from "./shared/quota-parts.ts";
import { PLAN_SAMPLE } from "./shared/quota-sample.ts";

export const quotaSecondReset: Item = {
  id: "quota-second-reset",
  aliases: [],
  describe: "Time to the reset of the plan's longer window",
  absent: "the plan has no second window, or did not say when it resets",
  needs: [],
  options: [],
  sample: PLAN_SAMPLE,
  shrink: 30,
  drop: 22,
  time: {
    stepMs: 60_000,
    ticks: ({ quota }) =>
      quota?.windows?.some(({ resetsAtMs }) => resetsAtMs !== undefined) === true,
  },
  render(snapshot, options) {
    return windowReset(snapshot, options, 1);
  },
};
