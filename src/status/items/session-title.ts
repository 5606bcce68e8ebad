import { cleanLine } from "../../text/clean.ts";
import { cutText } from "../../text/cut.ts";
import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

/** Columns of the title in the narrower forms. */
const CUT_COLS = [18, 10];

/** What a session is called before anyone named it. */
const UNNAMED = "new session";

export const sessionTitle: Item = {
  id: "session-title",
  aliases: [],
  describe: "Session title",
  absent: "the session has no title of its own, or is a sub-agent's",
  needs: ["session-state"],
  options: [],
  sample: [
    { kind: "session-started", sessionId: "s-1" },
    { kind: "session-titled", title: "Move the tax rules to their own package" },
  ],
  shrink: 15,
  drop: 60,
  render({ session }, { glyphs, measure }) {
    if (session?.title === undefined || session.role === "subagent") return null;
    const title = cleanLine(session.title).trim();
    if (title === "" || title.toLowerCase() === UNNAMED) return null;
    const cuts = CUT_COLS.map((cols) => cutText(title, cols, measure, glyphs.ellipsis));
    const mark = span(`${glyphs.title} `, "signal");
    return cell([title, ...cuts].map((form) => [mark, span(form, "muted")]));
  },
};
