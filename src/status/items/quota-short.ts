import { type Span, span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { PLAN_SAMPLE } from "./shared/quota-sample.ts";
import { namedWindows, quotaTone } from "./shared/quota-windows.ts";

export const quotaShort: Item = {
  id: "quota-short",
  aliases: [],
  describe: "Used share of the plan's windows in a few columns",
  absent: "no plan is known",
  needs: [],
  options: [],
  sample: PLAN_SAMPLE,
  shrink: 30,
  drop: 55,
  time: { stepMs: 60_000 },
  render({ quota }, { nowMs }) {
    const spans = namedWindows(quota, nowMs).flatMap(({ short, usedPct }, at): Span[] => [
      span(`${at > 0 ? " " : ""}${short} `, "dim"),
      span(`${Math.round(usedPct)}%`, quotaTone(usedPct)),
    ]);
    return cell([spans]);
  },
};
