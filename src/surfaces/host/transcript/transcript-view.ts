/**
 * The transcript as rows: every entry of a session, oldest first. What did not change is not drawn
 * again: rows are kept by entry, and an answer that grows is read again from its last blocks on.
 */
import type { AnsiOptions } from "../../../text/paint.ts";
import { mergeSpans, span } from "../../../text/span.ts";
import type { Entry, Member } from "../../../wire/runtime/entities.ts";
import type { SessionState } from "../../../wire/runtime/state.ts";
import type { Painter } from "../painter.ts";
import type { View } from "../screen/screen.ts";
import type { Texts } from "../texts/texts.ts";
import { type EntryRows, entryRows, isOpenEntry } from "./entry-rows.ts";
import { oneRow } from "./fold-lines.ts";
import { marksOf } from "./marks.ts";
import { type KnownMembers, knownMembers } from "./member-names.ts";
import type { RowOptions } from "./row-options.ts";

export interface TranscriptDeps {
  readonly texts: Texts;
  readonly painter: Painter;
  /** The key that toggles the details, as people read it; `Ctrl+O` if it is not given. */
  readonly detailsKey?: string;
}

export interface TranscriptView extends View {
  /** What is shown from now on; cheap when called with the same state again. */
  readonly setState: (state: SessionState | undefined) => void;
  /** Shows outputs of tools, diffs and thoughts whole, or folded again; true: whole now. */
  readonly toggleDetails: () => boolean;
  /** Leading rows of the last render that more events of the running turn leave as they are. */
  readonly settledRows: () => number;
  /** Colours have changed: all rows are painted anew at the next render. */
  readonly repaint: () => void;
}

const DEFAULT_KEY = "Ctrl+O";
const NO_ENTRIES: readonly Entry[] = [];
const NO_MEMBERS: readonly Member[] = [];

/** What was drawn last, and how. */
interface Drawn {
  readonly cols: number;
  readonly details: boolean;
  readonly look: AnsiOptions;
  readonly names: ReadonlyMap<string, string>;
  readonly entries: readonly Entry[];
  /** Rows up to the end of each entry. */
  readonly ends: readonly number[];
  readonly rows: readonly string[];
  /** Kept by entry, as long as they look the same. */
  readonly kept: WeakMap<Entry, EntryRows>;
}

export function transcriptView({ texts, painter, detailsKey }: TranscriptDeps): TranscriptView {
  let state: SessionState | undefined;
  let details = false;
  let drawn: Drawn | undefined;
  let known: KnownMembers = { members: NO_MEMBERS, names: new Map() };
  const options = (cols: number): RowOptions => ({
    cols,
    measure: painter.measure,
    marks: marksOf(painter.isAscii),
    texts: texts.transcript,
    details,
    detailsKey: detailsKey ?? DEFAULT_KEY,
  });
  return {
    render: (widthCols) => {
      const cols = Math.max(1, widthCols);
      known = knownMembers(state?.members ?? NO_MEMBERS, known);
      const before = drawn !== undefined && looksSame(drawn, cols, painter) ? drawn : undefined;
      const entries = state?.entries ?? NO_ENTRIES;
      drawn = draw(entries, known.names, options(cols), painter, before);
      return drawn.rows;
    },
    setState: (next) => {
      state = next;
    },
    toggleDetails: () => {
      details = !details;
      return details;
    },
    documentId: () => state?.sessionId ?? "",
    settledRows: () => (drawn === undefined ? 0 : settledRowsOf(drawn, state)),
    repaint: () => {
      drawn = undefined;
    },
  };
}

function looksSame({ cols, look }: Drawn, widthCols: number, painter: Painter): boolean {
  const { theme, depth, links } = painter.options();
  return cols === widthCols && theme === look.theme && depth === look.depth && links === look.links;
}

function draw(
  entries: readonly Entry[],
  names: ReadonlyMap<string, string>,
  options: RowOptions,
  painter: Painter,
  before: Drawn | undefined,
): Drawn {
  const isSameWay = before?.details === options.details && before.names === names;
  const same = isSameWay ? sameStart(before, entries) : 0;
  if (isSameWay && same === entries.length && same === before.entries.length) return before;
  const kept = before?.kept ?? new WeakMap<Entry, EntryRows>();
  const ends = before?.ends.slice(0, same) ?? [];
  const rows = before?.rows.slice(0, ends[same - 1] ?? 0) ?? [];
  const drawAnew = (entry: Entry, old: Entry | undefined) => {
    const from = old?.entryId === entry.entryId ? kept.get(old) : undefined;
    return entryRows(entry, options, painter.paint, from);
  };
  for (let at = same; at < entries.length; at++) {
    const entry = entries[at];
    if (entry === undefined) break;
    const drawn = keptRows(kept, entry, options) ?? drawAnew(entry, before?.entries[at]);
    kept.set(entry, drawn);
    for (const row of gapRows(entries[at - 1], entry, names, options, painter)) rows.push(row);
    for (const row of drawn.rows) rows.push(row);
    ends.push(rows.length);
  }
  const { cols, details } = options;
  return { cols, details, look: painter.options(), names, entries, ends, rows, kept };
}

/** An answer looks the same with details and without. */
function keptRows(
  kept: Drawn["kept"],
  entry: Entry,
  { details }: RowOptions,
): EntryRows | undefined {
  const found = kept.get(entry);
  return found?.details === details || entry.kind === "agent" ? found : undefined;
}

/** Entries at the start that are the very same objects. */
function sameStart(before: Drawn, entries: readonly Entry[]): number {
  const most = Math.min(before.entries.length, entries.length);
  let at = 0;
  while (at < most && before.entries[at] === entries[at]) at++;
  return at;
}

/** What stands before an entry: a blank row, but not between tool calls; and who writes, if it is another. */
function gapRows(
  before: Entry | undefined,
  entry: Entry,
  names: ReadonlyMap<string, string>,
  options: RowOptions,
  painter: Painter,
): readonly string[] {
  const isSameWriter = before?.memberId === entry.memberId;
  const isClose = isSameWriter && before?.kind === "tool" && entry.kind === "tool";
  const gap = before === undefined || isClose ? [] : [""];
  if (entry.memberId === undefined || (before !== undefined && isSameWriter)) return gap;
  const name = names.get(entry.memberId) ?? options.texts.member;
  const { marks } = options;
  const line = [span(`${marks.bar} `, "dim"), { text: name, tone: "tool", bold: true } as const];
  return [...gap, painter.paint(mergeSpans(oneRow(line, options)))];
}

function settledRowsOf(
  { entries, ends, rows, kept }: Drawn,
  state: SessionState | undefined,
): number {
  const turnId = state?.turn?.turnId;
  if (turnId === undefined) return rows.length;
  let open = entries.length - 1;
  for (let at = open; at >= 0; at--) {
    const entry = entries[at];
    if (entry === undefined || (entry.turnId !== undefined && entry.turnId !== turnId)) break;
    if (isOpenEntry(entry)) open = at;
  }
  const entry = entries[open];
  if (entry === undefined) return 0;
  const drawn = kept.get(entry);
  const start = (ends[open] ?? 0) - (drawn?.rows.length ?? 0);
  return start + (drawn?.settledRows ?? 0);
}
