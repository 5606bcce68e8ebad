/** Parts of the quota line: each window's percentage and its time to the reset. */
import { span } from "../../../text/span.ts";
import { timeLeft } from "../../formats.ts";
import type { Snapshot } from "../../snapshot.ts";
import { cell } from "../cell.ts";
import type { Cell, RenderOptions } from "../item.ts";
import { namedWindows, quotaTone } from "./quota-windows.ts";

/** Narrower rows use short names and whole percentages. */
const WIDE_FROM_COLS = 80;

/** Columns beside the label that a reset time takes at its widest. */
const RESET_COLS = 7;

/** The percentage of the window at a place in the line, or null if there is no such window. */
export function windowPercent(snapshot: Snapshot, options: RenderOptions, at: number): Cell | null {
  const window = namedWindows(snapshot.quota, options.nowMs)[at];
  if (window === undefined) return null;
  const wide = isWide(options);
  const figure = wide ? window.usedPct.toFixed(1) : String(Math.round(window.usedPct));
  const label = span(wide ? `${window.label}: ` : `${window.short} `, "dim");
  return cell([[label, span(`${figure}%`, quotaTone(window.usedPct))]]);
}

/** The time to the reset of the window at a place in the line. */
export function windowReset(snapshot: Snapshot, options: RenderOptions, at: number): Cell | null {
  const window = namedWindows(snapshot.quota, options.nowMs)[at];
  if (window?.resetsAtMs === undefined) return null;
  const wide = isWide(options);
  const left = timeLeft(window.resetsAtMs - options.nowMs, wide ? " " : "");
  if (!wide) return cell([[span(options.glyphs.reset, "dim"), span(left, "tool")]]);
  const label = window.label === "Session" ? "Reset: " : `${window.label} Reset: `;
  return cell([[span(label, "dim"), span(left, "tool")]], label.length + RESET_COLS);
}

function isWide({ widthCols = WIDE_FROM_COLS }: RenderOptions): boolean {
  return widthCols >= WIDE_FROM_COLS;
}
