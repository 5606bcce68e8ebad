import { cleanLine } from "../../text/clean.ts";
import { type Span, span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { referenceOf, shortReference } from "./shared/model-name.ts";

export const modelReference: Item = {
  id: "model-reference",
  aliases: [],
  describe: "Model as provider/id@channel, shortened with the width of the row",
  absent: "never: reads `?` until a model is known",
  needs: [],
  options: [
    {
      name: "fallback",
      type: "boolean",
      default: false,
      describe: "Also shows the model that stands in during a fallback",
    },
  ],
  sample: [
    { kind: "model-selected", id: "gpt-5.4-codex", provider: "openai", channel: "responses" },
  ],
  shrink: 30,
  drop: 66,
  render({ model }, { widthCols, glyphs, itemOptions }) {
    const name = model && referenceOf(model, widthCols);
    const spans: Span[] = [span(name || "?", "accent")];
    const fallback = cleanLine(model?.fallback ?? "").trim();
    if (fallback !== "" && itemOptions?.fallback === true) {
      spans.push(
        span(` ${glyphs.arrow} `, "dim"),
        span(shortReference(fallback, widthCols), "warning"),
      );
    }
    return cell([spans]);
  },
};
