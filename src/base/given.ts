/**
 * Arguments as a caller in JavaScript may give them. The doors of the package hold their types only
 * before a compiler: a value of another kind becomes the nearest that means nothing, and never a throw.
 */

/** The text, or an empty one. */
export function givenText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The number, or one that nothing compares with. */
export function givenNumber(value: unknown): number {
  return typeof value === "number" ? value : Number.NaN;
}

/** The object with the members that it may have, or one without any. */
export function givenObject<T extends object>(value: T | undefined): Partial<T> {
  return typeof value === "object" && value !== null ? value : {};
}

/** The list, or an empty one. */
export function givenList<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value : [];
}

/** The bytes, or none. Those of another window or context are of another class with the same name. */
export function givenBytes(value: Uint8Array): Uint8Array {
  const isBytes = ArrayBuffer.isView(value) && value[Symbol.toStringTag] === "Uint8Array";
  return isBytes ? value : new Uint8Array();
}
