import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { windowPercent } from "./shared/quota-parts.ts";
import { PLAN_SAMPLE } from "./shared/quota-sample.ts";

export const quotaFirst: Item = {
  id: "quota-first",
  aliases: [],
  describe: "Used share of the plan's shortest window",
  absent: "no plan is known",
  needs: [],
  options: [],
  sample: PLAN_SAMPLE,
  shrink: 30,
  drop: 60,
  time: { stepMs: 60_000 },
  render(snapshot, options) {
    // The plan answers with the first request: holding its place keeps the rows from jumping.
    if (snapshot.quota?.awaited === true) {
      return cell([[span("Quota: shown after the first request", "dim")]]);
    }
    return windowPercent(snapshot, options, 0);
  },
};
