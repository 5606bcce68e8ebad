import { span } from "../../text/span.ts";
import { levelTone, usedPct } from "../context.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { CONTEXT_SAMPLE } from "./shared/context-sample.ts";

const RESERVE_COLS = 10;

export const contextPercent: Item = {
  id: "context-percent",
  aliases: ["context-used-percent"],
  describe: "Percentage of the context window that is used",
  absent: "the use of the context is not known",
  needs: ["context"],
  options: [],
  sample: CONTEXT_SAMPLE,
  shrink: 30,
  drop: 78,
  render({ context }, { glyphs }) {
    if (context === undefined) return null;
    const label = span("Ctx ", "dim");
    const pct = usedPct(context);
    if (pct === undefined) {
      return context.usedTokens === undefined
        ? null
        : cell([[label, span("?", "dim")]], RESERVE_COLS);
    }
    const guess = context.source === undefined || context.source === "usage" ? "" : glyphs.estimate;
    const figure = span(`${guess}${pct.toFixed(1)}%`, levelTone(context, pct));
    return cell([[label, figure]], RESERVE_COLS);
  },
};
