import { didYouMean } from "../../base/nearest-word.ts";
import { readSettings } from "../../config/read.ts";
import type { Settings } from "../../config/settings.ts";
import { controllingTerminalCols, parseColumns, readWidth } from "../../sources/probes/width.ts";
import type { Item } from "../../status/items/item.ts";
import { LAYOUT_NAMES, type LayoutChoice, planLines, plannedItems } from "../../status/plan.ts";
import { findItem, unknownItems } from "../../status/selection.ts";
import { EMPTY_SNAPSHOT, foldAll, type Snapshot } from "../../status/snapshot.ts";
import { printable } from "../arguments.ts";
import { EXIT_OK, EXIT_USAGE, type Invocation } from "../command.ts";
import { EXAMPLE_SESSION } from "../preview/example-session.ts";
import { exampleRows, paintRows } from "../preview/paint-example.ts";
import { EXAMPLE_LINES } from "./idle-settings.ts";
import { unknownItem } from "./item-notes.ts";
import { configFileOf } from "./place.ts";

/** Draws the configured line with an invented session. Starts nothing and asks nobody. */
export function preview(invocation: Invocation): number {
  const { options, io } = invocation;
  const { settings } = readSettings(configFileOf(invocation));
  const say = (text: string): void => io.err(`telltale config preview: ${text}\n`);
  const wrong = wrongOptions(options);
  if (wrong !== undefined) {
    say(wrong);
    return EXIT_USAGE;
  }
  const choice = choiceOf(options, settings);
  const asked = typeof options.width === "string" ? parseColumns(options.width) : undefined;
  const { cols } = readWidth({
    ...(asked !== undefined && { asked }),
    ...(io.env.COLUMNS !== undefined && { columns: io.env.COLUMNS }),
    takenCols: 0,
    terminalCols: controllingTerminalCols,
  });
  const snapshot = exampleSnapshot(choice);
  const lines = planLines(choice, snapshot);
  const whole = { snapshot, lines, itemOptions: settings.tui.items };
  const example = cols === undefined ? whole : { ...whole, widthCols: cols };
  const rows = exampleRows(example, settings, io);
  io.out(
    rows.length === 0 ? "The line is hidden.\n" : `${paintRows(rows, settings, io).join("\n")}\n`,
  );
  const terminalCols = io.outIsTerminal() ? controllingTerminalCols() : undefined;
  if (terminalCols !== undefined && rows.some(({ widthCols }) => widthCols > terminalCols)) {
    say(`rows are wider than this terminal (${terminalCols} columns)`);
  }
  if (options.items !== undefined && choice.layout !== "items") {
    say(`--items counts in the layout items only, not in ${choice.layout}`);
  }
  if (choice.layout === "lines" && choice.lines.length === 0) {
    say(`tui.lines is empty; see: telltale config set tui.lines ${EXAMPLE_LINES}`);
  }
  // Drawn without a width as well, so that nothing is missing for want of room.
  const drawn = [...rows, ...exampleRows(whole, settings, io)];
  const shown = new Set(drawn.flatMap(({ items }) => items.map(({ id }) => id)));
  for (const id of chosenItems(choice)) if (!shown.has(id)) say(whyAbsent(id));
  return EXIT_OK;
}

function wrongOptions({ layout, width, items }: Invocation["options"]): string | undefined {
  if (typeof layout === "string" && !LAYOUT_NAMES.includes(layout)) {
    const hint = didYouMean(layout, LAYOUT_NAMES);
    return `--layout is one of ${LAYOUT_NAMES.join(", ")}, not ${printable(layout)}${hint}`;
  }
  if (typeof width === "string" && parseColumns(width) === undefined) {
    return "--width takes a whole number of columns from 1 to 10000";
  }
  const [unknown] = unknownItems(namesIn(items) ?? []);
  if (unknown === undefined) return undefined;
  const { message, fix } = unknownItem(unknown, "");
  return `${message}; ${fix}`;
}

/** The names of a list; undefined if there is none. */
function namesIn(list: string | boolean | undefined): readonly string[] | undefined {
  if (typeof list !== "string") return undefined;
  return list.split(",").filter((name) => name.trim() !== "");
}

function choiceOf(options: Invocation["options"], { tui }: Settings): LayoutChoice {
  const listed = namesIn(options.items);
  const items = listed ?? tui.statusLine;
  const layout = typeof options.layout === "string" ? options.layout : undefined;
  return {
    layout: layout ?? (listed === undefined ? tui.layout : "items"),
    lines: tui.lines,
    ...(items !== undefined && { items }),
  };
}

/** Items that a person named, one by one; our own choices may lack something to show. */
function chosenItems(choice: LayoutChoice): readonly string[] {
  const isChosen =
    choice.layout === "lines" || (choice.layout === "items" && choice.items !== undefined);
  return isChosen ? plannedItems(choice) : [];
}

/**
 * Items that a person chose are shown with their samples; over them the example, which fits together.
 * The layouts of ours are drawn with the example alone. What a command prints nobody can know.
 */
function exampleSnapshot(choice: LayoutChoice): Snapshot {
  const isListed = choice.layout === "items" || choice.layout === "lines";
  const items = (isListed ? plannedItems(choice) : []).flatMap((id) => findItem(id) ?? []);
  const samples = items.filter((item) => !runsCommand(item)).flatMap(({ sample }) => sample);
  const shownAlone = samples.filter((fact) => fact.kind !== "session-started");
  return foldAll(EMPTY_SNAPSHOT, [...shownAlone, ...EXAMPLE_SESSION]);
}

function runsCommand({ needs }: Item): boolean {
  return needs.includes("custom-command");
}

function whyAbsent(id: string): string {
  const item = findItem(id);
  if (item !== undefined && runsCommand(item)) {
    return `${id}: a preview never runs a command, so it shows nothing here`;
  }
  return `${id}: shows nothing here; it is absent when ${item?.absent}`;
}
