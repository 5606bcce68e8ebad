import { span } from "../../text/span.ts";
import { compactCount } from "../formats.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const linesEdited: Item = {
  id: "lines-edited",
  aliases: ["lines-changed"],
  describe: "Lines that the session's edits added and removed",
  absent: "the session has edited nothing, or does not say",
  needs: [],
  options: [],
  sample: [{ kind: "edits-counted", linesAdded: 1_284, linesRemoved: 377 }],
  shrink: 30,
  drop: 26,
  render({ cost }, { glyphs }) {
    const added = cost?.linesAdded ?? 0;
    const removed = cost?.linesRemoved ?? 0;
    if (added === 0 && removed === 0) return null;
    const plus = span(`+${compactCount(added)}`, "success");
    const minus = span(`${glyphs.minus}${compactCount(removed)}`, "error");
    return cell([[plus, span(" "), minus]]);
  },
};
