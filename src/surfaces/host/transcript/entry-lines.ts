/** Entries as painted lines, all but those of the agent's own text, which is Markdown. */
import { cleanLine } from "../../../text/clean.ts";
import { cleanLines } from "../../../text/clean-lines.ts";
import { span, type Tone } from "../../../text/span.ts";
import type { BadOutcome, Entry, NoticeLevel, PlanItem } from "../../../wire/runtime/entities.ts";
import { foldLines, oneRow } from "./fold-lines.ts";
import type { RowOptions } from "./row-options.ts";
import { toolLines } from "./tool-lines.ts";
import { type Line, wrapBehind, wrapSpans } from "./wrap-spans.ts";

export type PlainEntry = Exclude<Entry, { readonly kind: "agent" }>;
type Of<Kind extends Entry["kind"]> = Extract<Entry, { readonly kind: Kind }>;

/** A pasted text shows its first lines; what a person typed is shorter. */
const FOLDED_PROMPT_LINES = 20;
const MAX_SHOWN_UNITS = 1_000_000;

/** At least one line; none is wider than `options.cols`. */
export function entryLines(entry: PlainEntry, options: RowOptions): readonly Line[] {
  switch (entry.kind) {
    case "user":
      return userLines(entry, options);
    case "thought":
      return thoughtLines(entry, options);
    case "tool":
      return toolLines(entry.call, options);
    case "plan":
      return planLines(entry.items, options);
    case "compaction":
      return compactionLines(entry, options);
    case "notice":
      return noticeLines(entry, options);
    default:
      return entry satisfies never;
  }
}

function userLines({ text }: Of<"user">, options: RowOptions): readonly Line[] {
  const lines = cleanLines(text.slice(0, MAX_SHOWN_UNITS));
  const first: Line = [span(`${options.marks.prompt} `, "user")];
  const next: Line = [span("  ")];
  if (lines.length <= FOLDED_PROMPT_LINES) {
    return lines.flatMap((line, index) =>
      wrapBehind(
        index === 0 ? first : next,
        next,
        [{ text: line, tone: "user", bold: true }],
        options,
      ),
    );
  }
  return foldLines(
    lines,
    {
      foldedLines: FOLDED_PROMPT_LINES,
      prefix: (index) => [index === 0 ? first : next, next],
      paint: () => ({ tone: "user", bold: true }),
    },
    options,
  );
}

/** Folded: one muted row that says the newest of it. */
function thoughtLines({ text }: Of<"thought">, options: RowOptions): readonly Line[] {
  const { marks, texts } = options;
  const label = span(`${marks.thought} ${texts.thought}: `, "muted");
  const lines = cleanLines(text.slice(-MAX_SHOWN_UNITS)).filter((line) => line.trim() !== "");
  if (!options.details) return [oneRow([label, span(lines.at(-1)?.trim() ?? "", "dim")], options)];
  const bar: Line = [span(`${marks.bar} `, "dim")];
  return [
    oneRow([label], options),
    ...lines.flatMap((line) => wrapBehind(bar, bar, [span(line, "dim")], options)),
  ];
}

const ITEM_MARKS = { pending: "[ ] ", running: "[>] ", done: "[x] " } as const;
const ITEM_TONES = { pending: "text", running: "accent", done: "muted" } as const;

function planLines(items: readonly PlanItem[], options: RowOptions): readonly Line[] {
  const { texts } = options;
  const done = items.filter(({ status }) => status === "done").length;
  const head: Line = [
    { text: texts.plan, tone: "accent", bold: true },
    span(` ${done}/${items.length}`, "muted"),
  ];
  return [oneRow(head, options), ...items.flatMap((item) => planItemLines(item, options))];
}

/** A checklist whose marks are the same in every terminal. */
function planItemLines(item: PlanItem, options: RowOptions): readonly Line[] {
  const tone = ITEM_TONES[item.status];
  const mark = ITEM_MARKS[item.status];
  const high =
    item.priority === "high" ? [span(` (${options.texts.highPriority})`, "warning")] : [];
  const text = [span(cleanLine(item.text), tone), ...high];
  return wrapBehind([span(mark, tone)], [span(" ".repeat(mark.length))], text, options);
}

function compactionLines({ text, done }: Of<"compaction">, options: RowOptions): readonly Line[] {
  const { marks, texts } = options;
  const label = done === true ? texts.compacted : `${texts.compacting}${marks.ellipsis}`;
  const clean = cleanLine(text);
  const said = clean === "" ? "" : `: ${clean}`;
  return wrapBehind(
    [span(`${marks.rule} `, "dim")],
    [span("  ")],
    [span(label, "signal"), span(said, "muted")],
    options,
  );
}

const NOTICE_TONES: Readonly<Record<NoticeLevel, Tone>> = {
  info: "muted",
  warning: "warning",
  error: "error",
};

/** The level is said in words too: colours may be missing. */
function noticeLines({ level, text, outcome }: Of<"notice">, options: RowOptions): readonly Line[] {
  if (outcome !== undefined) return endLines(outcome, text, options);
  const { marks, texts } = options;
  const tone = NOTICE_TONES[level];
  const word = level === "info" ? "" : `${texts[level]}: `;
  const lines = cleanLines(text.slice(0, MAX_SHOWN_UNITS)).filter((line) => line.trim() !== "");
  const mark = span(`${level === "info" ? marks.bullet : "!"} `, tone);
  const [first = "", ...rest] = lines;
  return [
    ...wrapBehind([mark], [span("  ")], [span(word + first, tone)], options),
    ...rest.flatMap((line) => wrapSpans([span(line, tone)], options)),
  ];
}

/** How a turn ended, and why. */
function endLines(outcome: BadOutcome, reason: string, options: RowOptions): readonly Line[] {
  const { marks, texts } = options;
  const isCancelled = outcome === "cancelled";
  const tone = isCancelled ? "muted" : "error";
  const mark = span(`${isCancelled ? marks.cancelled : marks.failed} `, tone);
  const [first = "", ...rest] = cleanLines(reason).filter((line) => line.trim() !== "");
  const said = texts.ended[outcome] + (first === "" ? "" : `: ${first}`);
  const next: Line = [span("  ")];
  return [said, ...rest].flatMap((line, at) =>
    wrapBehind(at === 0 ? [mark] : next, next, [span(line, tone)], options),
  );
}
