/** What the settings say of items that no item can follow: names that there are none of, and options. */
import { didYouMean } from "../../base/nearest-word.ts";
import type {
  EntrySetting,
  ItemOptions,
  OptionValue,
  PlacedSetting,
  Settings,
} from "../../config/settings.ts";
import { shownKey } from "../../config/shown-key.ts";
import type { Item, ItemOption } from "../../status/items/item.ts";
import { ITEMS } from "../../status/items/registry.ts";
import { findItem } from "../../status/selection.ts";

/** One of them: where, what is so, and the way out. Clean, and bounded by the names themselves. */
export interface ItemNote {
  readonly path: string;
  readonly message: string;
  readonly fix: string;
  /** The value at the path does not fit as a whole. */
  readonly isWhole?: true;
}

/** A person reads these; a file of nothing but unknown names needs no more. */
const MAX_NOTES = 20;

/** Every name and option in `tui.statusLine`, `tui.lines` and `tui.items` that comes to nothing. */
export function itemNotes({ tui }: Settings): readonly ItemNote[] {
  const notes: ItemNote[] = [];
  for (const name of tui.statusLine ?? []) notes.push(...nameNotes(name, "tui.statusLine"));
  for (const [index, { left, right, drop = [] }] of tui.lines.entries()) {
    const path = `tui.lines[${index}]`;
    for (const placed of left.flatMap(placedIn)) notes.push(...placedNotes(placed, `${path}.left`));
    for (const placed of right.flatMap(placedIn)) {
      notes.push(...placedNotes(placed, `${path}.right`));
    }
    for (const name of drop) notes.push(...nameNotes(name, `${path}.drop`));
  }
  for (const [name, options] of Object.entries(tui.items)) {
    const item = findItem(name);
    const path = `tui.items.${shownKey(name)}`;
    if (item === undefined) notes.push(unknownItem(name, path));
    else notes.push(...optionNotes(item, options, path));
  }
  return notes.slice(0, MAX_NOTES);
}

/** `there is no item "git-brnch" (did you mean git-branch?)` */
export function unknownItem(name: string, path: string): ItemNote {
  const known = ITEMS.flatMap(({ id, aliases }) => [id, ...aliases]);
  const message = `there is no item "${shownKey(name)}"${didYouMean(name.trim(), known)}`;
  return { path, message, fix: "see: telltale config items" };
}

/** `clock has no option "hour" (did you mean hours?)` */
export function unknownOption({ id, options }: Item, name: string, path: string): ItemNote {
  const names = options.map((option) => option.name);
  const message = `${id} has no option "${shownKey(name)}"${didYouMean(name, names)}`;
  return { path, message, fix: names.length === 0 ? "it has none" : `it has ${names.join(", ")}` };
}

function nameNotes(name: string, path: string): readonly ItemNote[] {
  return findItem(name) === undefined ? [unknownItem(name, path)] : [];
}

function placedNotes({ item: name, options = {} }: PlacedSetting, path: string) {
  const item = findItem(name);
  return item === undefined ? [unknownItem(name, path)] : optionNotes(item, options, path);
}

function placedIn(entry: EntrySetting): readonly PlacedSetting[] {
  return "group" in entry ? entry.group : [entry];
}

function optionNotes(item: Item, options: ItemOptions, path: string): readonly ItemNote[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const option = item.options.find((candidate) => candidate.name === name);
    if (option === undefined) return [unknownOption(item, name, path)];
    if (takes(option, value)) return [];
    const fix = `use ${optionValues(option)}`;
    return [{ path: `${path}.${name}`, message: "the value does not fit", fix, isWhole: true }];
  });
}

function takes({ type, values }: ItemOption, value: OptionValue): boolean {
  if (type === "string[]") {
    if (typeof value !== "object") return false;
    return value.every((member) => values?.includes(member) ?? true);
  }
  if (typeof value !== type || typeof value === "object" || typeof value === "boolean") {
    return typeof value === type;
  }
  return values?.includes(value) ?? true;
}

/** What an option takes: `one of 24, 12`, `a text`. */
export function optionValues({ type, values }: ItemOption): string {
  const list = values?.join(", ");
  switch (type) {
    case "string[]":
      return list === undefined ? "a list of texts" : `a list of ${list}`;
    case "boolean":
      return "true or false";
    case "number":
      return list === undefined ? "a number" : `one of ${list}`;
    case "string":
      return list === undefined ? "a text" : `one of ${list}`;
    default:
      return type satisfies never;
  }
}
