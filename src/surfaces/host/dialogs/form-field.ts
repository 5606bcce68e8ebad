/** One field of a form while it is filled in: its draft, what keys do to it, and whether it may be sent. */
import { cleanLongLine } from "../../../text/clean-lines.ts";
import type { FieldValue, FormField } from "../../../wire/runtime/entities.ts";
import type { Key } from "../screen/key.ts";
import type { DialogTexts } from "../texts/dialogs.ts";
import { inputText, type LineInput, lineInput, pressInput } from "./line-input.ts";

export type Draft =
  | { readonly kind: "line"; readonly input: LineInput }
  /** Absent: not touched. */
  | { readonly kind: "flag"; readonly on?: boolean }
  /** `at`: where the keys are; `chosen`: places of the options. */
  | { readonly kind: "choice"; readonly at: number; readonly chosen?: number }
  | { readonly kind: "choices"; readonly at: number; readonly chosen: readonly number[] };

/** The draft that a field begins with. */
export function draftOf(field: FormField): Draft {
  const { fallback, options = [] } = field;
  const placeOf = (value: unknown) => options.findIndex((option) => option.value === value);
  switch (field.type) {
    case "text":
    case "integer":
    case "number":
      return {
        kind: "line",
        input: lineInput(fallback === undefined ? "" : cleanLongLine(String(fallback))),
      };
    case "flag":
      return typeof fallback === "boolean" ? { kind: "flag", on: fallback } : { kind: "flag" };
    case "choice": {
      const chosen = placeOf(fallback);
      return chosen < 0 ? { kind: "choice", at: 0 } : { kind: "choice", at: chosen, chosen };
    }
    case "choices": {
      const values = Array.isArray(fallback) ? fallback : [];
      const chosen = values.map(placeOf).filter((place) => place >= 0);
      return { kind: "choices", at: 0, chosen };
    }
    default:
      return field.type satisfies never;
  }
}

/** The draft after a key; undefined: the key is not for the field. */
export function pressDraft(draft: Draft, field: FormField, key: Key): Draft | undefined {
  switch (draft.kind) {
    case "line": {
      const input = pressInput(draft.input, key);
      return input === undefined ? undefined : { kind: "line", input };
    }
    case "flag":
      if (["space", "left", "right"].includes(key.name))
        return { kind: "flag", on: draft.on !== true };
      if (key.name === "y" || key.name === "n") return { kind: "flag", on: key.name === "y" };
      return undefined;
    case "choice":
      return pressChoice(draft, field.options?.length ?? 0, key);
    case "choices":
      return pressChoices(draft, field.options?.length ?? 0, key);
    default:
      return draft satisfies never;
  }
}

function pressChoice(
  draft: Extract<Draft, { readonly kind: "choice" }>,
  count: number,
  key: Key,
): Draft | undefined {
  const to = moved(draft.at, count, key);
  if (to !== undefined) return { kind: "choice", at: to, chosen: to };
  const takes = key.name === "space" || (key.name === "enter" && draft.chosen === undefined);
  if (takes && count > 0) return { kind: "choice", at: draft.at, chosen: draft.at };
  if (key.name === "backspace" || key.name === "delete") return { kind: "choice", at: draft.at };
  return undefined;
}

function pressChoices(
  { at, chosen }: Extract<Draft, { readonly kind: "choices" }>,
  count: number,
  key: Key,
): Draft | undefined {
  const to = moved(at, count, key);
  if (to !== undefined) return { kind: "choices", at: to, chosen };
  if (key.name !== "space" || count === 0) return undefined;
  const without = chosen.filter((place) => place !== at);
  const next = without.length < chosen.length ? without : [...chosen, at].toSorted((a, b) => a - b);
  return { kind: "choices", at, chosen: next };
}

/** Up and down stay inside of the options; beyond their ends they go to the next field. */
function moved(at: number, count: number, { name }: Key): number | undefined {
  if ((name === "down" || name === "right") && at < count - 1) return at + 1;
  if ((name === "up" || name === "left") && at > 0) return at - 1;
  return undefined;
}

/** The value to send; undefined: nothing was said. It is right only where `faultOf` finds nothing. */
export function fieldValue(draft: Draft, field: FormField): FieldValue | undefined {
  switch (draft.kind) {
    case "line": {
      const text = inputText(draft.input);
      if (field.type === "text") return text === "" ? undefined : text;
      return text.trim() === "" ? undefined : Number(text.trim());
    }
    case "flag":
      return draft.on ?? (field.required ? false : undefined);
    case "choice":
      return draft.chosen === undefined ? undefined : field.options?.[draft.chosen]?.value;
    case "choices": {
      const values = draft.chosen.flatMap((place) => field.options?.[place]?.value ?? []);
      return values.length === 0 && !field.required ? undefined : values;
    }
    default:
      return draft satisfies never;
  }
}

/** What is wrong, as what to do; undefined: it may be sent. */
export function faultOf(
  draft: Draft,
  field: FormField,
  texts: DialogTexts["faults"],
): string | undefined {
  const value = fieldValue(draft, field);
  if (value === undefined) {
    if (!field.required) return undefined;
    return field.type === "choice" ? texts.chooseOne : texts.empty;
  }
  if (typeof value === "number") return numberFault(value, draft, field, texts);
  if (typeof value === "string" && field.type === "text") return textFault(value, field, texts);
  if (Array.isArray(value)) return countFault(value.length, field, texts);
  return undefined;
}

function numberFault(
  value: number,
  draft: Draft,
  { type, min, max }: FormField,
  texts: DialogTexts["faults"],
): string | undefined {
  const typed = draft.kind === "line" ? inputText(draft.input).trim() : "";
  if (type === "integer" && !(/^[+-]?\d+$/.test(typed) && Number.isSafeInteger(value))) {
    return texts.integer;
  }
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(typed) || !Number.isFinite(value)) {
    return texts.number;
  }
  if (min !== undefined && value < min) return texts.atLeast(min);
  if (max !== undefined && value > max) return texts.atMost(max);
  return undefined;
}

/** Characters as JSON Schema counts them: code points. */
function textFault(
  value: string,
  { minLength, maxLength }: FormField,
  texts: DialogTexts["faults"],
): string | undefined {
  const length = Array.from(value).length;
  if (minLength !== undefined && length < minLength) return texts.longer(minLength);
  if (maxLength !== undefined && length > maxLength) return texts.shorter(maxLength);
  return undefined;
}

function countFault(
  count: number,
  { required, min, max }: FormField,
  texts: DialogTexts["faults"],
): string | undefined {
  const least = Math.max(min ?? 0, required ? 1 : 0);
  if (count < least) return texts.moreChoices(least);
  if (max !== undefined && count > max) return texts.fewerChoices(max);
  return undefined;
}
