import type { Item } from "./item.ts";
import { windowPercent } from "./shared/quota-parts.ts";
import { PLAN_SAMPLE } from "./shared/quota-sample.ts";

export const quotaSecond: Item = {
  id: "quota-second",
  aliases: [],
  describe: "Used share of the plan's longer window",
  absent: "the plan has no second window",
  needs: [],
  options: [],
  sample: PLAN_SAMPLE,
  shrink: 30,
  drop: 24,
  time: { stepMs: 60_000 },
  render(snapshot, options) {
    return windowPercent(snapshot, options, 1);
  },
};
