/** What blocks of Markdown need to draw themselves. */
import type { Measure } from "../../../../text/measure.ts";
import type { Paint } from "../../../../text/span.ts";
import type { Marks } from "../marks.ts";

export interface BlockOptions {
  readonly cols: number;
  readonly measure: Measure;
  readonly marks: Marks;
  /** Under everything, as in a quote. */
  readonly paint?: Paint;
}
