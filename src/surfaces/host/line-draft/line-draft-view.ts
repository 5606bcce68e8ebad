/** The draft of the status line as rows, at every size. */
import { type Span, span } from "../../../text/span.ts";
import type { Painter } from "../painter.ts";
import { drawFrame } from "../panels/shared/frame.ts";
import { cutLine, type Line, searchLine, selectionMark } from "../panels/shared/line.ts";
import type { Size } from "../screen/screen.ts";
import type { StatuslineTexts } from "../texts/statusline.ts";
import { type DraftRow, foundRows, type StatuslineState } from "./line-draft.ts";

export interface DraftViewParts {
  readonly painter: Painter;
  readonly texts: StatuslineTexts;
  readonly describe: (id: string) => string;
  /** The layout of the line now; `items` is the one that shows what is chosen here. */
  readonly layout: string;
  readonly isExample: boolean;
  readonly isAvailable: (id: string) => boolean;
  readonly preview: (size: Size) => readonly (readonly Span[])[];
}

/** Fewer rows show the selected item alone. */
const LIST_FROM_ROWS = 9;
/** From here there is room for a note and for every row of the preview. */
const ROOMY_FROM_ROWS = 15;
const MAX_LIST_ROWS = 8;
/** What the line is offered in the preview, shown or not: it is the height that it has below a conversation. */
const PREVIEW_ROWS = 3;
const LONG_HELP_FROM_COLS = 64;
const SHORT_HELP_FROM_COLS = 24;

/** The panel's rows; what was asked of `parts` is asked for this drawing alone. */
export function viewDraft(
  state: StatuslineState,
  size: Size,
  parts: DraftViewParts,
): readonly string[] {
  const { painter, texts } = parts;
  const checked = state.rows.filter(({ isChecked }) => isChecked).length;
  return drawFrame(
    {
      title: texts.title,
      meta: state.usesDefaults ? texts.defaults : `${checked} / ${state.rows.length}`,
      footer: (cols) => footer(state, cols, texts),
      body: (room) => body(state, room, size.heightRows, parts),
    },
    size,
    painter,
  );
}

function footer(
  { phase }: StatuslineState,
  cols: number,
  texts: StatuslineTexts,
): readonly string[] {
  if (phase === "saving") return [texts.saving];
  if (phase === "failed") return texts.failedHelp;
  if (cols >= LONG_HELP_FROM_COLS) return texts.longHelp;
  return cols >= SHORT_HELP_FROM_COLS ? texts.shortHelp : texts.tinyHelp;
}

function body(
  state: StatuslineState,
  room: Size,
  heightRows: number,
  parts: DraftViewParts,
): readonly Line[] {
  const found = foundRows(state, parts.describe);
  const { texts, painter } = parts;
  const field = searchLine(texts.search, texts.placeholder, state.query, room.widthCols, painter);
  return heightRows < LIST_FROM_ROWS
    ? smallBody(state, found, field, room, parts)
    : listBody(state, found, field, room, { ...parts, isRoomy: heightRows >= ROOMY_FROM_ROWS });
}

/** Search, the selected item, then what went wrong or the preview. */
function smallBody(
  state: StatuslineState,
  found: readonly DraftRow[],
  field: Line,
  room: Size,
  parts: DraftViewParts,
): readonly Line[] {
  const row = found[state.selected];
  const label =
    row === undefined || parts.isAvailable(row.id) ? "" : ` · ${parts.texts.unavailable}`;
  const selected =
    row === undefined
      ? [span(parts.texts.noMatches, "muted")]
      : [...rowLine(row, true, parts.painter), span(label, "muted")];
  const lines: Line[] = room.heightRows >= 2 ? [field, selected] : [selected];
  let free = room.heightRows - lines.length;
  if (state.phase === "failed" && free > 0) {
    lines.push([span(parts.texts.saveFailed, "warning")]);
    free--;
  }
  return free > 0 ? [...lines, ...previewLines(room.widthCols, 1, parts)] : lines;
}

interface RoomyParts extends DraftViewParts {
  readonly isRoomy: boolean;
}

/** Everything; where not all of it has room, the list stays and what is least needed goes. */
function listBody(
  state: StatuslineState,
  found: readonly DraftRow[],
  field: Line,
  room: Size,
  parts: RoomyParts,
): readonly Line[] {
  const { texts } = parts;
  const preview = previewLines(room.widthCols, parts.isRoomy ? PREVIEW_ROWS : 1, parts);
  const error: readonly Line[] =
    state.phase === "failed" ? [[span(texts.saveFailed, "warning")]] : [];
  const note = parts.isRoomy ? noteLine(state, found, parts) : [];
  const heading: readonly Line[] = [
    [span(parts.isExample ? texts.previewExample : texts.preview, "muted")],
  ];
  const description = descriptionLine(found[state.selected], room.widthCols, parts);
  // The search field and one row of the list come before all of these.
  let free = room.heightRows - 2;
  const take = (lines: readonly Line[]): readonly Line[] => {
    const taken = lines.slice(0, Math.max(0, free));
    free -= taken.length;
    return taken;
  };
  const shownError = take(error);
  const firstPreview = take(preview.slice(0, 1));
  const shownDescription = take(description);
  const shownHeading = firstPreview.length === 0 ? [] : take(heading);
  const restPreview = take(preview.slice(1));
  const shownNote = take(note);
  const listRows = Math.min(MAX_LIST_ROWS, 1 + Math.max(0, free));
  return [
    field,
    ...listLines(state, found, listRows, parts),
    ...shownDescription,
    ...shownNote,
    ...shownHeading,
    ...firstPreview,
    ...restPreview,
    ...shownError,
  ];
}

function listLines(
  state: StatuslineState,
  found: readonly DraftRow[],
  rows: number,
  { painter, texts }: DraftViewParts,
): readonly Line[] {
  if (found.length === 0) return [[span(texts.noMatches, "muted")]];
  // The selection is the last row that is seen once the list has to be scrolled.
  const from = Math.max(0, state.selected - rows + 1);
  return found
    .slice(from, from + rows)
    .map((row, index) => rowLine(row, from + index === state.selected, painter));
}

function rowLine({ id, isChecked }: DraftRow, isSelected: boolean, painter: Painter): Line {
  const text = `${selectionMark(isSelected, painter)}${isChecked ? "[x]" : "[ ]"} ${id}`;
  return [
    isSelected ? { text, tone: "signal", bold: true } : span(text, isChecked ? "text" : "muted"),
  ];
}

/** The description gives way to the label: it can be read in the list of items too. */
function descriptionLine(
  row: DraftRow | undefined,
  cols: number,
  { describe, isAvailable, texts, painter }: DraftViewParts,
): readonly Line[] {
  if (row === undefined) return [];
  const described = [span(describe(row.id), "muted")];
  if (isAvailable(row.id)) return [described];
  const label = span(` · ${texts.unavailable}`, "warning");
  const room = Math.max(0, cols - painter.measure(label.text));
  return [[...cutLine(described, room, painter), label]];
}

function noteLine(
  state: StatuslineState,
  found: readonly DraftRow[],
  { texts, layout }: DraftViewParts,
): readonly Line[] {
  const note = (text: string): readonly Line[] => [[span(text, "dim")]];
  if (found[state.selected]?.id === "custom-command") return note(texts.customNote);
  if (state.query.text !== "") return note(texts.searchNote);
  if (layout !== "items") return note(texts.otherLayout(layout));
  return note(texts.defaultsNote);
}

function previewLines(cols: number, rows: number, parts: DraftViewParts): readonly Line[] {
  const shown = parts.preview({ widthCols: cols, heightRows: PREVIEW_ROWS }).slice(0, rows);
  return shown.length === 0 ? [[span(parts.texts.hidden, "muted")]] : shown;
}
