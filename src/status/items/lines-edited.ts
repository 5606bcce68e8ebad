import { type Span, span } from "../../text/span.ts";
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
    const { linesAdded: added, linesRemoved: removed } = cost ?? {};
    if (!added && !removed) return null;
    const spans: Span[] = [];
    if (added !== undefined) spans.push(span(`+${compactCount(added)}`, "success"));
    if (added !== undefined && removed !== undefined) spans.push(span(" "));
    if (removed !== undefined) {
      spans.push(span(`${glyphs.minus}${compactCount(removed)}`, "error"));
    }
    return cell([spans]);
  },
};
