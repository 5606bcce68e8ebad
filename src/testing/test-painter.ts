/** A painter of rows for tests of views: colours of one terminal, columns by the one table. */
import type { ColorDepth } from "../text/color-depth.ts";
import type { Measure } from "../text/measure.ts";
import { type AnsiOptions, paintAnsi } from "../text/paint.ts";
import type { Span } from "../text/span.ts";
import { createMeasure } from "../text/width.ts";

export interface TestPainterOptions {
  readonly depth?: ColorDepth;
  readonly isAscii?: boolean;
  readonly ambiguousWide?: boolean;
}

export interface TestPainter {
  readonly paint: (spans: readonly Span[]) => string;
  readonly measure: Measure;
  readonly options: () => AnsiOptions;
  readonly isAscii: boolean;
}

/** Without options: no colours, so that rows are what a person reads. */
export function testPainter({
  depth = "none",
  isAscii = false,
  ambiguousWide = false,
}: TestPainterOptions = {}): TestPainter {
  const options: AnsiOptions = { theme: "dark", depth, links: false };
  return {
    paint: (spans) => paintAnsi(spans, options),
    measure: createMeasure({ ambiguousWide }),
    options: () => options,
    isAscii,
  };
}
