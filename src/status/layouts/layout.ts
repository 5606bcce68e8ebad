/** The contract of a layout: which items stand on which line and side, and what goes first. Data. */
import type { Tone } from "../../text/span.ts";

/** An item on a line, with options of this place and a joiner of its own. */
export interface Placed {
  readonly item: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Stands before the item instead of the separator or glue, unless the item comes first. */
  readonly join?: string;
}

/** Neighbours that belong together. Brackets are drawn while any member is. */
export interface Grouped {
  readonly group: readonly Entry[];
  readonly glue: string;
  readonly open?: string;
  readonly close?: string;
  readonly join?: string;
}

/** A place on a line: an item by its id, an item with more to say, or several together. */
export type Entry = string | Placed | Grouped;

/** What is dropped in one step: an item, or several at once. */
export type DropStep = string | readonly string[];

/** One line. */
export interface LineSpec {
  readonly left: readonly Entry[];
  readonly right: readonly Entry[];
  /** Stands between entries and, when the row is tight, between the sides. */
  readonly separator: string;
  /** Programs split the row at the separator, so it stands in no item. */
  readonly splits?: boolean;
  /** Separators are arrows and entries have backgrounds. */
  readonly powerline?: boolean;
  /** Items go to narrower forms, by their own numbers, before anything is dropped. */
  readonly shrinks: boolean;
  /** Dropped in this order, first goes first. */
  readonly drop: readonly DropStep[];
  /** After `drop`, the items it does not name go by their own numbers. */
  readonly dropsRest: boolean;
  /** Everything but the named items is drawn in one tone. */
  readonly recolor?: { readonly tone: Tone; readonly except: readonly string[] };
  /** Left out before the other lines where only a few rows are shown. */
  readonly spare?: boolean;
  /** The line exists only from this many columns, or below that many. */
  readonly fromCols?: number;
  readonly belowCols?: number;
}

/** Lines under a name. */
export interface Layout {
  readonly id: string;
  readonly describe: string;
  readonly lines: readonly LineSpec[];
}
