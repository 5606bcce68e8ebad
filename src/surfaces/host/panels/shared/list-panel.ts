/** The view of every panel that is a list: search field, rows, what the selected one says, hints. */
import { plainText, span } from "../../../../text/span.ts";
import type { HostContext } from "../../context.ts";
import type { Key } from "../../screen/key.ts";
import type { Size } from "../../screen/screen.ts";
import type { PanelPress, PanelView } from "../panel.ts";
import { drawFrame } from "./frame.ts";
import { type Line, searchLine, selectionMark, spreadLine } from "./line.ts";
import { EMPTY_QUERY, editQuery, type Query } from "./query.ts";

export interface ListRow {
  /** Names the row as long as the panel is open. */
  readonly key: string;
  /** Cleaned texts: what it is, and what stands at the right end where there is room. */
  readonly label: Line;
  readonly detail?: Line;
  /** A longer text for the row below the list while this one is selected. */
  readonly note?: string;
  /** A heading cannot be selected. */
  readonly isHeading?: true;
}

export interface ListParts {
  readonly title: string;
  readonly meta?: () => string | undefined;
  /** Everything there is now, in order. Asked for at every drawing and every key. */
  readonly rows: () => readonly ListRow[];
  /** In words, when there are no rows at all. */
  readonly empty: () => string;
  /** What keys do beside moving and closing. */
  readonly hints: () => readonly string[];
  readonly isSearched: boolean;
  readonly query?: string;
  readonly selectedKey?: string;
  /** Enter on a row. */
  readonly choose?: (row: ListRow) => PanelPress;
  /** Keys of this panel alone, before they reach the search; undefined: none of them. */
  readonly pressOwn?: (key: Key, row: ListRow | undefined) => PanelPress | undefined;
  readonly onClose?: () => void;
}

/** Below this many rows there is room for the selected row alone. */
const SEARCH_FROM_ROWS = 2;
const NOTE_FROM_ROWS = 4;

/** An open list. */
export function listPanel(context: HostContext, parts: ListParts): PanelView {
  let state: ListState = {
    ...OPEN_LIST,
    ...(parts.query && { query: { text: parts.query, cursor: parts.query.length } }),
    ...(parts.selectedKey !== undefined && { selectedKey: parts.selectedKey }),
  };
  const found = (): readonly ListRow[] => foundRows(distinct(parts.rows()), state.query.text);
  const keysOf = (rows: readonly ListRow[]): readonly string[] =>
    rows.filter(({ isHeading }) => isHeading !== true).map(({ key }) => key);
  const selectedRow = (rows: readonly ListRow[]): ListRow | undefined => {
    const keys = keysOf(rows);
    const key = keys[selectedIndex(state, keys)];
    return rows.find((row) => row.isHeading !== true && row.key === key);
  };
  return {
    view: (size) => drawList(context, parts, state, { rows: found(), selectedRow }, size),
    plain: () => {
      const rows = found();
      return rows.length === 0 ? [parts.empty()] : rows.map(plainRow);
    },
    press(key) {
      const rows = found();
      const row = selectedRow(rows);
      const own = parts.pressOwn?.(key, row);
      if (own !== undefined) return own;
      if (key.name === "escape" || key.name === "ctrl+c") return "close";
      if (key.name === "enter")
        return row === undefined ? "handled" : (parts.choose?.(row) ?? "close");
      const next = pressList(state, key, keysOf(rows));
      // Where nothing is searched for, what was typed means nothing.
      if (next !== undefined) state = parts.isSearched ? next : { ...next, query: EMPTY_QUERY };
      return "handled";
    },
    ...(parts.onClose !== undefined && { close: parts.onClose }),
  };
}

function plainRow({ isHeading, label, detail = [] }: ListRow): string {
  const row = detail.length === 0 ? plainText(label) : `${plainText(label)}  ${plainText(detail)}`;
  return isHeading === true ? row : `  ${row}`;
}

/** The first row of each key: an agent may name two choices alike. */
function distinct(rows: readonly ListRow[]): readonly ListRow[] {
  const seen = new Set<string>();
  return rows.filter(({ key }) => !seen.has(key) && seen.add(key));
}

/** Rows with what was typed in any of their texts; headings stay where a row below them does. */
function foundRows(rows: readonly ListRow[], typed: string): readonly ListRow[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return rows;
  const matches = ({ label, detail = [], note = "" }: ListRow): boolean =>
    `${plainText(label)} ${plainText(detail)} ${note}`.toLowerCase().includes(wanted);
  const kept = rows.filter((row) => row.isHeading === true || matches(row));
  return kept.filter((row, index) => row.isHeading !== true || isBelowHeading(kept[index + 1]));
}

function isBelowHeading(row: ListRow | undefined): boolean {
  return row !== undefined && row.isHeading !== true;
}

interface Shown {
  readonly rows: readonly ListRow[];
  readonly selectedRow: (rows: readonly ListRow[]) => ListRow | undefined;
}

function drawList(
  context: HostContext,
  parts: ListParts,
  state: ListState,
  shown: Shown,
  size: Size,
): readonly string[] {
  const texts = context.texts.panels.list;
  const meta = parts.meta?.();
  return drawFrame(
    {
      title: parts.title,
      ...(meta !== undefined && { meta }),
      footer: () => [
        ...(parts.rows().length === 0 ? [] : [texts.select]),
        ...parts.hints(),
        texts.close,
      ],
      body: (room) => listBody(context, parts, state, shown, room),
    },
    size,
    context.painter,
  );
}

function listBody(
  { painter, texts }: HostContext,
  parts: ListParts,
  state: ListState,
  { rows, selectedRow }: Shown,
  { widthCols, heightRows }: Size,
): readonly Line[] {
  const { search, placeholder, noMatches } = texts.panels.list;
  const isTyped = state.query.text !== "";
  if (rows.length === 0 && !isTyped) return [[span(parts.empty(), "muted")]];
  const hasField = parts.isSearched && heightRows >= SEARCH_FROM_ROWS;
  const field = hasField ? [searchLine(search, placeholder, state.query, widthCols, painter)] : [];
  if (rows.length === 0) return [...field, [span(noMatches, "muted")]];
  const selected = selectedRow(rows);
  const hasNotes = rows.some(({ note }) => note !== undefined);
  const noteRows = hasNotes && heightRows >= NOTE_FROM_ROWS ? 1 : 0;
  const listRows = Math.max(1, heightRows - field.length - noteRows);
  const at = selected === undefined ? 0 : rows.indexOf(selected);
  const from = Math.max(0, Math.min(at - Math.floor(listRows / 2), rows.length - listRows));
  const lines = rows
    .slice(from, from + listRows)
    .map((row) => rowLine(row, row === selected, widthCols, painter));
  const note: readonly Line[] = noteRows === 1 ? [[span(selected?.note ?? "", "dim")]] : [];
  return [...field, ...lines, ...note];
}

function rowLine(
  row: ListRow,
  isSelected: boolean,
  cols: number,
  painter: HostContext["painter"],
): Line {
  if (row.isHeading === true) return row.label;
  const mark = span(selectionMark(isSelected, painter), "signal");
  const label: Line = isSelected
    ? row.label.map((part) => ({ ...part, bold: true as const }))
    : row.label;
  return spreadLine([mark, ...label], row.detail ?? [], cols, painter);
}

/** What was typed and which row is selected. */
interface ListState {
  readonly query: Query;
  /** Key of the selected row; rows come and go while it stays. Absent: the first one. */
  readonly selectedKey?: string;
}

const OPEN_LIST: ListState = { query: EMPTY_QUERY };

/** Rows that a page key moves by. */
const PAGE_ROWS = 10;

/** Place of the selected row among the keys; the first one where it is gone. */
function selectedIndex({ selectedKey }: ListState, keys: readonly string[]): number {
  return Math.max(0, selectedKey === undefined ? 0 : keys.indexOf(selectedKey));
}

/** The state after a key; undefined if the key is none of a list. `keys`: what the search leaves. */
function pressList(state: ListState, key: Key, keys: readonly string[]): ListState | undefined {
  const at = selectedIndex(state, keys);
  const to = (index: number): ListState => {
    const selectedKey = keys[index];
    return selectedKey === undefined ? state : { ...state, selectedKey };
  };
  const last = keys.length - 1;
  switch (key.name) {
    case "up":
      return to(at === 0 ? last : at - 1);
    case "down":
      return to(at === last ? 0 : at + 1);
    case "pageup":
      return to(Math.max(0, at - PAGE_ROWS));
    case "pagedown":
      return to(Math.min(last, at + PAGE_ROWS));
    default: {
      const query = editQuery(state.query, key);
      if (query === undefined) return undefined;
      // Another search begins at its first row.
      return query.text === state.query.text ? { ...state, query } : { query };
    }
  }
}
