import { span } from "../../text/span.ts";
import { remainingPct } from "../context.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { CONTEXT_SAMPLE } from "./shared/context-sample.ts";
import { headroomTone } from "./shared/headroom.ts";

export const contextRemaining: Item = {
  id: "context-remaining",
  aliases: ["context", "context-left"],
  describe: "Percentage of the context window that is left",
  absent: "the use or the size of the context is not known",
  needs: ["context"],
  options: [],
  sample: CONTEXT_SAMPLE,
  shrink: 50,
  drop: 80,
  render({ context }) {
    const left = remainingPct(context);
    if (left === undefined) return null;
    const tone = headroomTone(left);
    return cell([[span(`Context ${left}% left`, tone)], [span(`Ctx ${left}%`, tone)]]);
  },
};
