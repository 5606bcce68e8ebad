import { span } from "../../text/span.ts";
import { levelTone, usedPct, windowDoubtful } from "../context.ts";
import { compactCount, roundCount } from "../formats.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const contextUsage: Item = {
  id: "context-usage",
  aliases: [],
  describe: "Used tokens of the context window, such as 419.1k/1.0M",
  absent: "the use of the context is not known",
  needs: ["context"],
  options: [],
  sample: [
    { kind: "context-window-known", windowTokens: 1_000_000 },
    { kind: "context-measured", usedTokens: 419_102, source: "usage" },
  ],
  shrink: 46,
  drop: 76,
  render({ context }, { glyphs }) {
    const used = context?.usedTokens;
    if (context === undefined || used === undefined) return null;
    const guess = context.source === undefined || context.source === "usage" ? "" : glyphs.estimate;
    const window = context.windowTokens;
    const pct = usedPct(context);
    if (window === undefined || pct === undefined) {
      return cell([[span(guess + compactCount(used), "muted")]]);
    }
    // More used than fits: the window is not what the harness says, so no share is claimed.
    if (windowDoubtful(context)) {
      return cell([[span(`${roundCount(used)} of ${roundCount(window)}?`, "error")]]);
    }
    const tone = levelTone(context, pct);
    const figure = span(guess + compactCount(used), tone);
    return cell([[figure, span(`/${compactCount(window)}`, "dim")], [figure]]);
  },
};
