/** Spans of the model to rows of the terminal, in the colours that the person has. */

import type { AnsiOptions } from "../../text/paint.ts";
import type { Span } from "../../text/span.ts";

export interface Painter {
  /** Rows in the theme and depth of this terminal. */
  readonly paint: (spans: readonly Span[]) => string;
  /** Columns of a plain text, by the one table of `text/`. */
  readonly measure: (text: string) => number;
  readonly options: () => AnsiOptions;
  readonly isAscii: boolean;
}
