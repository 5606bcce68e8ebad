/** What is read in a dialog before it is answered: the tool call in full, the plan, the question, the page. */
import { cleanLine } from "../../../text/clean.ts";
import { span } from "../../../text/span.ts";
import type { OpenInteraction } from "../../../wire/runtime/entities.ts";
import type { Painter } from "../painter.ts";
import type { Texts } from "../texts/texts.ts";
import { markdownLines } from "../transcript/markdown/markdown-lines.ts";
import { marksOf } from "../transcript/marks.ts";
import type { RowOptions } from "../transcript/row-options.ts";
import { toolContents, toolLines } from "../transcript/tool-lines.ts";
import { type Line, wrapSpans } from "../transcript/wrap-spans.ts";

/** A plan or a question that is longer is read elsewhere. */
const MAX_BODY_UNITS = 200_000;
/** Rows of all that is read; more is never scrolled through. */
const MAX_BODY_ROWS = 5_000;

export type AskedOptions = {
  readonly texts: Texts;
  readonly painter: Painter;
  readonly cols: number;
};

/** The lines; drawn anew only for another thing or another width. */
export type AskedReader = (asked: OpenInteraction, cols: number) => readonly Line[];

export function askedReader(deps: Omit<AskedOptions, "cols">): AskedReader {
  let last: { asked: OpenInteraction; cols: number; lines: readonly Line[] } | undefined;
  return (asked, cols) => {
    if (last?.asked !== asked || last.cols !== cols) {
      last = { asked, cols, lines: askedLines(asked, { ...deps, cols }) };
    }
    return last.lines;
  };
}

function askedLines(
  asked: OpenInteraction,
  { texts, painter, cols }: AskedOptions,
): readonly Line[] {
  const options: RowOptions = {
    cols,
    measure: painter.measure,
    marks: marksOf(painter.isAscii),
    texts: texts.transcript,
    details: true,
    detailsKey: "",
  };
  return [
    ...callLines(asked, options),
    ...markdownLines((asked.body ?? "").slice(0, MAX_BODY_UNITS).trim(), options),
    ...urlLines(asked.url, texts, options),
  ].slice(0, MAX_BODY_ROWS);
}

/** The tool call, without what the title and the body say already. */
function callLines({ call, title, body }: OpenInteraction, options: RowOptions): readonly Line[] {
  if (call === undefined) return [];
  const content = call.content.filter(
    (each) => each.kind !== "text" || body === undefined || !body.includes(each.text.trim()),
  );
  const shown = { ...call, content };
  return call.title === title ? toolContents(shown, options) : toolLines(shown, options);
}

/** The whole address as text: it is copied by hand, and opened by nobody else. */
function urlLines(url: string | undefined, texts: Texts, options: RowOptions): readonly Line[] {
  if (url === undefined || url.trim() === "") return [];
  return [
    ...wrapSpans([span(texts.dialogs.page, "muted")], options),
    ...wrapSpans([span(cleanLine(url), "accent")], { ...options, verbatim: true }),
  ];
}
