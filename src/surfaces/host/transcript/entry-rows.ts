/** One entry as finished rows. */
import { mergeSpans, type Span, span } from "../../../text/span.ts";
import type { Entry } from "../../../wire/runtime/entities.ts";
import { entryLines } from "./entry-lines.ts";
import { blockLines } from "./markdown/block-lines.ts";
import { type MarkdownRows, markdownRows } from "./markdown/markdown-rows.ts";
import type { RowOptions } from "./row-options.ts";
import type { Line } from "./wrap-spans.ts";

export interface EntryRows {
  readonly rows: readonly string[];
  /** Leading rows that stay while the entry's text goes on. */
  readonly settledRows: number;
  readonly markdown?: MarkdownRows;
  readonly details: boolean;
}

export type Paint = (spans: readonly Span[]) => string;

/** Below this width what a member writes is not moved in. */
const MIN_INDENTED_COLS = 12;

/** The rows. `before`: those of the entry as it was, drawn with the same options. */
export function entryRows(
  entry: Entry,
  options: RowOptions,
  paint: Paint,
  before?: EntryRows,
): EntryRows {
  const { details } = options;
  const isIndented = entry.memberId !== undefined && options.cols >= MIN_INDENTED_COLS;
  const prefix = isIndented ? `${options.marks.bar} ` : "";
  const bar = [span(prefix, "dim")];
  const inner = { ...options, cols: options.cols - options.measure(prefix) };
  const draw = (lines: readonly Line[]) =>
    lines.map((line) => paint(mergeSpans([...bar, ...line])));
  if (entry.kind !== "agent") {
    return { rows: draw(entryLines(entry, inner)), settledRows: 0, details };
  }
  const markdown = markdownRows(
    entry.text,
    (block) => draw([...(block.gap ? [[]] : []), ...blockLines(block, inner)]),
    before?.markdown,
  );
  return { rows: markdown.rows, settledRows: markdown.settledRows, markdown, details };
}

/** It may still become another one. */
export function isOpenEntry(entry: Entry): boolean {
  switch (entry.kind) {
    case "tool":
      return entry.call.status === "pending" || entry.call.status === "running";
    case "compaction":
      return entry.done !== true;
    case "plan":
      return true;
    case "user":
    case "agent":
    case "thought":
    case "notice":
      return false;
    default:
      return entry satisfies never;
  }
}
