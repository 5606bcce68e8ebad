/** A snapshot to the text on stdout. */
import { blockLines } from "../../config/range.ts";
import { controllingTerminalCols, readWidth } from "../../sources/probes/width.ts";
import { blockRows } from "../../status/block-rows.ts";
import type { Row } from "../../status/fit.ts";
import { itemOptionsById } from "../../status/item-options.ts";
import { lineOfItems } from "../../status/layouts/items.ts";
import { planLines, plannedItems } from "../../status/plan.ts";
import { type RowsOptions, renderRows } from "../../status/rows.ts";
import type { Snapshot } from "../../status/snapshot.ts";
import { anchoredRow, encodeRows, encodeRowsJson } from "../../surfaces/statusline/encode-rows.ts";
import { asciiMode, glyphs } from "../../text/ascii.ts";
import { type ColorDepth, colorDepth } from "../../text/color-depth.ts";
import { span } from "../../text/span.ts";
import { themeName } from "../../text/theme.ts";
import { createMeasure } from "../../text/width.ts";
import type { Call } from "./call.ts";

/** The rows of a snapshot, as the call wants them drawn. */
export function drawRows(call: Call, snapshot: Snapshot): readonly Row[] {
  const options = rowsOptions(call, snapshot);
  const max = call.harness?.maxRows;
  const limit = max === undefined ? {} : { maxRows: max };
  const rows = renderRows(snapshot, planLines(call.choice, snapshot), { ...options, ...limit });
  const block = showsBlock(call) ? drawBlock(call, snapshot, options) : [];
  // The ordinary line has its room first: where rows are few, those of the block give way.
  const kept = block.slice(0, Math.max(0, (max ?? Number.POSITIVE_INFINITY) - rows.length));
  const below = call.settings.tui.customStatusLine?.position === "below";
  const shown = below ? [...rows, ...kept] : [...kept, ...rows];
  return call.harness?.trimsRows === true
    ? shown.map((row) => anchoredRow(row, options.ascii))
    : shown;
}

/** Whether an item shows anything when it has a row without an end to itself. */
export function drawAlone(call: Call, snapshot: Snapshot, id: string): boolean {
  const { widthCols: _, ...options } = rowsOptions({ ...call, notes: [] }, snapshot);
  return renderRows(snapshot, [lineOfItems([id])], options).length > 0;
}

/** The rows written in the format that was asked for. */
export function encodeCall(call: Call, rows: readonly Row[], snapshot: Snapshot): string {
  if (call.format === "json") return encodeRowsJson(rows, snapshot);
  const { theme, links } = call.settings.tui;
  const paint = { theme: themeName(theme, call.io.env), depth: drawDepth(call), links };
  return encodeRows(rows, call.format, paint);
}

/** Colours that reach the screen the rows are for. */
export function drawDepth(call: Call): ColorDepth {
  const takesColor =
    call.format === "tmux" || call.harness?.takesColor === true || call.io.outIsTerminal();
  return colorDepth({ env: call.io.env, choice: call.color, takesColor });
}

/** What every row of this call is drawn with. */
export function rowsOptions(call: Call, snapshot: Snapshot): RowsOptions {
  const { io, settings } = call;
  const { tui } = settings;
  const said = call.input.payload && call.harness?.rowWidthCols?.(call.input.payload);
  const width = readWidth({
    ...(call.askedCols !== undefined && { asked: call.askedCols }),
    ...(said !== undefined && { said }),
    ...(io.env.COLUMNS !== undefined && { columns: io.env.COLUMNS }),
    takenCols: call.harness?.widthTakenCols(io.env, snapshot.place?.projectDir) ?? 0,
    terminalCols: controllingTerminalCols,
  });
  call.notes.push(`width: ${width.cols ?? "unknown"}, from ${width.from}`);
  const ascii = asciiMode({ env: io.env, setting: tui.ascii, platform: io.platform });
  const nowMs = io.nowMs();
  const homeDir = io.env[io.platform === "win32" ? "USERPROFILE" : "HOME"];
  return {
    nowMs,
    // Asked for by clocks alone: loading the time zone costs a tenth of the start.
    utcOffsetMinutes: () => -new Date(nowMs).getTimezoneOffset(),
    ...(width.cols !== undefined && { widthCols: width.cols }),
    ascii,
    glyphs: glyphs(ascii),
    theme: themeName(tui.theme, io.env),
    links: tui.links,
    measure: createMeasure({ ambiguousWide: tui.ambiguousWidth === "wide" }),
    ...(homeDir !== undefined && { homeDir }),
    itemOptions: itemOptionsById(tui.items, tui.customStatusLine?.colorMode),
  };
}

/** The block stands only beside a line that lists the command. */
function showsBlock(call: Call): boolean {
  const display = call.settings.tui.customStatusLine?.display;
  return display === "block" && plannedItems(call.choice).includes("custom-command");
}

function drawBlock(call: Call, { custom }: Snapshot, options: RowsOptions): readonly Row[] {
  const settings = call.settings.tui.customStatusLine;
  if (settings === undefined) return [];
  return blockRows(custom, {
    colorMode: settings.colorMode,
    maxLines: blockLines(settings.maxLines),
    ...(options.widthCols !== undefined && { widthCols: options.widthCols }),
    measure: options.measure,
    ellipsis: span(options.glyphs.ellipsis, "muted"),
  });
}
