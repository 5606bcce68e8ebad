/** Draws rows for tests: fixed clock, dark theme, no links, plain text out. */
import type { Fact } from "../status/facts/fact.ts";
import type { LineSpec } from "../status/layouts/layout.ts";
import { type RowsOptions, renderRows } from "../status/rows.ts";
import { EMPTY_SNAPSHOT, foldAll } from "../status/snapshot.ts";
import { glyphs } from "../text/ascii.ts";
import { plainText } from "../text/span.ts";
import { createMeasure } from "../text/width.ts";

const measure = createMeasure({ ambiguousWide: false });

/** Options of a rendering at the epoch, with the given ones on top. */
export function testOptions(own: Partial<RowsOptions> = {}): RowsOptions {
  const ascii = own.ascii ?? false;
  return {
    nowMs: 0,
    utcOffsetMinutes: () => 0,
    ascii,
    glyphs: glyphs(ascii),
    theme: "dark",
    links: false,
    measure,
    homeDir: "/home/ana",
    itemOptions: {},
    ...own,
  };
}

/** The rows of facts as plain text. */
export function drawFacts(
  facts: readonly Fact[],
  lines: readonly LineSpec[],
  own: Partial<RowsOptions> = {},
): readonly string[] {
  const snapshot = foldAll(EMPTY_SNAPSHOT, facts);
  return renderRows(snapshot, lines, testOptions(own)).map((row) => plainText(row.spans));
}
