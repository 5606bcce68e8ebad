import { span } from "../../text/span.ts";
import { levelTone, usedPct } from "../context.ts";
import { shortPct } from "../formats.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { CONTEXT_SAMPLE } from "./shared/context-sample.ts";

const METER_CELLS = 10;

/** Narrower rows show the figure alone. */
const METER_FROM_COLS = 110;

export const contextShort: Item = {
  id: "context-short",
  aliases: [],
  describe: "Used context as the layout compact shows it, with a meter on wide rows",
  absent: "the use of the context is not known",
  needs: ["context"],
  options: [],
  sample: CONTEXT_SAMPLE,
  shrink: 30,
  drop: 78,
  render({ context }, { glyphs, widthCols = METER_FROM_COLS }) {
    if (context === undefined) return null;
    const pct = usedPct(context);
    if (pct === undefined) {
      return context.usedTokens === undefined ? null : cell([[span("ctx ?", "dim")]]);
    }
    const guess = context.source === undefined || context.source === "usage" ? "" : glyphs.estimate;
    const tone = levelTone(context, pct);
    const figure = span(guess + shortPct(pct), tone);
    if (widthCols < METER_FROM_COLS) return cell([[span("ctx ", "dim"), figure]]);
    const filled = Math.round((pct / 100) * METER_CELLS);
    const meter = glyphs.meterFull.repeat(filled) + glyphs.meterEmpty.repeat(METER_CELLS - filled);
    return cell([[span("ctx ", "dim"), span(`${meter} `, tone), figure]]);
  },
};
