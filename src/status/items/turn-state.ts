import { cleanLine } from "../../text/clean.ts";
import { cutText } from "../../text/cut.ts";
import { span, type Tone } from "../../text/span.ts";
import type { Snapshot } from "../snapshot.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

/** Columns of what a question is about. */
const ABOUT_COLS = 30;

const ASKS = {
  permission: "needs approval",
  question: "asks a question",
  plan: "plan to approve",
  auth: "needs login",
} as const;

const OUTCOMES = {
  done: ["done", "success"],
  fail: ["failed", "error"],
  cancel: ["interrupted", "muted"],
} as const;

export const turnState: Item = {
  id: "turn-state",
  aliases: ["activity", "status"],
  describe: "What the session is doing: working, waiting for you, done",
  absent: "nothing has said what the session is doing",
  needs: ["session-state"],
  options: [],
  sample: [
    { kind: "turn-started", turnId: "t-1" },
    { kind: "interaction-opened", requestId: "r-1", asks: "permission", about: "Bash: npm test" },
  ],
  shrink: 52,
  drop: 72,
  render(snapshot, { glyphs, measure }) {
    const open = snapshot.interactions?.at(-1);
    if (open !== undefined) {
      const about = cutText(
        cleanLine(open.about ?? "").trim(),
        ABOUT_COLS,
        measure,
        glyphs.ellipsis,
      );
      const head = { text: ASKS[open.asks], tone: "warning", bold: true } as const;
      return cell([about === "" ? [head] : [head, span(` ${about}`, "muted")], [head]]);
    }
    const said = stateOf(snapshot);
    return said === undefined ? null : cell([[span(said[0], said[1])]]);
  },
};

function stateOf({ turn, agents }: Snapshot): readonly [string, Tone] | undefined {
  if (turn === undefined) return undefined;
  const background = agents?.backgroundTasks ?? 0;
  switch (turn.phase) {
    case "running":
      return ["working", "accent"];
    case "compacting":
      return ["compacting", "accent"];
    case "idle":
      return background > 0 ? [`${background} in background`, "accent"] : ["idle", "muted"];
    case "settled":
      if (background > 0) return [`${background} in background`, "accent"];
      return OUTCOMES[turn.outcome ?? "done"];
    default:
      return turn.phase satisfies never;
  }
}
