import { cleanLine } from "../../text/clean.ts";
import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { modelName } from "./shared/model-name.ts";

export const modelWithReasoning: Item = {
  id: "model-with-reasoning",
  aliases: ["model-with-thinking", "identity"],
  describe: "Model and reasoning level",
  absent: "never: reads `no model` until one is known",
  needs: [],
  options: [],
  sample: [
    { kind: "model-selected", id: "minimax/m2" },
    { kind: "reasoning-set", thinking: true, effort: "high" },
  ],
  shrink: 30,
  drop: 65,
  render({ model }, { glyphs }) {
    const name = modelName(model);
    const head = span(`${glyphs.model} ${name ?? "no model"}`, "accent");
    if (name === undefined || model === undefined) return cell([[head]]);
    const effort = model.effort === undefined ? "" : cleanLine(model.effort).trim();
    const details = effort
      ? [`Effort ${effort}`, `Eff ${effort}`]
      : model.thinking === true
        ? ["Thinking On", "Think On"]
        : [];
    const forms = details.map((detail) => [head, span(` ${glyphs.dot} ${detail}`, "muted")]);
    return cell([...forms, [head]]);
  },
};
