/** A dialog with fields to fill in. */
import { cleanLine } from "../../../text/clean.ts";
import { span } from "../../../text/span.ts";
import type { FieldValue, FormField, OpenInteraction } from "../../../wire/runtime/entities.ts";
import type { Key } from "../screen/key.ts";
import { marksOf } from "../transcript/marks.ts";
import type { Line } from "../transcript/wrap-spans.ts";
import { type AskedOptions, askedReader } from "./asked-lines.ts";
import { type DialogBody, type DialogPress, HANDLED, IGNORED } from "./dialog.ts";
import { type DialogParts, hintLine, noteOf, paintLines, placeParts } from "./dialog-rows.ts";
import { titleParts } from "./dialog-title.ts";
import { fieldLines } from "./field-lines.ts";
import { type Draft, draftOf, faultOf, fieldValue, pressDraft } from "./form-field.ts";

type Deps = Omit<AskedOptions, "cols">;

/** The fields with their drafts and, after a try to send them, what is wrong with each. */
interface Form {
  readonly fields: readonly FormField[];
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly faults: ReadonlyMap<string, string>;
  /** The field that has the keys; one behind the last is the button. */
  readonly at: number;
}

type Cursor = { readonly row: number; readonly col: number } | undefined;

export function formDialog(first: OpenInteraction, deps: Deps): DialogBody<OpenInteraction> {
  const { texts, painter } = deps;
  let asked = first;
  let form = formOf(asked, undefined);
  const read = askedReader(deps);
  let scroll = 0;
  let last = { maxScroll: 0, bodyRows: 0 };
  let cursor: Cursor;
  const page = (direction: number): DialogPress => {
    const by = direction * Math.max(1, last.bodyRows - 1);
    scroll = Math.max(0, Math.min(scroll + by, last.maxScroll));
    return HANDLED;
  };
  return {
    update: (next) => {
      asked = next;
      form = formOf(next, form);
    },
    view: (size, frame) => {
      const cols = Math.max(1, size.widthCols);
      const head = { texts: texts.dialogs, painter, cols };
      const title = titleParts(texts.dialogs.asks[asked.asks], asked.title, frame, head);
      const drawn = formLines(form, deps, cols);
      const { fields, toggle, decline } = texts.dialogs.keys;
      const parts: DialogParts = {
        title: title.title,
        body: [...title.rest, ...read(asked, cols)],
        choices: drawn.lines,
        focus: drawn.focus,
        note: noteOf(frame, texts.dialogs, painter, cols),
        hint: hintLine([fields, decline, toggle], cols, painter),
      };
      const placed = placeParts(parts, size.heightRows, scroll, texts.dialogs);
      last = placed;
      const row = placed.choicesRow + (drawn.cursor?.row ?? 0) - placed.firstChoice;
      const isSeen =
        drawn.cursor !== undefined && row >= placed.choicesRow && row < placed.lines.length;
      cursor =
        isSeen && drawn.cursor ? { row, col: Math.min(drawn.cursor.col, cols - 1) } : undefined;
      return paintLines(placed.lines, { ...size, widthCols: cols }, painter);
    },
    cursor: () => cursor,
    press: (key) => {
      if (key.name === "escape") return { kind: "answer", answer: { kind: "declined" } };
      if (key.name === "pageup") return page(-1);
      if (key.name === "pagedown") return page(1);
      const pressed = pressForm(form, key, deps);
      form = pressed.form;
      return pressed.press;
    },
  };
}

/** A form anew, with what was already filled in where the field is still of the same kind. */
function formOf({ form: fields = [] }: OpenInteraction, before: Form | undefined): Form {
  const drafts = new Map<string, Draft>();
  for (const field of fields) {
    const fresh = draftOf(field);
    const old = before?.drafts.get(field.name);
    const isSame = before?.fields.some((each) => JSON.stringify(each) === JSON.stringify(field));
    drafts.set(field.name, old !== undefined && isSame ? old : fresh);
  }
  return {
    fields,
    drafts,
    faults: before?.faults ?? new Map(),
    at: Math.min(before?.at ?? 0, fields.length),
  };
}

interface Pressed {
  readonly form: Form;
  readonly press: DialogPress;
}

function pressForm(form: Form, key: Key, deps: Deps): Pressed {
  const field = form.fields[form.at];
  const draft = field === undefined ? undefined : form.drafts.get(field.name);
  if (field !== undefined && draft !== undefined) {
    const next = pressDraft(draft, field, key);
    if (next !== undefined) {
      const changed = withDraft(form, field, next);
      // Enter takes what it stands on, and goes on as it does from any field.
      return key.name === "enter"
        ? pressForm(changed, key, deps)
        : { form: changed, press: HANDLED };
    }
  }
  switch (key.name) {
    case "tab":
    case "down":
      return { form: { ...form, at: Math.min(form.at + 1, form.fields.length) }, press: HANDLED };
    case "shift+tab":
    case "up":
      return { form: { ...form, at: Math.max(0, form.at - 1) }, press: HANDLED };
    case "enter":
      if (form.at < form.fields.length - 1)
        return { form: { ...form, at: form.at + 1 }, press: HANDLED };
      return submit(form, deps);
    default:
      return { form, press: key.text === undefined ? IGNORED : HANDLED };
  }
}

/** A fault goes as soon as its field is changed. */
function withDraft(form: Form, field: FormField, draft: Draft): Form {
  const drafts = new Map(form.drafts).set(field.name, draft);
  const faults = new Map(form.faults);
  faults.delete(field.name);
  return { ...form, drafts, faults };
}

function submit(form: Form, { texts }: Deps): Pressed {
  const faults = new Map<string, string>();
  const values: [string, FieldValue][] = [];
  for (const field of form.fields) {
    const draft = form.drafts.get(field.name) ?? draftOf(field);
    const fault = faultOf(draft, field, texts.dialogs.faults);
    if (fault !== undefined) faults.set(field.name, fault);
    const value = fieldValue(draft, field);
    if (value !== undefined) values.push([field.name, value]);
  }
  if (faults.size > 0) {
    const at = form.fields.findIndex(({ name }) => faults.has(name));
    return { form: { ...form, faults, at }, press: HANDLED };
  }
  const answer = { kind: "form", values: Object.fromEntries(values) } as const;
  return { form: { ...form, faults }, press: { kind: "answer", answer } };
}

function formLines(form: Form, deps: Deps, cols: number) {
  const { painter, texts } = deps;
  const lines: Line[] = [];
  let focus = { first: 0, last: 0 };
  let cursor: Cursor;
  for (const [index, field] of form.fields.entries()) {
    const isAt = index === form.at;
    const draft = form.drafts.get(field.name) ?? draftOf(field);
    const fault = form.faults.get(field.name);
    const drawn = fieldLines({ field, draft, isAt, fault }, { ...deps, cols });
    if (isAt) {
      focus = { first: lines.length + drawn.focusRow, last: lines.length + drawn.focusRow };
      if (drawn.cursor !== undefined)
        cursor = { ...drawn.cursor, row: lines.length + drawn.cursor.row };
    }
    lines.push(...drawn.lines);
  }
  const isAt = form.at >= form.fields.length;
  if (isAt) focus = { first: lines.length, last: lines.length };
  const mark = isAt ? marksOf(painter.isAscii).chosen : " ";
  lines.push([span(`${mark} [ ${cleanLine(texts.dialogs.submit)} ]`, isAt ? "accent" : "muted")]);
  return { lines, focus, cursor };
}
