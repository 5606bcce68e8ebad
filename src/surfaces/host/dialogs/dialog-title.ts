/** The head of a dialog: what kind it is, how many are open, who asks, and what for. */
import { cleanLongLine } from "../../../text/clean-lines.ts";
import { span } from "../../../text/span.ts";
import type { Painter } from "../painter.ts";
import type { DialogTexts } from "../texts/dialogs.ts";
import { type Line, wrapSpans } from "../transcript/wrap-spans.ts";
import type { DialogFrame } from "./dialog.ts";
import { MAX_TITLE_ROWS } from "./dialog-rows.ts";

export interface TitleParts {
  readonly title: readonly Line[];
  /** The whole title, where the head has no room for it: nothing that is agreed to is hidden. */
  readonly rest: readonly Line[];
}

export function titleParts(
  kind: string,
  title: string,
  { openCount, member }: DialogFrame,
  { texts, painter, cols }: { texts: DialogTexts; painter: Painter; cols: number },
): TitleParts {
  const notes = [
    ...(openCount > 1 ? [texts.oneOf(openCount)] : []),
    ...(member === undefined ? [] : [texts.from(member)]),
  ];
  const clean = cleanLongLine(title);
  const head: Line = [
    { text: kind, tone: "accent", bold: true },
    ...(notes.length === 0 ? [] : [span(` (${notes.join(", ")})`, "muted")]),
    ...(clean === "" ? [] : [span(": "), { text: clean, bold: true } as const]),
  ];
  const options = { cols, measure: painter.measure };
  const lines = wrapSpans(head, options);
  if (lines.length <= MAX_TITLE_ROWS) return { title: lines, rest: [] };
  return { title: lines.slice(0, MAX_TITLE_ROWS), rest: wrapSpans([span(clean)], options) };
}
