import { span } from "../../text/span.ts";
import { usedPct } from "../context.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { CONTEXT_SAMPLE } from "./shared/context-sample.ts";

export const contextAuto: Item = {
  id: "context-auto",
  aliases: [],
  describe: "Says that the context will be summarised by itself",
  absent: "automatic summarising is off, or its threshold is not known",
  needs: ["context"],
  options: [],
  sample: CONTEXT_SAMPLE,
  shrink: 30,
  drop: 8,
  hostOnly: true,
  render({ context }) {
    if (context?.autoCompactAt === undefined || usedPct(context) === undefined) return null;
    return cell([[span("auto", "dim")]]);
  },
};
