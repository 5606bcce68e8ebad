import { cutSpans } from "../../text/cut.ts";
import { type Span, span } from "../../text/span.ts";
import type { Painter } from "./painter.ts";

/** One painted row of at most so many columns; what does not fit is cut with an ellipsis. */
export function paintRow(painter: Painter, spans: readonly Span[], widthCols: number): string {
  const ellipsis = span(painter.isAscii && widthCols > 3 ? "..." : "…", "muted");
  return painter.paint(cutSpans(spans, widthCols, painter.measure, ellipsis));
}
