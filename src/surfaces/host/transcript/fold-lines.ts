/** Long texts shown in part: some lines, and how many there are beside them. */
import { cutSpans } from "../../../text/cut.ts";
import { type Span, span } from "../../../text/span.ts";
import type { RowOptions } from "./row-options.ts";
import { type Line, wrapBehind, wrapSpans } from "./wrap-spans.ts";

/** Rows of one text when all is shown: more belongs in a file, and would cost every drawing. */
const MAX_WHOLE_ROWS = 2_000;

export interface FoldOptions {
  /** Lines that are shown when not all is. */
  readonly foldedLines: number;
  /** The end is what counts, as in the output of a command. */
  readonly fromEnd?: true;
  /** Stands before each line and, as wide, before what does not fit in it. */
  readonly prefix: (index: number) => readonly [first: Line, next: Line];
  readonly paint: (index: number) => Omit<Span, "text">;
}

/** Lines that are clean already; folded each takes one row, cut where it is too long. */
export function foldLines(
  lines: readonly string[],
  fold: FoldOptions,
  options: RowOptions,
): readonly Line[] {
  return options.details ? wholeLines(lines, fold, options) : foldedLines(lines, fold, options);
}

function foldedLines(
  lines: readonly string[],
  fold: FoldOptions,
  options: RowOptions,
): readonly Line[] {
  const { texts, detailsKey } = options;
  const hidden = lines.length - fold.foldedLines;
  // One line more takes the place of the row that would speak of it.
  if (hidden <= 1) return lines.map((line, index) => cutLine(line, index, fold, options));
  const first = fold.fromEnd ? hidden : 0;
  const shown = lines
    .slice(first, first + fold.foldedLines)
    .map((line, index) => cutLine(line, first + index, fold, options));
  const say = fold.fromEnd ? texts.earlierLines : texts.moreLines;
  const [blank] = fold.prefix(-1);
  const more = oneRow([...blank, span(say(hidden, detailsKey), "muted")], options);
  return fold.fromEnd ? [more, ...shown] : [...shown, more];
}

function cutLine(text: string, index: number, fold: FoldOptions, options: RowOptions): Line {
  return oneRow([...fold.prefix(index)[0], { ...fold.paint(index), text }], options);
}

function wholeLines(
  lines: readonly string[],
  fold: FoldOptions,
  options: RowOptions,
): readonly Line[] {
  const out: Line[] = [];
  for (const [index, text] of lines.entries()) {
    const [first, next] = fold.prefix(index);
    const painted = [{ ...fold.paint(index), text }];
    const rows = wrapBehind(first, next, painted, { ...options, verbatim: true });
    if (out.length + rows.length > MAX_WHOLE_ROWS) {
      const left = lines.length - index;
      return [...out, ...wrapSpans([span(options.texts.notShown(left), "muted")], options)];
    }
    out.push(...rows);
  }
  return out;
}

/** One row, cut with an ellipsis where it is too long. */
export function oneRow(spans: Line, { cols, measure, marks }: RowOptions): Line {
  return cutSpans(spans, cols, measure, span(marks.ellipsis, "dim"));
}
