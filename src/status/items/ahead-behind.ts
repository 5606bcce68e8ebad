import { type Span, span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const aheadBehind: Item = {
  id: "ahead-behind",
  aliases: [],
  describe: "Commits the branch is ahead of and behind its upstream",
  absent: "the branch has no upstream, or is level with it",
  needs: ["git-upstream"],
  options: [],
  sample: [{ kind: "git-compared", ahead: 2, behind: 1 }],
  shrink: 30,
  drop: 28,
  render({ git }, { glyphs }) {
    const ahead = git?.ahead ?? 0;
    const behind = git?.behind ?? 0;
    const spans: Span[] = [];
    if (ahead > 0) spans.push(span(`${glyphs.up}${ahead}`, "code"));
    if (behind > 0) spans.push(span(`${ahead > 0 ? " " : ""}${glyphs.down}${behind}`, "error"));
    return cell([spans]);
  },
};
