/**
 * Readers for values of unknown shape (parsed JSON or YAML from outside). Each gives the value if it
 * has the asked type and `undefined` otherwise, so that one wrong member never costs the others.
 */

/** A plain mapping, or undefined for null, arrays and scalars. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** A string with at least one character. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A finite number; negative zero becomes zero. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value + 0 : undefined;
}

/** A finite number that is not negative: a count, a duration, an amount. */
export function asCount(value: unknown): number | undefined {
  const number = asNumber(value);
  return number !== undefined && number >= 0 ? number : undefined;
}

/** A boolean. */
export function asFlag(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** The non-empty strings of an array, or undefined if it is no array. */
export function asTexts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value)
    ? value.filter((member): member is string => typeof member === "string" && member !== "")
    : undefined;
}

/** An object whose members may be undefined, as the same object without those members. */
export type Known<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Drops the members that are undefined: unknown is absent. */
export function known<T extends object>(
  object: T,
): Partial<Known<T>> & Pick<T, { [K in keyof T]: undefined extends T[K] ? never : K }[keyof T]> {
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(object)) if (value !== undefined) out[key] = value;
  return out as never;
}
