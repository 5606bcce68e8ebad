/**
 * Walks a value of unknown shape member by member and remembers the first one that does not fit, with
 * its place: `machines[0].states[2].name`. Reading goes on with stand-ins, so that a reader is written
 * as if all were well and asks once at its end.
 */
import { asFlag, asRecord } from "../../base/shape.ts";

/** One value and where it stands. */
export interface Spot {
  readonly place: string;
  readonly isAbsent: boolean;
  /** A member of an object. Of something else: a misfit. */
  readonly at: (name: string) => Spot;
  readonly text: () => string;
  readonly optionalText: () => string | undefined;
  /** False where it is absent. */
  readonly flag: () => boolean;
  readonly whole: (least: number) => number;
  /** Each member of a list. */
  readonly each: <T>(read: (item: Spot) => T) => readonly T[];
  /** The same, empty where there is no list. */
  readonly eachIfAny: <T>(read: (item: Spot) => T) => readonly T[];
  readonly isList: boolean;
  /** Says that this value is not what it must be. */
  readonly misfit: (wanted: string) => void;
}

export interface ShapeReading {
  readonly root: Spot;
  /** The first misfit; undefined where all fits. */
  readonly wrong: () => string | undefined;
}

/** Begins to read a value; `what` names it where it does not fit as a whole. */
export function readShape(value: unknown, what: string): ShapeReading {
  let first: string | undefined;
  const tell = (place: string, wanted: string) => {
    first ??= `${place === "" ? what : place}: expected ${wanted}`;
  };
  return { root: createSpot(value, "", tell), wrong: () => first };
}

type Tell = (place: string, wanted: string) => void;

function createSpot(value: unknown, place: string, tell: Tell): Spot {
  const misfit = (wanted: string) => tell(place, wanted);
  const orMisfit = <T>(found: T | undefined, wanted: string, instead: T): T => {
    if (found === undefined) misfit(wanted);
    return found ?? instead;
  };
  const isAbsent = value === undefined || value === null;
  const text = () => orMisfit(typeof value === "string" ? value : undefined, "a string", "");
  const each = <T>(read: (item: Spot) => T): readonly T[] => {
    const items = orMisfit<readonly unknown[]>(asList(value), "a list", []);
    return items.map((item, index) => read(createSpot(item, `${place}[${index}]`, tell)));
  };
  return {
    place,
    isAbsent,
    misfit,
    isList: Array.isArray(value),
    at: (name) => {
      const members = orMisfit(asRecord(value), "an object", {});
      const member = Object.hasOwn(members, name) ? members[name] : undefined;
      return createSpot(member, place === "" ? name : `${place}.${name}`, tell);
    },
    text,
    optionalText: () => (isAbsent ? undefined : text()),
    flag: () => orMisfit(asFlag(isAbsent ? false : value), "true or false", false),
    whole: (least) =>
      orMisfit(asWhole(value, least), `a whole number that is at least ${least}`, least),
    each,
    eachIfAny: (read) => (isAbsent ? [] : each(read)),
  };
}

function asList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

function asWhole(value: unknown, least: number): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= least
    ? value
    : undefined;
}
