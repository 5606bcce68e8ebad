import { cleanLine } from "../../text/clean.ts";
import { type Span, span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const gitHead: Item = {
  id: "git-head",
  aliases: [],
  describe: "Branch and commit of HEAD",
  absent: "the directory is in no Git repository",
  needs: ["git-head"],
  options: [],
  sample: [{ kind: "git-head-read", repo: true, branch: "feature/refunds", commit: "c0ffee1" }],
  shrink: 30,
  drop: 31,
  render({ git }, { glyphs }) {
    if (git?.repo !== true) return null;
    const branch = git.branch === undefined ? "" : cleanLine(git.branch);
    if (branch === "" && git.commit === undefined) return null;
    const spans: Span[] = [span(`${glyphs.branch} `, "dim")];
    if (branch !== "") spans.push(span(branch, "success"));
    if (git.commit !== undefined)
      spans.push(span(`${branch === "" ? "" : " "}${git.commit}`, "dim"));
    return cell([spans]);
  },
};
