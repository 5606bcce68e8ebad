/**
 * The status line of the host: an empty row, the lines of the layout, and the block of the person's own
 * command above or below them. Drawn from the snapshot alone.
 */
import type { Row } from "../../../status/fit.ts";
import { drawnTimeMs } from "../../../status/item-time.ts";
import { rowRenderer } from "../../../status/row-renderer.ts";
import type { RowsOptions } from "../../../status/rows.ts";
import type { Snapshot } from "../../../status/snapshot.ts";
import type { ColorDepth } from "../../../text/color-depth.ts";
import type { HostContext } from "../context.ts";
import type { Size } from "../screen/screen.ts";
import { drawOptions, drawPlan, type LinePlan, linePlan, linesOf } from "./line-rows.ts";

export interface StatusLine {
  /**
   * Finished rows for the width, at most `heightRows` of them; none if there is nothing to show. The
   * same array while nothing changed. No padding may be added at the sides: a record needs every column.
   */
  readonly rows: (offered: Size) => readonly string[];
  /** Next layout of the round items, full, compact (and one's own lines, if there are any); for Ctrl+G. */
  readonly nextLayout: () => string;
  /** Ids of the items that stand on the line now, for `StatusPort.setItems`. */
  readonly itemIds: () => readonly string[];
}

const LAYOUT_ROUND = ["items", "full", "compact"] as const;

/** What the last rows were made of; the same again makes the same rows. */
interface Drawn {
  readonly plan: LinePlan;
  readonly options: RowsOptions;
  readonly heightRows: number;
  readonly depth: ColorDepth;
  readonly ordinary: readonly Row[];
  readonly custom: Snapshot["custom"];
  readonly rows: readonly string[];
}

/** The line of one host. */
export function statusLine(context: HostContext): StatusLine {
  const { ui, ports, painter } = context;
  const render = rowRenderer();
  const plan = rememberedPlan(context);
  const lines = rememberedLines();
  const optionsFor = rememberedOptions(context);
  let last: Drawn | undefined;

  const rows = ({ widthCols, heightRows }: Size): readonly string[] => {
    const width = columnsOf(widthCols);
    const height = columnsOf(heightRows);
    if (width === 0 || height === 0) return NO_ROWS;
    const now = plan();
    const snapshot = ports.status.snapshot();
    const { custom } = snapshot;
    const options = optionsFor(now, width);
    const { depth } = painter.options();
    const drawn = drawPlan(now, lines(now, snapshot), snapshot, options, height, render);
    const made = { plan: now, options, heightRows: height, depth, custom };
    const { ordinary } = drawn;
    if (last === undefined || !isSame(last, { ...made, ordinary })) {
      const rows = paintedRows(drawn, now, (row) => painter.paint(row.spans));
      last = { ...made, ordinary, rows };
    }
    return last.rows;
  };

  return {
    rows,
    nextLayout: () => {
      const own = ports.config.settings().tui.lines.length > 0 ? ["lines"] : [];
      const round: readonly string[] = [...LAYOUT_ROUND, ...own];
      return round[(round.indexOf(ui.statusLayout()) + 1) % round.length] ?? "items";
    },
    itemIds: () => plan().itemIds,
  };
}

const NO_ROWS: readonly string[] = [];

function columnsOf(size: number): number {
  return Number.isFinite(size) ? Math.max(0, Math.floor(size)) : 0;
}

function paintedRows(
  drawn: ReturnType<typeof drawPlan>,
  plan: LinePlan,
  paint: (row: Row) => string,
): readonly string[] {
  const { ordinary, block, spaced } = drawn;
  if (ordinary.length + block.length === 0) return NO_ROWS;
  const shown =
    plan.block?.position === "below" ? [...ordinary, ...block] : [...block, ...ordinary];
  return [...(spaced ? [""] : []), ...shown.map(paint)];
}

function isSame(last: Drawn, now: Omit<Drawn, "rows">): boolean {
  return (Object.keys(now) as (keyof typeof now)[]).every((name) => last[name] === now[name]);
}

/** Options for a plan and a width, the very same while nothing that they hold is another. */
function rememberedOptions(context: HostContext): (plan: LinePlan, cols: number) => RowsOptions {
  const { painter, ports } = context;
  let last: { readonly from: readonly unknown[]; readonly options: RowsOptions } | undefined;
  return (plan, cols) => {
    const nowMs = drawnTimeMs(plan.itemIds, ports.system.nowMs());
    const { theme, links } = painter.options();
    const from = [plan, cols, nowMs, theme, links];
    if (last === undefined || !from.every((each, at) => each === last?.from[at])) {
      last = { from, options: drawOptions(context, nowMs, cols) };
    }
    return last.options;
  };
}

/** The plan, made anew only where the layout, the list or the settings are others. */
function rememberedPlan({ ui, ports }: HostContext): () => LinePlan {
  let last: { readonly from: readonly unknown[]; readonly plan: LinePlan } | undefined;
  return () => {
    const { tui } = ports.config.settings();
    const from = [ui.statusLayout(), ui.statusItems(), tui, ui.isMachineLine()] as const;
    if (last === undefined || !from.every((each, at) => Object.is(each, last?.from[at]))) {
      last = { from, plan: linePlan(...from) };
    }
    return last.plan;
  };
}

/**
 * The lines of a plan, the very same while plan and snapshot are: of the defaults only one item depends
 * on the snapshot, so most of its changes leave them.
 */
function rememberedLines(): (plan: LinePlan, snapshot: Snapshot) => ReturnType<typeof linesOf> {
  let last: { plan: LinePlan; context: Snapshot["context"]; lines: ReturnType<typeof linesOf> };
  return (plan, snapshot) => {
    if (last?.plan !== plan || last.context !== snapshot.context) {
      last = { plan, context: snapshot.context, lines: linesOf(plan, snapshot) };
    }
    return last.lines;
  };
}
