/** What every part of the transcript needs to draw itself. */
import type { Measure } from "../../../text/measure.ts";
import type { TranscriptTexts } from "../texts/transcript.ts";
import type { Marks } from "./marks.ts";

export interface RowOptions {
  readonly cols: number;
  readonly measure: Measure;
  readonly marks: Marks;
  readonly texts: TranscriptTexts;
  /** All is shown, not only the first lines. */
  readonly details: boolean;
  /** The key that shows all, as people read it. */
  readonly detailsKey: string;
}
