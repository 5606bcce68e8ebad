/** One drawing of the line: from the snapshot and what the person chose to rows of spans. */
import { blockLines } from "../../../config/range.ts";
import type { TuiSettings } from "../../../config/settings.ts";
import { blockRows } from "../../../status/block-rows.ts";
import type { Row } from "../../../status/fit.ts";
import { itemOptionsById } from "../../../status/item-options.ts";
import { drawnTimeMs } from "../../../status/item-time.ts";
import { lineOfItems } from "../../../status/layouts/items.ts";
import type { LineSpec } from "../../../status/layouts/layout.ts";
import { type LayoutChoice, planLines, plannedItems } from "../../../status/plan.ts";
import type { RowRenderer } from "../../../status/row-renderer.ts";
import { type RowsOptions, renderRows } from "../../../status/rows.ts";
import { findItem } from "../../../status/selection.ts";
import type { Snapshot } from "../../../status/snapshot.ts";
import { glyphs } from "../../../text/ascii.ts";
import { type Span, span } from "../../../text/span.ts";
import type { HostContext } from "../context.ts";
import type { Size } from "../screen/screen.ts";

const RECORD = "build-mode";
const CUSTOM = "custom-command";

/** What stands on the line: what was chosen, and what follows from it. */
export interface LinePlan {
  readonly choice: LayoutChoice;
  readonly itemIds: readonly string[];
  readonly isRecord: boolean;
  /** The output of the person's command stands in rows of its own. */
  readonly block: TuiSettings["customStatusLine"];
}

/** Whether the settings give the whole line to the record for machines. Decided once, at the start. */
export function isMachineLine({ statusLine, layout, lines }: TuiSettings): boolean {
  const listed = { layout: "items", lines, ...(statusLine !== undefined && { items: statusLine }) };
  return [listed, ...(layout === "lines" ? [{ layout, lines }] : [])].some((choice) =>
    plannedItems(choice).includes(RECORD),
  );
}

/** The plan for a layout and a list of items (absent: the defaults). */
export function linePlan(
  layout: string,
  items: readonly string[] | undefined,
  tui: TuiSettings,
  isRecord: boolean,
): LinePlan {
  if (isRecord) {
    const choice = { layout: "items", items: [RECORD], lines: [] };
    return { choice, itemIds: [RECORD], isRecord, block: undefined };
  }
  // Without the record: it owns the line from the start, or is not there at all.
  const listed = items?.filter((name) => findItem(name)?.id !== RECORD);
  const chosen = { layout, lines: tui.lines, ...(listed !== undefined && { items: listed }) };
  const itemIds = plannedItems(chosen).filter((id) => id !== RECORD);
  const own = tui.customStatusLine;
  const block = own?.display === "block" && itemIds.includes(CUSTOM) ? own : undefined;
  const elsewhere = [RECORD, ...(block === undefined ? [] : [CUSTOM])];
  return { choice: { ...chosen, elsewhere }, itemIds, isRecord, block };
}

/** The lines of the plan. */
export function linesOf(plan: LinePlan, snapshot: Snapshot): readonly LineSpec[] {
  return planLines(plan.choice, snapshot);
}

/** What a line is drawn from. */
export type LineContext = Pick<HostContext, "ports" | "painter">;

/** What rows are drawn with in this host, at a time from `drawnTimeMs`. */
export function drawOptions(context: LineContext, nowMs: number, widthCols: number): RowsOptions {
  const { painter, ports } = context;
  const { tui } = ports.config.settings();
  const { theme, links } = painter.options();
  const { home } = ports.system;
  return {
    nowMs,
    utcOffsetMinutes: () => -new Date(nowMs).getTimezoneOffset(),
    widthCols,
    ascii: painter.isAscii,
    glyphs: glyphs(painter.isAscii),
    theme,
    links,
    measure: painter.measure,
    ...(home !== undefined && { homeDir: home }),
    itemOptions: itemOptionsById(tui.items, tui.customStatusLine?.colorMode),
  };
}

/** The ordinary rows and the block of a plan, as many as the height has room for. */
export function drawPlan(
  plan: LinePlan,
  lines: readonly LineSpec[],
  snapshot: Snapshot,
  options: RowsOptions,
  heightRows: number,
  render: RowRenderer = renderRows,
): { readonly ordinary: readonly Row[]; readonly block: readonly Row[]; readonly spaced: boolean } {
  const ordinary = render(snapshot, lines, { ...options, maxRows: Math.max(1, heightRows) });
  const room = Math.max(0, heightRows - ordinary.length - 1);
  const block = plan.block === undefined ? [] : drawBlock(plan.block, snapshot, options);
  const kept = block.slice(0, room);
  const count = ordinary.length + kept.length;
  return { ordinary, block: kept, spaced: count > 0 && count < heightRows };
}

function drawBlock(
  settings: NonNullable<LinePlan["block"]>,
  { custom }: Snapshot,
  options: RowsOptions,
): readonly Row[] {
  return blockRows(custom, {
    colorMode: settings.colorMode,
    maxLines: blockLines(settings.maxLines),
    ...(options.widthCols !== undefined && { widthCols: options.widthCols }),
    measure: options.measure,
    ellipsis: span(options.glyphs.ellipsis, "muted"),
  });
}

/** Rows of a list of items that is not in force, for a preview. Nothing is asked or run for it. */
export function previewRows(
  context: HostContext,
  items: readonly string[] | undefined,
  size: Size,
): readonly (readonly Span[])[] {
  const { ports } = context;
  const { tui } = ports.config.settings();
  const plan = linePlan("items", items, tui, false);
  const snapshot = ports.status.snapshot();
  const nowMs = drawnTimeMs(plan.itemIds, ports.system.nowMs());
  const options = drawOptions(context, nowMs, size.widthCols);
  const lines = linesOf(plan, snapshot);
  const drawn = drawPlan(plan, lines, snapshot, options, size.heightRows + 1);
  const { block, ordinary } = drawn;
  const rows = plan.block?.position === "below" ? [...ordinary, ...block] : [...block, ...ordinary];
  return rows.slice(0, Math.max(0, size.heightRows)).map(({ spans }) => spans);
}

/** Columns in which every item has room for all that it says. */
const ALONE_COLS = 1_000;

/** Whether an item would show anything now, on a line to itself. */
export function showsAlone(context: HostContext, itemId: string): boolean {
  const snapshot = context.ports.status.snapshot();
  const options = drawOptions(context, context.ports.system.nowMs(), ALONE_COLS);
  return renderRows(snapshot, [lineOfItems([itemId])], options).length > 0;
}
