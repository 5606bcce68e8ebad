/** The custom command's output as rows of its own, above or below the line. */
import { cutSpans } from "../text/cut.ts";
import type { Measure } from "../text/measure.ts";
import { scriptLines } from "../text/script-text.ts";
import { plainText, type Span } from "../text/span.ts";
import type { Custom } from "./facts/custom.ts";
import type { Row } from "./fit.ts";

/** How the lines of a block are drawn. */
export interface BlockOptions {
  readonly colorMode: "plain" | "ansi";
  /** Whole number from 1 to 5. */
  readonly maxLines: number;
  readonly widthCols?: number;
  readonly measure: Measure;
  readonly ellipsis: Span;
}

const ID = "custom-command";

/** One row a line that is not blank, each cut to the width and never wrapped. */
export function blockRows(custom: Custom | undefined, options: BlockOptions): readonly Row[] {
  if (custom === undefined) return [];
  const { colorMode, maxLines, widthCols, measure, ellipsis } = options;
  return scriptLines(custom.stdout, colorMode)
    .slice(0, maxLines)
    .map((line) => (widthCols === undefined ? line : cutSpans(line, widthCols, measure, ellipsis)))
    .filter((spans) => spans.length > 0)
    .map((spans) => {
      const text = plainText(spans);
      return { spans, widthCols: measure(text), items: [{ id: ID, text }] };
    });
}
