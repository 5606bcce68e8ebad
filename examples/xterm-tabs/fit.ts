/** How many columns and rows fit into an element, from the cells that xterm.js has drawn. */
import type { Terminal } from "@xterm/xterm";
import type { ProgramSize } from "./program.ts";

/** What xterm.js keeps free at the right for its scroll bar. */
const SCROLL_BAR_PX = 14;

/** The size for `terminal` in `box`, its content box; undefined while nothing is drawn. */
export function fittingSize(terminal: Terminal, box: DOMRectReadOnly): ProgramSize | undefined {
  const screen = terminal.element?.querySelector(".xterm-screen")?.getBoundingClientRect();
  if (screen === undefined || screen.width === 0 || screen.height === 0) return undefined;
  const cols = Math.floor((box.width - SCROLL_BAR_PX) / (screen.width / terminal.cols));
  const rows = Math.floor(box.height / (screen.height / terminal.rows));
  return { cols: Math.max(2, cols), rows: Math.max(1, rows) };
}
