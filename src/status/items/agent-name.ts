import { cleanLine } from "../../text/clean.ts";
import { cutText } from "../../text/cut.ts";
import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

/** Columns of the name in the narrower form. */
const CUT_COLS = 10;

export const agentName: Item = {
  id: "agent-name",
  aliases: ["agent"],
  describe: "Agent chosen for the session",
  absent: "no agent was chosen",
  needs: [],
  options: [],
  sample: [{ kind: "agent-set", name: "security-reviewer" }],
  shrink: 22,
  drop: 48,
  render({ mode }, { glyphs, measure }) {
    const name = cleanLine(mode?.agent ?? "").trim();
    const cut = cutText(name, CUT_COLS, measure, glyphs.ellipsis);
    return cell([name, cut].map((text) => [span(text && `@${text}`, "user")]));
  },
};
