/** What `--explain` says: where each fact comes from, and why an item is not on the row. */
import type { Row } from "../../status/fit.ts";
import {
  emptyPlanReason,
  itemsOn,
  planLines,
  plannedItems,
  replacedItems,
} from "../../status/plan.ts";
import { findItem, unknownItems } from "../../status/selection.ts";
import type { Snapshot } from "../../status/snapshot.ts";
import { cleanLine } from "../../text/clean.ts";
import { idleSettings } from "../config/idle-settings.ts";
import type { Call } from "./call.ts";
import { drawAlone } from "./draw.ts";

const REPLACED = "left out, as another item stands in for it";

/** One line a fact or item, safe for a terminal. */
export function explainCall(call: Call, rows: readonly Row[], snapshot: Snapshot): string {
  const shown = new Map<string, string>();
  for (const { id, text } of rows.flatMap((row) => row.items)) {
    // A block has several rows of one item; the first says enough.
    if (!shown.has(id)) shown.set(id, text);
  }
  const harness = `harness: ${call.harness?.name ?? "none recognised"}`;
  const reason = emptyPlanReason(call.choice);
  const empty = reason === undefined ? [] : [reason];
  const lines = [harness, ...call.notes, ...idleNotes(call), ...empty];
  // Of a payload that cannot be read no item is asked.
  const planned = call.input.reason === undefined ? plannedItems(call.choice) : [];
  for (const id of planned) {
    const text = shown.get(id);
    lines.push(text === undefined ? `${id}: ${whyAbsent(id, call, snapshot)}` : `${id}: "${text}"`);
  }
  for (const id of replacedItems(call.choice)) lines.push(`${id}: ${REPLACED}`);
  for (const name of unknownItems(call.choice.items ?? [])) {
    lines.push(`${name}: no item has this name; see: telltale config items`);
  }
  return lines.map((line) => `telltale: ${cleanLine(line)}\n`).join("");
}

/** A layout that was asked for on the command line gives other settings their effect. */
function idleNotes({ choice, settings }: Call): readonly string[] {
  if (choice.layout !== settings.tui.layout) return [];
  return idleSettings(settings).map(
    ({ path, message, fix }) => `config: ${path}: ${message}; to change that: ${fix}`,
  );
}

/**
 * An item that would be drawn alone on an endless row was dropped, or gave its place to another; any
 * other has nothing to show.
 */
function whyAbsent(id: string, call: Call, snapshot: Snapshot): string {
  const item = findItem(id);
  if (item === undefined) return "there is no such item";
  if (drawAlone(call, snapshot, id)) {
    const stands = itemsOn(planLines(call.choice, snapshot)).includes(id);
    return stands ? "dropped, as the row is too narrow for it" : REPLACED;
  }
  const from = item.needs.length === 0 ? "" : ` (read from ${item.needs.join(", ")})`;
  return `absent: ${item.absent}${from}`;
}
