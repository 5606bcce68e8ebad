/** Lines that the person wrote: `tui.lines` of the config, as line specs. */

import { cleanLine } from "../text/clean.ts";
import { lineOfItems } from "./layouts/items.ts";
import type { Entry, LineSpec, Placed } from "./layouts/layout.ts";
import { findItem } from "./selection.ts";

/** A line as it is configured. `separator` is a text, or the word `powerline`. */
export interface OwnLine {
  readonly left: readonly OwnEntry[];
  readonly right: readonly OwnEntry[];
  readonly separator?: string;
  readonly drop?: readonly string[];
}

interface OwnGroup {
  readonly group: readonly Placed[];
  readonly glue?: string;
  readonly open?: string;
  readonly close?: string;
}

type OwnEntry = Placed | OwnGroup;

/** The word that asks for arrows instead of a text. */
const POWERLINE = "powerline";

/** Line specs of one's own lines. An item that claims a line for itself claims all of them. */
export function ownLines(lines: readonly OwnLine[]): readonly LineSpec[] {
  const exclusive = lines
    .flatMap((line) => [...line.left, ...line.right])
    .flatMap((entry) => ("group" in entry ? entry.group : [entry]))
    .map((placed) => findItem(placed.item))
    .find((item) => item?.exclusive === true);
  return exclusive === undefined ? lines.map(lineSpec) : [lineOfItems([exclusive.id])];
}

function lineSpec({ left, right, separator, drop }: OwnLine): LineSpec {
  const powerline = separator === POWERLINE;
  return {
    left: left.map(entryOf),
    right: right.map(entryOf),
    separator: powerline ? "" : cleanLine(separator ?? " {divider} "),
    ...(powerline && { powerline }),
    shrinks: true,
    drop: drop ?? [],
    dropsRest: true,
  };
}

/** Texts of a config stand between items, so they are cleaned as the items' own are. */
function entryOf(entry: OwnEntry): Entry {
  if (!("group" in entry)) return entry;
  const { group, glue, open, close } = entry;
  return {
    group,
    glue: cleanLine(glue ?? " "),
    open: cleanLine(open ?? ""),
    close: cleanLine(close ?? ""),
  };
}
