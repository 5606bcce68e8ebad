/**
 * Readers of values of unknown shape that say what is wrong and where. A reader never throws, goes no
 * deeper than its type, and leaves out members that it does not know, so that the protocol can grow.
 */
import { failed, ok, type Result } from "../../base/result.ts";

const WRONG = Symbol("wrong");

/** Why a value was refused. The path is put together on the way up. */
interface Wrong {
  readonly [WRONG]: string;
  readonly path: string;
}

export type Reader<T> = (value: unknown) => T | Wrong;

interface Optional<T> {
  readonly optional: Reader<T>;
}

/** A reader for each member; optional ones are marked. Missing ones do not compile. */
export type Shape<T> = {
  readonly [K in keyof T]-?: undefined extends T[K]
    ? Optional<Exclude<T[K], undefined>>
    : Reader<T[K]>;
};

function wrong(what: string): Wrong {
  return { [WRONG]: what, path: "" };
}

function isWrong(value: unknown): value is Wrong {
  return typeof value === "object" && value !== null && WRONG in value;
}

function within(key: string | number, inner: Wrong): Wrong {
  const own = typeof key === "number" ? `[${key}]` : key;
  const dot = inner.path === "" || inner.path.startsWith("[") ? "" : ".";
  return { [WRONG]: inner[WRONG], path: `${own}${dot}${inner.path}` };
}

/** The value, or a reason that names the member. */
export function readAs<T>(reader: Reader<T>, value: unknown, what: string): Result<T> {
  const read = reader(value);
  if (!isWrong(read)) return ok(read);
  return failed(`${read.path === "" ? what : read.path} ${read[WRONG]}`);
}

/** Text up to a length; may be empty. */
export function text(maxUnits: number): Reader<string> {
  return (value) => {
    if (typeof value !== "string") return wrong("is missing or no text");
    return value.length > maxUnits ? wrong(`is longer than ${maxUnits} UTF-16 units`) : value;
  };
}

/** Text with at least one character. */
export function named(maxUnits: number): Reader<string> {
  const inner = text(maxUnits);
  return (value) => (value === "" ? wrong("is empty") : inner(value));
}

export const flag: Reader<boolean> = (value) =>
  typeof value === "boolean" ? value : wrong("is missing or not true or false");

export const yes: Reader<true> = (value) => (value === true ? true : wrong("is not true"));

/** Any finite number. */
export const number: Reader<number> = (value) =>
  typeof value === "number" && Number.isFinite(value)
    ? value + 0
    : wrong("is missing or no number");

/** A count, a time, an amount. */
export const amount: Reader<number> = (value) => {
  const read = number(value);
  return isWrong(read) || read >= 0 ? read : wrong("is negative");
};

/** A whole number from 0. */
export const whole: Reader<number> = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0
    ? (value as number) + 0
    : wrong("is missing or no whole number");

/** One of these words. */
export function word<const T extends string>(...words: readonly T[]): Reader<T> {
  return (value) => words.find((each) => each === value) ?? wrong(`is none of ${words.join(", ")}`);
}

/** One of these words; one of a newer version counts as the first. */
export function wordOr<const T extends string>(other: T, ...words: readonly T[]): Reader<T> {
  return (value) => {
    if (typeof value !== "string") return wrong("is missing or no text");
    return words.find((each) => each === value) ?? other;
  };
}

export function list<T>(item: Reader<T>, maxItems: number): Reader<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) return wrong("is missing or no list");
    if (value.length > maxItems) return wrong(`has more than ${maxItems} members`);
    const out: T[] = [];
    for (let at = 0; at < value.length; at += 1) {
      const read = item(value[at]);
      if (isWrong(read)) return within(at, read);
      out.push(read);
    }
    return out;
  };
}

/** An object whose names are free. */
export function dictionary<T>(
  item: Reader<T>,
  maxMembers: number,
): Reader<Readonly<Record<string, T>>> {
  return (value) => {
    if (!isObject(value)) return wrong("is missing or no object");
    const names = Object.keys(value);
    if (names.length > maxMembers) return wrong(`has more than ${maxMembers} members`);
    const out: [string, T][] = [];
    for (const name of names) {
      const read = item(value[name]);
      if (isWrong(read)) return within(name.slice(0, 40), read);
      out.push([name, read]);
    }
    return Object.fromEntries(out);
  };
}

export function optional<T>(reader: Reader<T>): Optional<T> {
  return { optional: reader };
}

/** An object with these members. */
export function object<T extends object>(shape: Shape<T>): Reader<T> {
  const members = Object.entries(shape) as [string, Reader<unknown> | Optional<unknown>][];
  return (value) => {
    if (!isObject(value)) return wrong("is missing or no object");
    const out: Record<string, unknown> = {};
    for (const [key, reader] of members) {
      const given = Object.hasOwn(value, key) ? value[key] : undefined;
      const isOptional = typeof reader !== "function";
      if (isOptional && given === undefined) continue;
      const read = (isOptional ? reader.optional : reader)(given);
      if (isWrong(read)) return within(key, read);
      out[key] = read;
    }
    return out as T;
  };
}

/** One of several objects, told apart by `kind`. */
export function byKind<T extends { readonly kind: string }>(
  readers: {
    readonly [K in T["kind"]]: Reader<Extract<T, { readonly kind: K }>>;
  },
): Reader<T> {
  const known = new Map<unknown, Reader<T>>(Object.entries(readers) as [string, Reader<T>][]);
  return (value) => {
    if (!isObject(value)) return wrong("is missing or no object");
    const reader = known.get(value.kind);
    return reader === undefined ? within("kind", wrong("is not known")) : reader(value);
  };
}

/** The first reader that takes the value. */
export function either<A, B>(first: Reader<A>, second: Reader<B>): Reader<A | B> {
  return (value) => {
    const read = first(value);
    return isWrong(read) ? second(value) : read;
  };
}

/** The word that tells a kind. */
export function exactly<const T extends string>(one: T): Reader<T> {
  return (value) => (value === one ? one : wrong(`is not ${one}`));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
