import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const fastMode: Item = {
  id: "fast-mode",
  aliases: ["fast"],
  describe: "Fast mode of the model",
  absent: "fast mode is off or not known",
  needs: [],
  options: [],
  sample: [{ kind: "fast-mode-set", on: true }],
  shrink: 30,
  drop: 37,
  render({ model }) {
    return model?.fastMode === true ? cell([[span("fast", "warning")]]) : null;
  },
};
