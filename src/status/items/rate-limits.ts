import { type Span, span } from "../../text/span.ts";
import { timeLeft } from "../formats.ts";
import { cell } from "./cell.ts";
import type { Item, RenderOptions } from "./item.ts";
import { PLAN_SAMPLE } from "./shared/quota-sample.ts";
import { type NamedWindow, namedWindows, quotaTone } from "./shared/quota-windows.ts";

export const rateLimits: Item = {
  id: "rate-limits",
  aliases: ["limits", "usage-limits"],
  describe: "Used share of the plan's windows, each with the time to its reset",
  absent: "no plan is known",
  needs: [],
  options: [],
  sample: PLAN_SAMPLE,
  shrink: 44,
  drop: 68,
  time: { stepMs: 60_000 },
  render({ quota }, options) {
    const windows = namedWindows(quota, options.nowMs);
    const fullest = windows.toSorted((a, b) => b.usedPct - a.usedPct).slice(0, 1);
    return cell([
      drawn(windows, true, options),
      drawn(windows, false, options),
      drawn(fullest, false, options),
    ]);
  },
};

function drawn(
  windows: readonly NamedWindow[],
  withReset: boolean,
  { glyphs, nowMs }: RenderOptions,
): Span[] {
  return windows.flatMap(({ short, usedPct, resetsAtMs }, at) => {
    const label = span(`${at > 0 ? ` ${glyphs.dot} ` : ""}${short} `, "dim");
    const figure = span(`${Math.round(usedPct)}%`, quotaTone(usedPct));
    if (!withReset || resetsAtMs === undefined) return [label, figure];
    return [label, figure, span(` ${glyphs.reset}${timeLeft(resetsAtMs - nowMs, "")}`, "tool")];
  });
}
