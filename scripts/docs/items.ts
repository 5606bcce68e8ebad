/** Tables of `docs/items.md`. */

import { ORIGINS, type Origin } from "../../src/cli/config/item-origins.ts";
import { listItems } from "../../src/cli/config/items.ts";
import type { ItemOption } from "../../src/status/items/item.ts";
import { DEFAULT_ITEM_IDS } from "../../src/status/selection.ts";
import { bareIo } from "./example.ts";
import { code, codes, table } from "./markdown.ts";

/** An item as `telltale config items --json` lists it. */
interface ListedItem {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly describe: string;
  readonly absent: string;
  readonly from: Origin;
  readonly options: readonly ItemOption[];
  readonly sample: string;
}

/** Every item, with a sample drawn by itself. */
function listedItems(): readonly ListedItem[] {
  let text = "";
  const io = bareIo((part) => {
    text += part;
  });
  listItems({ options: { json: true }, repeated: {}, operands: [], io });
  return JSON.parse(text) as readonly ListedItem[];
}

export function itemBlocks(): Readonly<Record<string, string>> {
  const items = listedItems();
  const groups = ORIGINS.flatMap(({ origin, title }) => [
    `### ${title}`,
    itemTable(items.filter(({ from }) => from === origin)),
  ]);
  return {
    defaults: codes(DEFAULT_ITEM_IDS),
    items: groups.join("\n\n"),
    options: table(
      ["item", "option", "values", "default", "what it does"],
      items.flatMap(({ id, options }) =>
        options.map((option) => [
          code(id),
          code(option.name),
          valuesOf(option),
          defaultOf(option),
          option.describe,
        ]),
      ),
    ),
  };
}

function itemTable(items: readonly ListedItem[]): string {
  const rows = items.map(({ id, aliases, describe, absent, sample }) => [
    code(id),
    describe,
    code(sample),
    absent,
    codes(aliases),
  ]);
  return table(["item", "what it shows", "sample", "absent when", "other names"], rows);
}

/** What an option takes, in words. */
export function valuesOf({ type, values = [] }: ItemOption): string {
  const list = codes(values.map(String));
  switch (type) {
    case "string":
      return list || "text";
    case "string[]":
      return list ? `list of ${list}` : "list of texts";
    case "number":
      return list || "number";
    case "boolean":
      return codes(["true", "false"]);
    default:
      return type satisfies never;
  }
}

/** The default as it would be written. */
export function defaultOf({ default: value }: ItemOption): string {
  if (value === undefined) return "";
  return code(typeof value === "object" ? `[${value.join(", ")}]` : String(value));
}
