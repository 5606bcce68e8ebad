/** From what a person configured to the lines of a row, and to what must be known to draw them. */
import type { Need } from "./items/item.ts";
import { lineOfItems } from "./layouts/items.ts";
import type { Entry, Layout, LineSpec } from "./layouts/layout.ts";
import { LAYOUTS } from "./layouts/registry.ts";
import { type OwnLine, ownLines } from "./own-lines.ts";
import { DEFAULT_ITEM_IDS, defaultItems, findItem, selectItems } from "./selection.ts";
import type { Snapshot } from "./snapshot.ts";

/** What the person asked for. */
export interface LayoutChoice {
  /** Id of a layout, or `lines` for one's own. */
  readonly layout: string;
  /** Names of items for the layout `items`; absent: the defaults. */
  readonly items?: readonly string[];
  readonly lines: readonly OwnLine[];
  /** Items that are not drawn on a line, because they have a place of their own. */
  readonly elsewhere?: readonly string[];
}

const CHOSEN = "items";
const OWN = "lines";

/** Names that `--layout` and `tui.layout` take. */
export const LAYOUT_NAMES: readonly string[] = [...LAYOUTS.map((layout) => layout.id), OWN];

/** The lines to draw for a snapshot. */
export function planLines(choice: LayoutChoice, snapshot: Snapshot): readonly LineSpec[] {
  if (choice.layout === OWN) return linesWithout(ownLines(choice.lines), choice.elsewhere);
  if (choice.layout !== CHOSEN) {
    return linesWithout(layoutById(choice.layout)?.lines ?? [], choice.elsewhere);
  }
  const items = choice.items === undefined ? defaultItems(snapshot) : selectItems(choice.items);
  const ids: string[] = [];
  for (const { id } of items) {
    if (choice.elsewhere?.includes(id) !== true) ids.push(id);
  }
  return [lineOfItems(ids)];
}

/** Everything that the lines may need, before anything is known. */
export function plannedNeeds(choice: LayoutChoice): ReadonlySet<Need> {
  const needs = new Set<Need>();
  for (const id of plannedItems(choice)) {
    for (const need of findItem(id)?.needs ?? []) needs.add(need);
  }
  return needs;
}

/** Ids of the items that the lines may show, in order. */
export function plannedItems(choice: LayoutChoice): readonly string[] {
  if (choice.layout === CHOSEN) {
    if (choice.items === undefined) return DEFAULT_ITEM_IDS;
    return selectItems(choice.items).map((item) => item.id);
  }
  return itemsOn(planLines(choice, {}));
}

/** Ids of the items that stand on the lines, whether or not they have anything to show. */
export function itemsOn(lines: readonly LineSpec[]): readonly string[] {
  const names = lines.flatMap((line) => [...line.left, ...line.right].flatMap(namesIn));
  return [...new Set(names.flatMap((name) => findItem(name)?.id ?? []))];
}

/** Ids of the items that were asked for by name, but give way to another one of the list. */
export function replacedItems(choice: LayoutChoice): readonly string[] {
  if (choice.layout !== CHOSEN || choice.items === undefined) return [];
  const standing = new Set(plannedItems(choice));
  const asked = new Set(choice.items.flatMap((name) => findItem(name)?.id ?? []));
  return [...asked].filter((id) => !standing.has(id));
}

/** Why the lines can never show an item; undefined if any may. */
export function emptyPlanReason(choice: LayoutChoice): string | undefined {
  if (plannedItems(choice).length > 0) return undefined;
  const where = choice.layout === OWN ? "tui.lines has none" : "the list of items names none";
  return `no item stands on the line: ${where}`;
}

function namesIn(entry: Entry): readonly string[] {
  if (typeof entry === "string") return [entry];
  return "item" in entry ? [entry.item] : entry.group.flatMap(namesIn);
}

/** The lines as they are where nothing has to leave them. */
function linesWithout(
  lines: readonly LineSpec[],
  elsewhere: readonly string[] = [],
): readonly LineSpec[] {
  const leaves = (name: string): boolean => elsewhere.includes(findItem(name)?.id ?? "");
  if (!lines.some((line) => [...line.left, ...line.right].flatMap(namesIn).some(leaves))) {
    return lines;
  }
  const stays = (entry: Entry): readonly Entry[] => {
    if (typeof entry === "string") return leaves(entry) ? [] : [entry];
    if ("item" in entry) return leaves(entry.item) ? [] : [entry];
    return [{ ...entry, group: entry.group.flatMap(stays) }];
  };
  return lines.map((line) => ({
    ...line,
    left: line.left.flatMap(stays),
    right: line.right.flatMap(stays),
  }));
}

function layoutById(id: string): Layout | undefined {
  return LAYOUTS.find((layout) => layout.id === id);
}
