/** Whether an answer fits what was asked. */
import type {
  Answer,
  FieldValue,
  FormField,
  OpenInteraction,
} from "../../wire/runtime/entities.ts";

/** As large as a prompt may be. */
const MAX_VALUE_CHARS = 1024 * 1024;

/** What is wrong with the answer; undefined: nothing. */
export function answerFault(asked: OpenInteraction, answer: Answer): string | undefined {
  switch (answer.kind) {
    case "option":
      if (asked.options.some(({ optionId }) => optionId === answer.optionId)) return undefined;
      return `there is no option ${JSON.stringify(answer.optionId)} to choose`;
    case "form":
      if (asked.form === undefined) return "no form was asked for";
      return formFault(asked.form, answer.values);
    case "declined":
    case "dismissed":
      return undefined;
    default:
      return answer satisfies never;
  }
}

function formFault(
  form: readonly FormField[],
  values: Readonly<Record<string, FieldValue>>,
): string | undefined {
  const stranger = Object.keys(values).find((name) => !form.some((field) => field.name === name));
  if (stranger !== undefined) return `the form has no field ${JSON.stringify(stranger)}`;
  for (const field of form) {
    const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
    const fault = value === undefined ? missing(field) : valueFault(field, value);
    if (fault !== undefined) return `${JSON.stringify(field.name)} ${fault}`;
  }
  return undefined;
}

function missing(field: FormField): string | undefined {
  return field.required && field.fallback === undefined ? "is required" : undefined;
}

function valueFault(field: FormField, value: FieldValue): string | undefined {
  const { type, options, minLength, maxLength, min, max } = field;
  const isOption = (one: unknown) => options?.some((option) => option.value === one) ?? false;
  switch (type) {
    case "text":
      if (typeof value !== "string") return "must be a text";
      if (value.length > Math.min(maxLength ?? MAX_VALUE_CHARS, MAX_VALUE_CHARS))
        return "is too long";
      return value.length < (minLength ?? 0) ? "is too short" : undefined;
    case "integer":
    case "number":
      if (typeof value !== "number" || !Number.isFinite(value)) return "must be a number";
      if (type === "integer" && !Number.isInteger(value)) return "must be a whole number";
      if (value < (min ?? value)) return `must not be below ${min}`;
      return value > (max ?? value) ? `must not be above ${max}` : undefined;
    case "flag":
      return typeof value === "boolean" ? undefined : "must be true or false";
    case "choice":
      return isOption(value) ? undefined : "must be one of its options";
    case "choices":
      return Array.isArray(value) && value.every(isOption)
        ? undefined
        : "must be some of its options";
    default:
      return type satisfies never;
  }
}
