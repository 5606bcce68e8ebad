/** One field of a form as lines. */
import { cleanLine } from "../../../text/clean.ts";
import { cutText } from "../../../text/cut.ts";
import { plainText, type Span, span } from "../../../text/span.ts";
import type { FormField } from "../../../wire/runtime/entities.ts";
import { marksOf } from "../transcript/marks.ts";
import { type Line, wrapBehind, wrapSpans } from "../transcript/wrap-spans.ts";
import type { AskedOptions } from "./asked-lines.ts";
import type { Draft } from "./form-field.ts";
import { inputPart } from "./line-input.ts";

export interface ShownField {
  readonly field: FormField;
  readonly draft: Draft;
  readonly isAt: boolean;
  readonly fault: string | undefined;
}

export interface FieldLines {
  readonly lines: readonly Line[];
  /** The line that must be seen while the field has the keys. */
  readonly focusRow: number;
  readonly cursor?: { readonly row: number; readonly col: number };
}

/** Room that a label leaves for what is typed behind it; with less the text gets a line of its own. */
const MIN_INPUT_COLS = 12;
/** A label is a name; a longer one is cut in the middle of a narrow screen anyway. */
const MAX_LABEL_COLS = 60;
const NO_LABEL = "?";

export function fieldLines(shown: ShownField, options: AskedOptions): FieldLines {
  const { field, draft, isAt, fault } = shown;
  const own =
    draft.kind === "line" ? inputLines(shown, draft, options) : optionLines(shown, options);
  const describe = isAt && field.description ? [span(cleanLine(field.description), "muted")] : [];
  const below = [
    ...(describe.length === 0 ? [] : indented(describe, options)),
    ...(fault === undefined ? [] : indented([span(`! ${fault}`, "error")], options)),
  ];
  return { ...own, lines: [...own.lines, ...below] };
}

function indented(spans: Line, { cols, painter }: AskedOptions): readonly Line[] {
  return wrapBehind([span("  ")], [span("  ")], spans, { cols, measure: painter.measure });
}

/** `› Label *: ` */
function labelOf(
  { field, isAt }: ShownField,
  { painter, texts, cols }: AskedOptions,
): readonly Span[] {
  const marks = marksOf(painter.isAscii);
  const name = cleanLine(field.label ?? field.name).trim() || NO_LABEL;
  const room = Math.max(1, Math.min(MAX_LABEL_COLS, cols - 4));
  const label = cutText(name, room, painter.measure, marks.ellipsis) || NO_LABEL;
  const required =
    field.required && isAt ? ` (${texts.dialogs.required})` : field.required ? " *" : "";
  return [
    span(`${isAt ? marks.chosen : " "} `, "accent"),
    isAt ? { text: label, tone: "accent", bold: true } : { text: label },
    span(`${required}: `, "muted"),
  ];
}

function inputLines(
  shown: ShownField,
  { input }: Extract<Draft, { readonly kind: "line" }>,
  options: AskedOptions,
): FieldLines {
  const { cols, painter } = options;
  const label = labelOf(shown, options);
  const used = painter.measure(plainText(label));
  const isBeside = cols - used >= MIN_INPUT_COLS;
  const indent = isBeside ? used : cols > 4 ? 2 : 0;
  const part = inputPart(input, cols - indent, painter.measure);
  const text = span(part.text, "text");
  const col = indent + part.cursorCol;
  if (isBeside) return withCursor([[...label, text]], 0, col, shown.isAt);
  const own: Line = [span(" ".repeat(indent)), text];
  const heads = wrapSpans(label, { cols, measure: painter.measure });
  return withCursor([...heads, own], heads.length, col, shown.isAt);
}

function withCursor(lines: readonly Line[], row: number, col: number, isAt: boolean): FieldLines {
  return { lines, focusRow: row, ...(isAt && { cursor: { row, col } }) };
}

/** Options stand below while the field has the keys, else only what is chosen behind the label. */
function optionLines(shown: ShownField, options: AskedOptions): FieldLines {
  const { field, draft, isAt } = shown;
  const { texts, painter, cols } = options;
  const measure = painter.measure;
  const label = labelOf(shown, options);
  if (draft.kind === "line") return { lines: [], focusRow: 0 };
  if (draft.kind === "flag") {
    const said =
      draft.on === undefined ? "" : ` ${draft.on ? texts.dialogs.yes : texts.dialogs.no}`;
    const box = `[${draft.on === true ? "x" : " "}]${said}`;
    return { lines: wrapSpans([...label, span(box, "text")], { cols, measure }), focusRow: 0 };
  }
  const chosen =
    draft.kind === "choices" ? draft.chosen : draft.chosen === undefined ? [] : [draft.chosen];
  const labels = (field.options ?? []).map(
    ({ value, label }) => cleanLine(label).trim() || cleanLine(value) || NO_LABEL,
  );
  if (!isAt) {
    const said = chosen.map((place) => labels[place] ?? "").join(", ");
    return { lines: wrapSpans([...label, span(said, "text")], { cols, measure }), focusRow: 0 };
  }
  const heads = wrapSpans(label, { cols, measure });
  const marks = marksOf(painter.isAscii);
  const [on, off] = draft.kind === "choices" ? ["[x]", "[ ]"] : ["(x)", "( )"];
  const lines: Line[] = [];
  let focusRow = 0;
  for (const [place, text] of labels.entries()) {
    if (place === draft.at) focusRow = heads.length + lines.length;
    const box = `${chosen.includes(place) ? on : off} `;
    const first = [
      span(`  ${place === draft.at ? marks.chosen : " "} `, "accent"),
      span(box, "muted"),
    ];
    lines.push(
      ...wrapBehind(
        first,
        [span(" ".repeat(8))],
        [span(text, place === draft.at ? "accent" : "text")],
        { cols, measure },
      ),
    );
  }
  return { lines: [...heads, ...lines], focusRow };
}
