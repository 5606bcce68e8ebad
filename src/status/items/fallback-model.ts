import { cleanLine } from "../../text/clean.ts";
import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { shortReference } from "./shared/model-name.ts";

export const fallbackModel: Item = {
  id: "fallback-model",
  aliases: [],
  describe: "Model that stands in for the main one",
  absent: "no fallback is active",
  needs: [],
  options: [],
  sample: [{ kind: "fallback-changed", model: "anthropic/claude-sonnet-4-5@messages" }],
  shrink: 30,
  drop: 36,
  hostOnly: true,
  render({ model }, { glyphs, widthCols }) {
    const name = cleanLine(model?.fallback ?? "").trim();
    if (name === "") return null;
    const short = shortReference(name, widthCols);
    return cell([[span(`${glyphs.arrow} `, "dim"), span(short, "warning")]]);
  },
};
