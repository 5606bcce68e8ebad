import { DEFAULT_SETTINGS } from "../../config/settings.ts";
import { controllingTerminalCols, parseColumns } from "../../sources/probes/width.ts";
import { lineOfItems } from "../../status/layouts/items.ts";
import type { LineSpec } from "../../status/layouts/layout.ts";
import { ownLines } from "../../status/own-lines.ts";
import { planLines } from "../../status/plan.ts";
import { EMPTY_SNAPSHOT, foldAll } from "../../status/snapshot.ts";
import { type Command, EXIT_OK } from "../command.ts";
import { EXAMPLE_SESSION } from "../preview/example-session.ts";
import { exampleRows, paintRows } from "../preview/paint-example.ts";

/** Width of the demonstration where nobody says one. */
const DEFAULT_COLS = 120;

/** Widths at which one row is shown shrinking. */
const SHRINKING_COLS = [100, 72, 48, 32, 16] as const;

interface Part {
  readonly title: string;
  readonly lines: readonly LineSpec[];
  readonly widths: readonly number[];
}

/** Everything that the program draws, with an invented session. Ends by itself. */
export const demo: Command = {
  name: "demo",
  summary: "Shows what the status line looks like, with an invented session",
  usage: ["demo [--width N]"],
  options: [{ name: "width", value: "N", describe: "Columns to draw for" }],
  examples: [
    { command: "telltale demo", describe: "Every layout, in the colours of this terminal" },
  ],
  exitCodes: [{ code: EXIT_OK, when: "always" }],
  run({ options, io }) {
    const asked = parseColumns(typeof options.width === "string" ? options.width : undefined);
    const terminal = io.outIsTerminal() ? controllingTerminalCols() : undefined;
    const cols = asked ?? parseColumns(io.env.COLUMNS) ?? terminal ?? DEFAULT_COLS;
    const snapshot = foldAll(EMPTY_SNAPSHOT, EXAMPLE_SESSION);
    const out = ["Telltale: what a coding agent is doing (an invented session)", ""];
    for (const { title, lines, widths } of partsOf(cols)) {
      out.push(title);
      for (const widthCols of widths) {
        const rows = exampleRows({ snapshot, lines, widthCols }, DEFAULT_SETTINGS, io);
        out.push(...paintRows(rows, DEFAULT_SETTINGS, io));
      }
      out.push("");
    }
    out.push(
      "telltale install claude-code   puts it into Claude Code",
      "telltale config items          lists every item",
      "telltale --help                says what else there is",
    );
    io.out(`${out.join("\n")}\n`);
    return EXIT_OK;
  },
};

function partsOf(cols: number): readonly Part[] {
  const snapshot = foldAll(EMPTY_SNAPSHOT, EXAMPLE_SESSION);
  const planned = (layout: string) => planLines({ layout, lines: [] }, snapshot);
  const busy = [
    "turn-state",
    "context-meter",
    "rate-limits",
    "cost",
    "git-counts",
    "cache-countdown",
  ];
  return [
    { title: "Layout items, the default", lines: planned("items"), widths: [cols] },
    {
      title: "The same row on narrower terminals",
      lines: planned("items"),
      widths: SHRINKING_COLS.filter((width) => width < cols),
    },
    { title: "Items of your choice", lines: [lineOfItems(busy)], widths: [cols] },
    { title: "Layout full", lines: planned("full"), widths: [cols] },
    { title: "Layout compact", lines: planned("compact"), widths: [cols] },
    {
      title: "Lines of your own, with powerline arrows",
      lines: ownLines([POWERLINE]),
      widths: [cols],
    },
    {
      title: "For scripts: build-mode",
      lines: [lineOfItems(["build-mode"], true)],
      widths: [cols],
    },
  ];
}

const POWERLINE = {
  left: [{ item: "directory" }, { item: "git-branch" }, { item: "context-usage" }],
  right: [{ item: "model" }, { item: "cost" }, { item: "duration" }],
  separator: "powerline",
};
