/** From the configured list of names to the items of the default line. */
import { remainingPct } from "./context.ts";
import type { Item } from "./items/item.ts";
import { ITEMS } from "./items/registry.ts";
import type { Snapshot } from "./snapshot.ts";

/** Shown, in this order, while nothing is configured. */
export const DEFAULT_ITEM_IDS: readonly string[] = [
  "current-dir",
  "session-title",
  "git-branch",
  "review-link",
  "plan-mode",
  "approval-mode",
  "model-with-reasoning",
  "context-window",
  "subagent",
  "token-quota",
  "context-remaining",
];

/** Every id and alias, an id before an alias. Empty until it is asked for: a start may not need it. */
const byName = new Map<string, Item>();

function index(): ReadonlyMap<string, Item> {
  if (byName.size > 0) return byName;
  // Plain loops, as the lists that `flatMap` would make cost a short process more than the map.
  for (const item of ITEMS) {
    for (const alias of item.aliases) byName.set(alias, item);
  }
  for (const item of ITEMS) byName.set(item.id, item);
  return byName;
}

/** The item of an id or alias; spaces around it and its case do not matter. */
export function findItem(name: string): Item | undefined {
  return index().get(name.trim().toLowerCase());
}

/** Names that no item has, for messages. */
export function unknownItems(names: readonly string[]): readonly string[] {
  return names.filter((name) => findItem(name) === undefined);
}

/**
 * Items of the configured names: unknown ones ignored, the first of equals kept. An item that
 * claims the line for itself is alone on it; an item that stands in for another removes it.
 */
export function selectItems(configured: readonly string[]): readonly Item[] {
  const chosen = new Set<Item>();
  for (const name of configured) {
    const item = findItem(name);
    if (item !== undefined) chosen.add(item);
  }
  const replaced = new Set<string>();
  for (const item of chosen) {
    if (item.exclusive === true) return [item];
    for (const id of item.replaces ?? []) replaced.add(id);
  }
  return [...chosen].filter((item) => !replaced.has(item.id));
}

/** The default items: capacity until the use of the context is known, then what is left of it. */
export function defaultItems(snapshot: Snapshot): readonly Item[] {
  const hidden =
    remainingPct(snapshot.context) === undefined ? "context-remaining" : "context-window";
  return selectItems(DEFAULT_ITEM_IDS.filter((id) => id !== hidden));
}
