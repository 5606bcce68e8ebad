import { readSettings } from "../../config/read.ts";
import type { Item } from "../../status/items/item.ts";
import { ITEMS } from "../../status/items/registry.ts";
import { lineOfItems } from "../../status/layouts/items.ts";
import { DEFAULT_ITEM_IDS } from "../../status/selection.ts";
import { EMPTY_SNAPSHOT, foldAll } from "../../status/snapshot.ts";
import { plainText } from "../../text/span.ts";
import { EXIT_OK, type Invocation } from "../command.ts";
import { type Definition, definitions, pageCols, paragraph } from "../page.ts";
import { exampleRows, paintRows } from "../preview/paint-example.ts";
import { ORIGINS, originOf } from "./item-origins.ts";
import { configFileOf } from "./place.ts";

/** A sample of an item that shows only what it is told. */
const SAMPLE_OPTIONS = { text: { text: "any text" } };

/** Width for samples of items that speak of it. */
const SAMPLE_COLS = 120;

/** Where a sample begins that does not fit beside its name. */
const SAMPLE_INDENT_COLS = 2;

/** Lists every item with what it shows, drawn from its own sample. */
export function listItems(invocation: Invocation): number {
  const { options, io } = invocation;
  const { settings } = readSettings(configFileOf(invocation));
  const sampleOf = (item: Item, widthCols = SAMPLE_COLS) => {
    const snapshot = foldAll(EMPTY_SNAPSHOT, item.sample);
    const lines = [lineOfItems([item.id])];
    return exampleRows({ snapshot, lines, widthCols, itemOptions: SAMPLE_OPTIONS }, settings, io);
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
  const cols = pageCols(io);
  const list = ITEMS.map((item): Definition => {
    const [whole] = sampleOf(item);
    if (whole === undefined) return { name: item.id, sayings: [{ text: item.describe }] };
    // In a file nothing is in its way; a terminal would break it in the middle of a word.
    const isCut = io.outIsTerminal() && whole.widthCols > cols - SAMPLE_INDENT_COLS;
    const rows = isCut ? sampleOf(item, cols - SAMPLE_INDENT_COLS) : [whole];
    const painted = paintRows(rows, settings, io).join(" ");
    const sample = { text: rows.map(({ spans }) => plainText(spans)).join(" "), painted };
    const note = { text: `(cut here: it needs ${whole.widthCols} columns)` };
    return { name: item.id, sayings: [{ text: item.describe }, sample, ...(isCut ? [note] : [])] };
  });
  const table = definitions(list, cols, "");
  for (const { origin, title } of ORIGINS) {
    io.out(`${paragraph({ text: title }, cols).join("\n")}\n\n`);
    for (const [at, item] of ITEMS.entries()) {
      if (originOf(item) === origin) io.out(`${table[at]?.join("\n")}\n`);
    }
    io.out("\n");
  }
  const more = "Options and aliases: telltale config items --json, or docs/items.md";
  io.out(`${paragraph({ text: more }, cols).join("\n")}\n`);
  return EXIT_OK;
}
