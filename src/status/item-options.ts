/** The person's options of items, by the id under which an item is drawn. */
import type { ItemOptionsById } from "./rows.ts";
import { findItem } from "./selection.ts";

/** A config may name an item by an alias; how the own command is coloured stands elsewhere in it. */
export function itemOptionsById(
  items: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  colorMode: "plain" | "ansi" | undefined,
): ItemOptionsById {
  const byId: Record<string, Readonly<Record<string, unknown>>> = {};
  for (const [name, options] of Object.entries(items)) {
    const id = findItem(name)?.id;
    if (id !== undefined) byId[id] = options;
  }
  return colorMode === undefined ? byId : { ...byId, "custom-command": { colorMode } };
}
