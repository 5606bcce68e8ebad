import { readSettings } from "../../config/read.ts";
import type { Item } from "../../status/items/item.ts";
import { ITEMS } from "../../status/items/registry.ts";
import { lineOfItems } from "../../status/layouts/items.ts";
import { DEFAULT_ITEM_IDS } from "../../status/selection.ts";
import { EMPTY_SNAPSHOT, foldAll } from "../../status/snapshot.ts";
import { plainText } from "../../text/span.ts";
import { EXIT_OK, type Invocation } from "../command.ts";
import { exampleRows, paintRows } from "../preview/paint-example.ts";
import { ORIGINS, originOf } from "./item-origins.ts";
import { configFileOf } from "./place.ts";

/** A sample of an item that shows only what it is told. */
const SAMPLE_OPTIONS = { text: { text: "any text" } };

/** Width for samples of items that speak of it. */
const SAMPLE_COLS = 120;

/** Lists every item with what it shows, drawn from its own sample. */
export function listItems(invocation: Invocation): number {
  const { options, io } = invocation;
  const { settings } = readSettings(configFileOf(invocation));
  const sampleOf = (item: Item) => {
    const snapshot = foldAll(EMPTY_SNAPSHOT, item.sample);
    const example = {
      snapshot,
      lines: [lineOfItems([item.id])],
      widthCols: SAMPLE_COLS,
      itemOptions: SAMPLE_OPTIONS,
    };
    return exampleRows(example, settings, io);
  };
  if (options.json === true) {
    const list = ITEMS.map((item) => ({
      id: item.id,
      aliases: item.aliases,
      describe: item.describe,
      absent: item.absent,
      from: originOf(item),
      isDefault: DEFAULT_ITEM_IDS.includes(item.id),
      options: item.options,
      sample: sampleOf(item).map((row) => plainText(row.spans))[0] ?? "",
    }));
    io.out(`${JSON.stringify(list)}\n`);
    return EXIT_OK;
  }
  const idCols = Math.max(...ITEMS.map((item) => item.id.length)) + 2;
  for (const { origin, title } of ORIGINS) {
    io.out(`${title}\n\n`);
    for (const item of ITEMS.filter((each) => originOf(each) === origin)) {
      const rows = sampleOf(item);
      io.out(`${item.id.padEnd(idCols)}${item.describe}\n`);
      io.out(`${"".padEnd(idCols)}${paintRows(rows, settings, io).join(" ")}\n`);
    }
    io.out("\n");
  }
  io.out("Options and aliases: telltale config items --json, or docs/items.md\n");
  return EXIT_OK;
}
