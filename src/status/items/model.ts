import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { modelName } from "./shared/model-name.ts";

export const model: Item = {
  id: "model",
  aliases: [],
  describe: "Model only",
  absent: "never: reads `no model` until one is known",
  needs: [],
  options: [],
  sample: [{ kind: "model-selected", id: "minimax/m2" }],
  shrink: 30,
  drop: 20,
  render(snapshot, { glyphs }) {
    return cell([[span(`${glyphs.model} ${modelName(snapshot.model) ?? "no model"}`, "accent")]]);
  },
};
