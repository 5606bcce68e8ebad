import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { MODE_LABELS } from "./shared/mode-labels.ts";

/** Narrower rows have no place for a hint. */
const FROM_COLS = 40;

export const modeHint: Item = {
  id: "mode-hint",
  aliases: [],
  describe: "Which key changes the permission mode",
  absent: "the permission mode is not one that the key changes, or there are under 40 columns",
  needs: ["session-state"],
  options: [],
  sample: [{ kind: "permission-mode-set", mode: "acceptEdits" }],
  shrink: 10,
  drop: 5,
  render({ mode }, { widthCols = FROM_COLS }) {
    if (!MODE_LABELS.has(mode?.permission ?? "") || widthCols < FROM_COLS) return null;
    return cell([[span("shift+tab to cycle", "dim")]]);
  },
};
