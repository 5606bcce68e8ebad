import { mergeSpans, type Span, span, type Tone } from "../../text/span.ts";
import type { GitCounts } from "../facts/git.ts";
import { compactCount } from "../formats.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

/** Order, sign and colour of each count. */
const COUNTS: readonly (readonly [keyof GitCounts, string, Tone])[] = [
  ["conflicts", "!", "error"],
  ["staged", "+", "success"],
  ["unstaged", "~", "warning"],
  ["untracked", "?", "muted"],
  ["stash", "$", "accent"],
];
const NAMES: readonly (keyof GitCounts)[] = [
  "conflicts",
  "staged",
  "unstaged",
  "untracked",
  "stash",
];

export const gitCounts: Item = {
  id: "git-counts",
  aliases: ["git-status"],
  describe: "Files by state: !conflicts +staged ~unstaged ?untracked $stash",
  absent: "the working tree is clean, or not known",
  needs: ["git-counts"],
  options: [
    {
      name: "show",
      type: "string[]",
      values: NAMES,
      default: NAMES,
      describe: "Which counts are shown",
    },
  ],
  sample: [
    {
      kind: "git-counted",
      counts: { staged: 2, unstaged: 3, untracked: 1, conflicts: 1, stash: 2 },
    },
  ],
  shrink: 26,
  drop: 33,
  render({ git }, { itemOptions }) {
    const counts = git?.counts;
    if (counts === undefined) return null;
    const show = itemOptions?.show;
    const spans = COUNTS.flatMap(([name, sign, tone]): Span[] => {
      const count = counts[name] ?? 0;
      const wanted = !Array.isArray(show) || show.includes(name);
      return count > 0 && wanted ? [span(`${sign}${compactCount(count)}`, tone)] : [];
    });
    const spaced = spans.flatMap((part, at) => (at === 0 ? [part] : [span(" "), part]));
    return cell([spaced, mergeSpans(spans)]);
  },
};
