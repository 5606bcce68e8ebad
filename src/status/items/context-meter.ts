import { span } from "../../text/span.ts";
import { remainingPct } from "../context.ts";
import { cell } from "./cell.ts";
import type { Item, RenderOptions } from "./item.ts";
import { CONTEXT_SAMPLE } from "./shared/context-sample.ts";
import { headroomTone } from "./shared/headroom.ts";

const FULL_CELLS = 8;
const COMPACT_CELLS = 6;

export const contextMeter: Item = {
  id: "context-meter",
  aliases: ["context-bar", "context-gauge"],
  describe: "Gauge of the context window that is left",
  absent: "the use or the size of the context is not known",
  needs: ["context"],
  options: [],
  sample: CONTEXT_SAMPLE,
  shrink: 50,
  drop: 80,
  replaces: ["context-remaining"],
  render({ context }, { glyphs }) {
    const left = remainingPct(context);
    if (left === undefined) return null;
    const forms = [
      `Context ${gauge(left, FULL_CELLS, glyphs)} ${left}% left`,
      `Ctx ${gauge(left, COMPACT_CELLS, glyphs)} ${left}%`,
      `Ctx ${left}%`,
    ];
    return cell(forms.map((form) => [span(form, headroomTone(left))]));
  },
};

function gauge(leftPct: number, cells: number, glyphs: RenderOptions["glyphs"]): string {
  const filled = Math.round((leftPct / 100) * cells);
  const bar = glyphs.gaugeFull.repeat(filled) + glyphs.gaugeEmpty.repeat(cells - filled);
  return glyphs.gaugeLeft + bar + glyphs.gaugeRight;
}
