/**
 * How the parts of a dialog share its height: the choice first, then the title, what went wrong, the
 * other choices, and only then what is read: it can be scrolled.
 */
import { mergeSpans, span } from "../../../text/span.ts";
import { keyHint } from "../key-label.ts";
import type { Painter } from "../painter.ts";
import type { Size } from "../screen/screen.ts";
import type { DialogTexts } from "../texts/dialogs.ts";
import { marksOf } from "../transcript/marks.ts";
import { type Line, wrapSpans } from "../transcript/wrap-spans.ts";
import type { DialogFrame } from "./dialog.ts";

export interface DialogParts {
  readonly title: readonly Line[];
  /** What is read before choosing. */
  readonly body: readonly Line[];
  /** Rows among which the person chooses, and those that must be seen. */
  readonly choices: readonly Line[];
  readonly focus: { readonly first: number; readonly last: number };
  /** Sending, or why not. */
  readonly note: readonly Line[];
  readonly hint: Line;
}

export interface DrawnDialog {
  readonly lines: readonly Line[];
  /** Row of the first choice that is shown, and which one it is; the cursor is found by them. */
  readonly choicesRow: number;
  readonly firstChoice: number;
  /** Furthest that the body may be scrolled. */
  readonly maxScroll: number;
  /** Rows of the body that are seen at once. */
  readonly bodyRows: number;
}

/** Rows of a title; a longer one is read in the body. */
export const MAX_TITLE_ROWS = 2;
/** Rows of a reason; the person must be able to read why. */
const MAX_NOTE_ROWS = 3;
const HINT_FROM_ROWS = 4;

/** Places the parts in at most `heightRows` rows. */
export function placeParts(
  parts: DialogParts,
  heightRows: number,
  scroll: number,
  texts: DialogTexts,
): DrawnDialog {
  const height = Math.max(1, heightRows);
  const { title, body, choices, note, hint } = parts;
  const mustSee = Math.min(choices.length, parts.focus.last - parts.focus.first + 1);
  let left = height - Math.min(height, Math.max(1, mustSee));
  const take = (wanted: number, from = left): number => {
    const rows = Math.max(0, Math.min(wanted, from, left));
    left -= rows;
    return rows;
  };
  const titleRows = take(Math.min(1, title.length));
  const noteRows = take(Math.min(note.length, 1));
  const hintRows = height >= HINT_FROM_ROWS ? take(hint.length === 0 ? 0 : 1) : 0;
  const moreNoteRows = take(Math.min(note.length, MAX_NOTE_ROWS) - noteRows, Math.floor(left / 2));
  const moreTitleRows = take(title.length - titleRows, Math.floor(left / 2));
  // The body keeps half of what is left where both want more.
  const bodyWish = Math.min(body.length, Math.floor(left / 2));
  const seen = height - left - titleRows - noteRows - moreNoteRows - hintRows - moreTitleRows;
  const choiceRows = seen + take(choices.length - seen, left - bodyWish);
  const bodyRows = take(body.length);
  const firstChoice = windowStart(parts.focus, choiceRows, choices.length);
  const shownBody = scrolled(body, bodyRows, scroll, texts);
  const lines = [
    ...title.slice(0, titleRows + moreTitleRows),
    ...shownBody,
    ...choices.slice(firstChoice, firstChoice + choiceRows),
    ...note.slice(0, noteRows + moreNoteRows),
    ...(hintRows > 0 ? [hint] : []),
  ];
  return {
    lines,
    choicesRow: Math.min(title.length, titleRows + moreTitleRows) + shownBody.length,
    firstChoice,
    maxScroll: Math.max(0, body.length - bodyRows),
    bodyRows,
  };
}

/** The focus is seen, its first row before its last one. */
function windowStart({ first, last }: DialogParts["focus"], rows: number, count: number): number {
  const start = Math.min(first, Math.max(0, last - rows + 1));
  return Math.max(0, Math.min(start, count - rows));
}

/** Rows of the body; its first and last one may say how much there is beside them. */
function scrolled(
  body: readonly Line[],
  rows: number,
  scroll: number,
  texts: DialogTexts,
): readonly Line[] {
  if (rows <= 0) return [];
  const first = Math.max(0, Math.min(scroll, body.length - rows));
  const below = body.length - first - rows;
  const shown = body.slice(first, first + rows);
  if (below > 0) return [...shown.slice(0, -1), [span(texts.rowsBelow(below + 1), "muted")]];
  if (first > 0) return [[span(texts.rowsAbove(first + 1), "muted")], ...shown.slice(1)];
  return shown;
}

/** Lines to rows: no wider than the screen. */
export function paintLines(
  lines: readonly Line[],
  { widthCols }: Size,
  painter: Painter,
): readonly string[] {
  return lines.map((line) => painter.paint(mergeSpans(cutLine(line, widthCols, painter))));
}

/** The line, or as much of it as fits. */
function cutLine(line: Line, cols: number, painter: Painter): Line {
  const [first = []] = wrapSpans(line, {
    cols: Math.max(1, cols),
    measure: painter.measure,
    verbatim: true,
  });
  return first;
}

/** The keys that matter most first: what has no room is left out whole. */
export function hintLine(parts: readonly string[], cols: number, painter: Painter): Line {
  let text = "";
  for (const named of parts) {
    const part = keyHint(named, painter);
    const longer = text === "" ? part : `${text} · ${part}`;
    if (painter.measure(longer) <= cols) text = longer;
  }
  return text === "" ? [] : [span(text, "dim")];
}

/** What stands in the note: the answer is under way, or was refused. */
export function noteOf(
  { sending }: DialogFrame,
  texts: DialogTexts,
  painter: Painter,
  cols: number,
): readonly Line[] {
  const options = { cols, measure: painter.measure };
  switch (sending.kind) {
    case "open":
      return [];
    case "sending":
      return wrapSpans(
        [span(`${texts.sending}${marksOf(painter.isAscii).ellipsis}`, "signal")],
        options,
      );
    case "refused":
      return wrapSpans([span(texts.notSent(sending.reason), "error")], options);
    default:
      return sending satisfies never;
  }
}
