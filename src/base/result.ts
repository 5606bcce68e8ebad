/** A value or the reason why there is none. Rooms below `cli` return this instead of throwing. */
export type Result<T, E = string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: E };

/** Wraps a value. */
export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

/** Wraps a reason: one sentence that says what is wrong, where, and what to do. */
export function failed<E>(reason: E): Result<never, E> {
  return { ok: false, reason };
}
