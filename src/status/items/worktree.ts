import { cleanLine } from "../../text/clean.ts";
import { cutText } from "../../text/cut.ts";
import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

/** Columns of the name in the narrower form. */
const CUT_COLS = 8;

export const worktree: Item = {
  id: "worktree",
  aliases: ["git-worktree"],
  describe: "Name of the linked Git worktree",
  absent: "the directory is in no linked worktree",
  needs: ["git-head"],
  options: [],
  sample: [
    { kind: "git-head-read", repo: true, branch: "worktree-feat-tax", worktree: "feat-tax-rules" },
  ],
  shrink: 18,
  drop: 29,
  render({ git }, { glyphs, measure }) {
    const name = cleanLine(git?.worktree ?? "").trim();
    if (name === "") return null;
    const cut = cutText(name, CUT_COLS, measure, glyphs.ellipsis);
    return cell([name, cut].map((text) => [span("wt ", "dim"), span(text, "success")]));
  },
};
