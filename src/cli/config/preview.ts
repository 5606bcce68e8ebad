import { readSettings } from "../../config/read.ts";
import { controllingTerminalCols, parseColumns, readWidth } from "../../sources/probes/width.ts";
import { LAYOUT_NAMES, type LayoutChoice, planLines, plannedItems } from "../../status/plan.ts";
import { findItem } from "../../status/selection.ts";
import { EMPTY_SNAPSHOT, foldAll } from "../../status/snapshot.ts";
import { printable } from "../arguments.ts";
import { EXIT_OK, EXIT_USAGE, type Invocation } from "../command.ts";
import { EXAMPLE_SESSION } from "../preview/example-session.ts";
import { exampleRows, paintRows } from "../preview/paint-example.ts";
import { configFileOf } from "./place.ts";

/** Draws the configured line with an invented session. Starts nothing and asks nobody. */
export function preview(invocation: Invocation): number {
  const { options, io } = invocation;
  const { settings } = readSettings(configFileOf(invocation));
  const layout = typeof options.layout === "string" ? options.layout : undefined;
  if (layout !== undefined && !LAYOUT_NAMES.includes(layout)) {
    io.err(
      `telltale config preview: --layout is one of ${LAYOUT_NAMES.join(", ")}, not ${printable(layout)}\n`,
    );
    return EXIT_USAGE;
  }
  const asked = typeof options.width === "string" ? parseColumns(options.width) : undefined;
  if (options.width !== undefined && asked === undefined) {
    io.err("telltale config preview: --width takes a whole number of columns from 1 to 10000\n");
    return EXIT_USAGE;
  }
  const items =
    typeof options.items === "string" ? options.items.split(",") : settings.tui.statusLine;
  const choice: LayoutChoice = {
    layout: layout ?? (typeof options.items === "string" ? "items" : settings.tui.layout),
    lines: settings.tui.lines,
    ...(items !== undefined && { items }),
  };
  const { cols } = readWidth({
    ...(asked !== undefined && { asked }),
    ...(io.env.COLUMNS !== undefined && { columns: io.env.COLUMNS }),
    takenCols: 0,
    terminalCols: controllingTerminalCols,
  });
  // Items that a person chose are shown with their samples; over them the example, which fits
  // together. The layouts of ours are drawn with the example alone.
  const chosen = choice.layout === "items" || choice.layout === "lines";
  const samples = (chosen ? plannedItems(choice) : []).flatMap((id) => findItem(id)?.sample ?? []);
  const shownAlone = samples.filter((fact) => fact.kind !== "session-started");
  const snapshot = foldAll(EMPTY_SNAPSHOT, [...shownAlone, ...EXAMPLE_SESSION]);
  const lines = planLines(choice, snapshot);
  const itemOptions = settings.tui.items;
  const rows = exampleRows(
    { snapshot, lines, itemOptions, ...(cols !== undefined && { widthCols: cols }) },
    settings,
    io,
  );
  io.out(
    rows.length === 0 ? "The line is hidden.\n" : `${paintRows(rows, settings, io).join("\n")}\n`,
  );
  return EXIT_OK;
}
