/** Tables and sample rows of `docs/layouts.md`. */
import { ITEMS } from "../../src/status/items/registry.ts";
import type { DropStep, Entry, Layout, LineSpec } from "../../src/status/layouts/layout.ts";
import { LAYOUTS } from "../../src/status/layouts/registry.ts";
import { planLines } from "../../src/status/plan.ts";
import { DEFAULT_ITEM_IDS, findItem } from "../../src/status/selection.ts";
import { glyphs } from "../../src/text/ascii.ts";
import { plainText } from "../../src/text/span.ts";
import { EXAMPLE, EXAMPLE_IN_HOST, rowsOf } from "./example.ts";
import { code, fence, table } from "./markdown.ts";

const WIDTHS_COLS = [160, 120, 80, 60, 40, 20] as const;

export function layoutBlocks(): Readonly<Record<string, string>> {
  const overview = LAYOUTS.map(({ id, describe }) => [`[${code(id)}](#${id})`, describe]);
  return {
    overview: table(["layout", "what it is"], overview),
    layouts: LAYOUTS.map(section).join("\n\n"),
    order: table(
      ["item", "shrinks", "dropped"],
      ITEMS.toSorted((a, b) => rank(a.drop) - rank(b.drop)).map(({ id, shrink, drop }) => [
        code(id),
        String(shrink),
        drop === null ? "never" : String(drop),
      ]),
    ),
  };
}

function rank(drop: number | null): number {
  return drop ?? Number.POSITIVE_INFINITY;
}

function section(layout: Layout): string {
  const parts = [`## ${layout.id}`, `${layout.describe}.`];
  if (layout.id === "items") parts.push(chosenOrder());
  else parts.push(...layout.lines.map((line, at) => lineText(line, at + 1)));
  const samples = WIDTHS_COLS.flatMap((cols) => [`${cols} columns:`, ...drawn(layout, cols), ""]);
  parts.push("In Claude Code:", fence("text", samples.slice(0, -1)));
  const cols = WIDTHS_COLS[0];
  const inHost = drawn(layout, cols, EXAMPLE_IN_HOST);
  if (inHost.join() !== drawn(layout, cols).join()) {
    parts.push(
      "With what only a host program tells:",
      fence("text", [`${cols} columns:`, ...inHost]),
    );
  }
  return parts.join("\n\n");
}

function drawn({ id }: Layout, widthCols: number, snapshot = EXAMPLE): readonly string[] {
  const lines = planLines({ layout: id, lines: [] }, snapshot);
  return rowsOf(lines, widthCols, snapshot).map((row) => plainText(row.spans).trimEnd());
}

/** The default items in the order in which a narrow row treats them. */
function chosenOrder(): string {
  const items = DEFAULT_ITEM_IDS.flatMap((id) => findItem(id) ?? []);
  const list = (ids: readonly { readonly id: string }[]) =>
    ids.map(({ id }) => code(id)).join(", ");
  const dropped = items.filter(({ drop }) => drop !== null);
  return table(
    ["on narrow rows", "in this order"],
    [
      ["to their next narrower forms", list(items.toSorted((a, b) => a.shrink - b.shrink))],
      ["then dropped", list(dropped.toSorted((a, b) => rank(a.drop) - rank(b.drop)))],
      ["never dropped", list(items.filter(({ drop }) => drop === null))],
    ],
  );
}

function lineText(line: LineSpec, number: number): string {
  const rows = [
    ["left", entriesText(line.left)],
    ["right", entriesText(line.right)],
    ["separator", code(shown(line.separator))],
    ["dropped, first goes first", line.drop.map(dropText).join(", ")],
  ];
  const range = rangeText(line);
  return `Line ${number}${range}:\n\n${table(["part", "what"], rows)}`;
}

function rangeText({ fromCols, belowCols }: LineSpec): string {
  if (fromCols !== undefined) return `, from ${fromCols} columns on`;
  return belowCols === undefined ? "" : `, below ${belowCols} columns`;
}

function dropText(step: DropStep): string {
  return typeof step === "string" ? code(step) : step.map(code).join(" with ");
}

function entriesText(entries: readonly Entry[]): string {
  return entries.length === 0 ? "nothing" : entries.map(entryText).join(", ");
}

function entryText(entry: Entry): string {
  if (typeof entry === "string") return code(entry);
  if ("item" in entry) return code(entry.item);
  return `[${entry.group.map(entryText).join(" ")}]`;
}

/** A separator with the glyphs that stand for their names. */
function shown(separator: string): string {
  const known: Readonly<Record<string, string>> = { ...glyphs(false) };
  return separator.replace(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole);
}
