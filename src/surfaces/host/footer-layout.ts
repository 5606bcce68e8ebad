/**
 * Who gets how many rows below the transcript. What the person is asked, or writes, comes first; then one
 * ordinary row of the status line; then what the host says by itself; then the rest of the status line
 * with the block of one's own command. Right at every height from one row up.
 */
import type { Size } from "./screen/screen.ts";

/** Makes at most `heightRows` rows. */
export type RowMaker = (size: Size) => readonly string[];

export interface FooterParts {
  /** The composer, a dialog or a panel. */
  readonly main: RowMaker;
  /** It may fill the screen: a dialog or a panel. */
  readonly isMainTall: boolean;
  /** In few rows it has the line's row too: a panel, unless machines read the line. */
  readonly takesLine?: boolean;
  /** Above it: what runs, what waits, what is said; the last ones stay longest. */
  readonly above: readonly RowMaker[];
  readonly status: RowMaker;
}

export interface FooterRows {
  readonly rows: readonly string[];
  /** Where the rows of `main` begin. */
  readonly mainTop: number;
}

/** Rows of the transcript that a tall part leaves, where there is room: what it asks about stands there. */
const LEFT_TO_TRANSCRIPT = 4;
/** Below this a screen has no row to spare. */
const SMALL_ROWS = 10;
/** A search field, what is selected and the hints of a panel, and its title. */
const PANEL_ROWS = 4;
/** The part of the screen that a composer may grow to. */
const COMPOSER_PART = 0.5;
/** Kept free above the status block, as the spec has it. */
const FREE_ROWS = 2;

export function layoutFooter(parts: FooterParts, { widthCols, heightRows }: Size): FooterRows {
  const make = (maker: RowMaker, rows: number): readonly string[] =>
    rows <= 0 ? [] : maker({ widthCols, heightRows: rows }).slice(0, rows);
  const main = make(parts.main, mainRows(parts, heightRows));
  const left = heightRows - main.length;
  // One row for the line, which machines read.
  let room = Math.max(0, left - 1);
  const above: (readonly string[])[] = [];
  for (const maker of parts.above.toReversed()) {
    const rows = make(maker, room);
    above.unshift(rows);
    room -= rows.length;
  }
  const gap = heightRows < SMALL_ROWS || room === 0 ? [] : [""];
  const said = [...gap, ...above.flat()];
  const rest = left - said.length;
  const status = make(parts.status, Math.max(Math.min(1, rest), rest - FREE_ROWS));
  return { rows: [...said, ...main, ...status], mainTop: said.length };
}

function mainRows({ isMainTall, takesLine }: FooterParts, heightRows: number): number {
  if (takesLine === true && heightRows <= PANEL_ROWS) return heightRows;
  if (heightRows <= 2) return Math.max(1, heightRows - 1);
  if (heightRows < SMALL_ROWS) return heightRows - 1;
  if (isMainTall) return heightRows - 1 - LEFT_TO_TRANSCRIPT;
  return Math.max(3, Math.floor(heightRows * COMPOSER_PART));
}
