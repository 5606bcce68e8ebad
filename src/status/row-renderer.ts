/** Rows for a program that lives on and asks again and again, often with nothing new to draw. */
import type { Row } from "./fit.ts";
import type { LineSpec } from "./layouts/layout.ts";
import { type RowsOptions, renderRows } from "./rows.ts";
import type { Snapshot } from "./snapshot.ts";

/** As `renderRows`; gives the very same rows while neither snapshot, lines nor options differ. */
export type RowRenderer = typeof renderRows;

interface Drawn {
  readonly snapshot: Snapshot;
  readonly lines: readonly LineSpec[];
  readonly options: RowsOptions;
  readonly rows: readonly Row[];
}

/**
 * Makes a renderer that remembers its last rows. Snapshots and lines are told apart by identity, as
 * folding keeps an unchanged snapshot; options member by member, as callers make them anew. Another
 * `nowMs` is another option: a caller with no clock on its lines passes the same one.
 */
export function rowRenderer(): RowRenderer {
  let last: Drawn | undefined;
  return (snapshot, lines, options) => {
    if (
      last === undefined ||
      last.snapshot !== snapshot ||
      last.lines !== lines ||
      !isSame(last.options, options)
    ) {
      last = { snapshot, lines, options, rows: renderRows(snapshot, lines, options) };
    }
    return last.rows;
  };
}

function isSame(before: RowsOptions, now: RowsOptions): boolean {
  if (before === now) return true;
  const names = Object.keys(now) as (keyof RowsOptions)[];
  if (names.length !== Object.keys(before).length) return false;
  return names.every((name) => Object.is(before[name], now[name]));
}
