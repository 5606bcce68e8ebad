/** What `--explain` says: where each fact comes from, and why an item is not on the row. */
import type { Row } from "../../status/fit.ts";
import { plannedItems } from "../../status/plan.ts";
import { findItem, unknownItems } from "../../status/selection.ts";
import type { Snapshot } from "../../status/snapshot.ts";
import { cleanLine } from "../../text/clean.ts";
import type { Call } from "./call.ts";
import { drawAlone } from "./draw.ts";

/** One line a fact or item, safe for a terminal. */
export function explainCall(call: Call, rows: readonly Row[], snapshot: Snapshot): string {
  const shown = new Map(
    rows.flatMap((row) => row.items.map(({ id, text }) => [id, text] as const)),
  );
  const harness = `harness: ${call.harness?.name ?? "none recognised"}`;
  const lines = [harness, ...call.notes];
  for (const id of plannedItems(call.choice)) {
    const text = shown.get(id);
    lines.push(text === undefined ? `${id}: ${whyAbsent(id, call, snapshot)}` : `${id}: "${text}"`);
  }
  for (const name of unknownItems(call.choice.items ?? [])) {
    lines.push(`${name}: no item has this name; see: telltale config items`);
  }
  return lines.map((line) => `telltale: ${cleanLine(line)}\n`).join("");
}

/** An item that would be drawn alone on an endless row was dropped; any other has nothing to show. */
function whyAbsent(id: string, call: Call, snapshot: Snapshot): string {
  const item = findItem(id);
  if (item === undefined) return "there is no such item";
  if (drawAlone(call, snapshot, id)) return "dropped, as the row is too narrow for it";
  const from = item.needs.length === 0 ? "" : ` (read from ${item.needs.join(", ")})`;
  return `absent: ${item.absent}${from}`;
}
