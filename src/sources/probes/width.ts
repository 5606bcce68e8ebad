/** How many columns a row may take. */
import { closeSync, openSync } from "node:fs";

/** The witnesses of a width. */
export interface WidthQuery {
  /** Asked for on the command line; wins over everything. */
  readonly asked?: number;
  /** Said by the payload itself for one row; nothing is taken off. */
  readonly said?: number;
  /** `COLUMNS` as it stands in the environment. */
  readonly columns?: string;
  /** Columns that the harness keeps for itself. */
  readonly takenCols: number;
  /** Looks at the controlling terminal; a harness has none to offer. */
  readonly terminalCols: () => number | undefined;
}

/** The columns of a row, and who says so. */
export interface WidthReading {
  /** Absent: unknown. Nothing is filled or dropped then. */
  readonly cols?: number;
  /** Where it comes from, for `--explain`. */
  readonly from: string;
}

/** Nothing is drawn on terminals that are wider; a larger number is a mistake. */
const MAX_COLS = 10_000;
const MAX_DIGITS = 5;

/** The usable columns, from the first witness that knows. */
export function readWidth(query: WidthQuery): WidthReading {
  if (query.asked !== undefined) return { cols: query.asked, from: "--width" };
  if (query.said !== undefined) return { cols: query.said, from: "the payload" };
  const columns = parseColumns(query.columns);
  if (columns !== undefined) return usable(columns, query.takenCols, "COLUMNS");
  const terminal = query.terminalCols();
  if (terminal !== undefined) return usable(terminal, query.takenCols, "the terminal");
  return { from: "nothing: no --width, no COLUMNS and no controlling terminal" };
}

/** A positive whole number of columns, or undefined for everything else. */
export function parseColumns(text: string | undefined): number | undefined {
  if (text === undefined || text === "" || text.length > MAX_DIGITS) return undefined;
  let cols = 0;
  for (const digit of text) {
    if (digit < "0" || digit > "9") return undefined;
    cols = cols * 10 + Number(digit);
  }
  return cols >= 1 && cols <= MAX_COLS ? cols : undefined;
}

function usable(cols: number, takenCols: number, witness: string): WidthReading {
  const from = takenCols > 0 ? `${witness} less ${takenCols}` : witness;
  return { cols: Math.max(1, cols - takenCols), from: `${from} (${cols})` };
}

/** Columns of the controlling terminal; undefined where there is none. */
export function controllingTerminalCols(): number | undefined {
  let fd: number;
  try {
    fd = openSync("/dev/tty", "r+");
  } catch {
    return undefined;
  }
  try {
    const terminal = new (process.getBuiltinModule("node:tty").WriteStream)(fd);
    return parseColumns(String(terminal.columns));
  } catch {
    return undefined;
  } finally {
    try {
      closeSync(fd);
    } catch {
      // The stream may have closed it already.
    }
  }
}
