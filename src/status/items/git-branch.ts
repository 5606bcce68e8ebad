import { cleanLine } from "../../text/clean.ts";
import { cutText } from "../../text/cut.ts";
import { span } from "../../text/span.ts";
import type { Git } from "../facts/git.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

/** Columns of the name in the narrower forms. */
const CUT_COLS = [12, 7];

export const gitBranch: Item = {
  id: "git-branch",
  aliases: ["git", "branch"],
  describe: "Current Git branch",
  absent: "the directory is in no Git repository, or its HEAD is not known",
  needs: ["git-head"],
  options: [],
  sample: [
    {
      kind: "git-head-read",
      repo: true,
      branch: "feature/tax-rules-for-books",
      commit: "5ae9e54",
      worktree: "tax",
    },
  ],
  shrink: 20,
  drop: 30,
  render({ git }, { glyphs, measure }) {
    if (git?.repo !== true) return null;
    const name = nameOf(git);
    if (name === undefined) return null;
    const mark = span(`${glyphs.branch} `, "accent");
    const tail = (word: string) => (git.worktree === undefined ? "" : ` ${glyphs.dot} ${word}`);
    const cuts = CUT_COLS.map((cols) => cutText(name, cols, measure, glyphs.ellipsis) + tail("wt"));
    return cell([name + tail("worktree"), ...cuts].map((form) => [mark, span(form, "muted")]));
  },
};

/** A HEAD that nobody has read is no branch without commits. */
function nameOf({ branch, detached, unborn }: Git): string | undefined {
  if (branch) return cleanLine(branch);
  if (detached === true) return "detached";
  return unborn === true ? "unborn" : undefined;
}
