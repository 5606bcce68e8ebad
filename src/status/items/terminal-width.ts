import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const terminalWidth: Item = {
  id: "terminal-width",
  aliases: ["width"],
  describe: "Columns that the row may use",
  absent: "the width is not known",
  needs: [],
  options: [],
  sample: [],
  shrink: 30,
  drop: 4,
  render(_snapshot, { widthCols }) {
    return widthCols === undefined ? null : cell([[span(`${widthCols} cols`, "dim")]]);
  },
};
