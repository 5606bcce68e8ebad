/** A form that is one question with some answers: it is shown and answered like any other choice. */
import type { FormField, OpenInteraction } from "../../../wire/runtime/entities.ts";

export interface SoleChoice {
  readonly field: FormField;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** Undefined: there is more to fill in, or something may be left out. */
export function soleChoice({ form = [], options }: OpenInteraction): SoleChoice | undefined {
  const [field, ...others] = form;
  if (field === undefined || others.length > 0 || options.length > 0) return undefined;
  if (field.type !== "choice" || !field.required) return undefined;
  return field.options?.length ? { field, options: field.options } : undefined;
}
