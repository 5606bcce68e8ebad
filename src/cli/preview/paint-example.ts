/** Rows of the example session, painted for the terminal at hand. */
import type { Settings } from "../../config/settings.ts";
import type { Row } from "../../status/fit.ts";
import type { LineSpec } from "../../status/layouts/layout.ts";
import { type ItemOptionsById, type RowsOptions, renderRows } from "../../status/rows.ts";
import type { Snapshot } from "../../status/snapshot.ts";
import { asciiMode, glyphs } from "../../text/ascii.ts";
import { colorDepth } from "../../text/color-depth.ts";
import { paintAnsi } from "../../text/paint.ts";
import { themeName } from "../../text/theme.ts";
import { createMeasure } from "../../text/width.ts";
import type { Io } from "../io.ts";

/** What is drawn, and how wide; without a width in full. */
export interface Example {
  readonly snapshot: Snapshot;
  readonly lines: readonly LineSpec[];
  readonly widthCols?: number;
  readonly itemOptions?: ItemOptionsById;
}

/** Fits the example; now is the epoch, its home is `/home/ana`. */
export function exampleRows(example: Example, settings: Settings, io: Io): readonly Row[] {
  const { tui } = settings;
  const ascii = asciiMode({ env: io.env, setting: tui.ascii, platform: io.platform });
  const options: RowsOptions = {
    nowMs: 0,
    utcOffsetMinutes: () => 0,
    ascii,
    glyphs: glyphs(ascii),
    theme: themeName(tui.theme, io.env),
    links: tui.links && io.outIsTerminal(),
    measure: createMeasure({ ambiguousWide: tui.ambiguousWidth === "wide" }),
    homeDir: "/home/ana",
    itemOptions: example.itemOptions ?? {},
    ...(example.widthCols !== undefined && { widthCols: example.widthCols }),
  };
  return renderRows(example.snapshot, example.lines, options);
}

/** The rows as text lines with the colours that stdout can show. */
export function paintRows(rows: readonly Row[], settings: Settings, io: Io): readonly string[] {
  const theme = themeName(settings.tui.theme, io.env);
  const depth = colorDepth({ env: io.env, choice: "auto", takesColor: io.outIsTerminal() });
  const links = settings.tui.links && io.outIsTerminal();
  return rows.map((row) => paintAnsi(row.spans, { theme, depth, links }));
}
