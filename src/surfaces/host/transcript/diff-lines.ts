/** A change of a file as a unified difference: numbers, signs and colours. */
import { cleanLine } from "../../../text/clean.ts";
import { cleanLongLine } from "../../../text/clean-lines.ts";
import { type Span, span } from "../../../text/span.ts";
import type { ToolContent } from "../../../wire/runtime/entities.ts";
import { compareLines, type LineChange } from "./compare-lines.ts";
import { foldLines, oneRow } from "./fold-lines.ts";
import type { RowOptions } from "./row-options.ts";
import type { Line } from "./wrap-spans.ts";

export type Diff = Extract<ToolContent, { readonly kind: "diff" }>;

/** Unchanged lines around a change. */
const CONTEXT_LINES = 3;
const FOLDED_LINES = 12;
/** Units of both texts; more is not compared, only counted. */
const MAX_COMPARED_UNITS = 2_000_000;

type Shown = LineChange | { readonly kind: "gap"; readonly count: number };

const SIGNS = { same: " ", removed: "-", added: "+" } as const;
const TONES = { same: "muted", removed: "error", added: "success" } as const;

/** The head with the file and the counts, and below it what has changed. */
export function diffLines(diff: Diff, options: RowOptions): readonly Line[] {
  const { texts } = options;
  const path = span(cleanLine(diff.path), "accent");
  const isNew = diff.oldText === undefined;
  const note = isNew ? [span(` ${texts.newFile}`, "muted")] : [];
  if ((diff.oldText?.length ?? 0) + diff.newText.length > MAX_COMPARED_UNITS) {
    return [oneRow([path, ...note, span(` ${texts.tooDifferent}`, "muted")], options)];
  }
  const { changes, added, removed, coarse } = compareLines(diff.oldText, diff.newText);
  const head = [
    path,
    span(` +${added}`, "success"),
    ...(isNew ? note : [span(` -${removed}`, "error")]),
    ...(coarse === true ? [span(` ${texts.tooDifferent}`, "muted")] : []),
  ];
  return [oneRow(head, options), ...changeLines(withGaps(changes), options)];
}

function changeLines(shown: readonly Shown[], options: RowOptions): readonly Line[] {
  const { texts } = options;
  const digits = String(Math.max(0, ...shown.slice(-50).map(numberOf))).length;
  const lines = shown.map((each) =>
    each.kind === "gap" ? texts.unchanged(each.count) : cleanLongLine(each.text),
  );
  const prefixOf = (each: Shown | undefined): readonly [Line, Line] => {
    const blank = span(" ".repeat(digits + 3));
    if (each === undefined || each.kind === "gap") return [[blank], [blank]];
    const number = `${String(numberOf(each)).padStart(digits)} `;
    return [[span(number, "dim"), span(`${SIGNS[each.kind]} `, TONES[each.kind])], [blank]];
  };
  const paintOf = (each: Shown | undefined): Omit<Span, "text"> => ({
    tone: each === undefined || each.kind === "gap" ? "dim" : TONES[each.kind],
  });
  return foldLines(
    lines,
    {
      foldedLines: FOLDED_LINES,
      prefix: (index) => prefixOf(shown[index]),
      paint: (index) => paintOf(shown[index]),
    },
    options,
  );
}

function numberOf(shown: Shown): number {
  if (shown.kind === "gap") return 0;
  return shown.newNumber ?? shown.oldNumber ?? 0;
}

/** Long runs of unchanged lines become one. */
function withGaps(changes: readonly LineChange[]): readonly Shown[] {
  const near = nearChanges(changes);
  const out: Shown[] = [];
  let skipped = 0;
  const closeGap = () => {
    if (skipped > 0) out.push({ kind: "gap", count: skipped });
    skipped = 0;
  };
  for (const [index, change] of changes.entries()) {
    if (near[index] === 1) {
      closeGap();
      out.push(change);
    } else skipped++;
  }
  closeGap();
  return out;
}

/** 1 for each line that is changed or stands near one that is. */
function nearChanges(changes: readonly LineChange[]): Uint8Array {
  const near = new Uint8Array(changes.length);
  for (const [index, { kind }] of changes.entries()) {
    if (kind === "same") continue;
    near.fill(1, Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1);
  }
  return near;
}
