import { cutSpans } from "../../text/cut.ts";
import { scriptFirstLine } from "../../text/script-text.ts";
import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

/** Columns of the output in each form, the ellipsis included. */
const CUT_COLS = [60, 24, 12];

export const customCommand: Item = {
  id: "custom-command",
  aliases: ["custom"],
  describe: "First line that your own command prints",
  absent: "no command is configured, it has not succeeded yet, or it printed nothing",
  needs: ["custom-command"],
  options: [
    {
      name: "colorMode",
      type: "string",
      values: ["plain", "ansi"],
      default: "plain",
      describe: "Whether colours that the command prints are kept; set by tui.customStatusLine",
    },
  ],
  sample: [
    { kind: "custom-printed", stdout: "build #4711 passed in 3m 12s, 2 warnings, 0 failures" },
  ],
  shrink: 35,
  drop: 50,
  render({ custom }, { glyphs, measure, itemOptions }) {
    if (custom === undefined) return null;
    const line = scriptFirstLine(
      custom.stdout,
      itemOptions?.colorMode === "ansi" ? "ansi" : "plain",
    );
    const ellipsis = span(glyphs.ellipsis, "muted");
    return cell(CUT_COLS.map((cols) => cutSpans(line, cols, measure, ellipsis)));
  },
};
