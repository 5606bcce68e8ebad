import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const lineChanges: Item = {
  id: "line-changes",
  aliases: ["git-changes"],
  describe: "Lines of the working tree added and removed against HEAD",
  absent: "there are none, or they are not known",
  needs: ["git-changes"],
  options: [
    {
      name: "style",
      type: "string",
      values: ["full", "short"],
      default: "full",
      describe: "`full` is `(+12,-3)`, `short` is `+12 −3`",
    },
  ],
  sample: [{ kind: "git-diffed", linesAdded: 48, linesRemoved: 7 }],
  shrink: 30,
  drop: 27,
  render({ git }, { glyphs, itemOptions }) {
    if (git?.linesAdded === undefined || git.linesRemoved === undefined) return null;
    if (git.linesAdded === 0 && git.linesRemoved === 0) return null;
    const added = span(`+${git.linesAdded}`, "success");
    if (itemOptions?.style === "short") {
      return cell([[added, span(" ", "dim"), span(`${glyphs.minus}${git.linesRemoved}`, "error")]]);
    }
    const removed = span(`-${git.linesRemoved}`, "error");
    return cell([[span("(", "dim"), added, span(",", "dim"), removed, span(")", "dim")]]);
  },
};
