import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const foldHint: Item = {
  id: "fold-hint",
  aliases: [],
  describe: "Says that the rate line can be folded away",
  absent: "never",
  needs: [],
  options: [],
  sample: [],
  shrink: 30,
  drop: 1,
  hostOnly: true,
  render() {
    return cell([[span("[-]", "dim")]]);
  },
};
