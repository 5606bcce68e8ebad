/** The line as the draft would draw it, and whether an item shows anything now. Asks and runs nothing. */
import { blockLines } from "../../../config/range.ts";
import { blockRows } from "../../../status/block-rows.ts";
import { itemOptionsById } from "../../../status/item-options.ts";
import { lineOfItems } from "../../../status/layouts/items.ts";
import { planLines } from "../../../status/plan.ts";
import { type RowsOptions, renderRows } from "../../../status/rows.ts";
import type { Snapshot } from "../../../status/snapshot.ts";
import { glyphs } from "../../../text/ascii.ts";
import { type Span, span } from "../../../text/span.ts";
import type { HostContext } from "../context.ts";

/** Rows of the preview where there is room. */
export const PREVIEW_ROWS = 3;
/** So wide that no item is shortened or dropped. */
const ROOMY_COLS = 1000;
const CUSTOM = "custom-command";

/** The rows of the draft at a width, the block of the person's own command among them. */
export function previewRows(
  context: HostContext,
  items: readonly string[] | undefined,
  widthCols: number,
): readonly (readonly Span[])[] {
  const snapshot = context.ports.status.snapshot();
  const { customStatusLine: custom } = context.ports.config.settings().tui;
  const isBlock = custom?.display === "block";
  const elsewhere = isBlock ? [CUSTOM] : [];
  const choice = { layout: "items", lines: [], elsewhere, ...(items !== undefined && { items }) };
  const options = { ...rowsOptions(context, widthCols), maxRows: PREVIEW_ROWS };
  const rows = renderRows(snapshot, planLines(choice, snapshot), options).map(({ spans }) => spans);
  if (!isBlock || items?.includes(CUSTOM) !== true) return rows;
  const block = blockRows(snapshot.custom, {
    colorMode: custom.colorMode,
    maxLines: blockLines(custom.maxLines),
    widthCols,
    measure: options.measure,
    ellipsis: span(options.glyphs.ellipsis, "muted"),
  }).map(({ spans }) => spans);
  // The line itself comes first where there is not room for both.
  const shown = block.slice(0, Math.max(0, PREVIEW_ROWS - rows.length));
  return custom.position === "below" ? [...rows, ...shown] : [...shown, ...rows];
}

/** An item that alone, with all the room there is, shows something. */
export function isAvailable(context: HostContext, id: string): boolean {
  const snapshot: Snapshot = context.ports.status.snapshot();
  return renderRows(snapshot, [lineOfItems([id])], rowsOptions(context, ROOMY_COLS)).length > 0;
}

function rowsOptions(context: HostContext, widthCols: number): RowsOptions {
  const { painter, ports } = context;
  const { tui } = ports.config.settings();
  const { theme, links } = painter.options();
  const nowMs = ports.system.nowMs();
  return {
    nowMs,
    utcOffsetMinutes: () => -new Date(nowMs).getTimezoneOffset(),
    ascii: painter.isAscii,
    glyphs: glyphs(painter.isAscii),
    theme,
    links,
    measure: painter.measure,
    itemOptions: itemOptionsById(tui.items, tui.customStatusLine?.colorMode),
    widthCols,
    ...(ports.system.home !== undefined && { homeDir: ports.system.home }),
  };
}
