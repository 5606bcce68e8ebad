/** Random things that sessions and people do, as plans: what they hit is found out when they are done. */
import fc from "fast-check";
import { EVENTS, STATES_MAX } from "./any-machine-doc.ts";

/** A world begins with as many sessions; `enter` without a session makes more. */
export const SESSIONS_AT_FIRST = 3;
/** More than a list of idle shows. */
const HEAP = 11;

export type Pairs = readonly (readonly [name: string, value: string])[];

/** How parameters are made for an event on offer. */
export type Fill = "fitting" | "fewest" | "strange" | "misfit" | "twice";

/** A piece of work as somebody names it: one there is, by its id or its ref, or any text. */
export type Name =
  | { readonly by: "id" | "ref"; readonly nth: number }
  | { readonly by: "text"; readonly text: string };

export interface EnterDeed {
  readonly machine: "m" | "n" | "none" | "unknown";
  readonly name: Name | undefined;
  /** A state by its place, the first entry points first; or one that is not there. */
  readonly state: number | undefined;
  readonly odd: "no" | "twice" | "strange";
}

export type Deed =
  | {
      readonly do: "offered";
      readonly who: number;
      readonly nth: number;
      readonly fill: Fill;
      readonly value: number;
      readonly name: Name;
    }
  | { readonly do: "fire"; readonly who: number; readonly event: string; readonly params: Pairs }
  | ({ readonly do: "enter"; readonly who: number } & EnterDeed)
  | ({ readonly do: "keyless" } & EnterDeed)
  | { readonly do: "stop"; readonly who: number; readonly active: boolean }
  | { readonly do: "prompt"; readonly who: number }
  | { readonly do: "bind"; readonly who: number }
  | { readonly do: "edit"; readonly m: 0 | 1 | undefined; readonly n: 0 | undefined }
  | { readonly do: "flag"; readonly there: boolean };

/** A deed, and whether the clock went on before it. */
export type TimedDeed = Deed & { readonly ticks: boolean };

const TEXTS = ["R-1", "R-2", "R-10", "x1", "r-1", ""] as const;

const who = fc.nat(SESSIONS_AT_FIRST);
const nth = fc.nat(7);
const anyName: fc.Arbitrary<Name> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ by: fc.constant("id" as const), nth }) },
  { weight: 2, arbitrary: fc.record({ by: fc.constant("ref" as const), nth }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...TEXTS).map((text) => ({ by: "text" as const, text })),
  },
);

const anyEnter: fc.Arbitrary<EnterDeed> = fc.record({
  machine: fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom("m" as const, "m" as const, "n" as const) },
    { weight: 1, arbitrary: fc.constantFrom("none" as const, "unknown" as const) },
  ),
  name: fc.option(anyName, { nil: undefined, freq: 3 }),
  state: fc.option(fc.nat(STATES_MAX), { nil: undefined, freq: 2 }),
  odd: fc.oneof(
    { weight: 20, arbitrary: fc.constant("no" as const) },
    { weight: 1, arbitrary: fc.constantFrom("twice" as const, "strange" as const) },
  ),
});

const anyParams: fc.Arbitrary<Pairs> = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  {
    weight: 2,
    arbitrary: fc.array(
      fc.tuple(
        fc.constantFrom("why", "size", "ref", "docPath", "note", "state", "codeNumber"),
        fc.constantFrom("x", "small", "17", 'say "\\hi"', "R-1"),
      ),
      { maxLength: 2 },
    ),
  },
);

const is = <const K extends string>(kind: K) => fc.constant(kind);

const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 36,
    arbitrary: fc.record({
      do: is("offered"),
      who,
      nth: fc.nat(9),
      fill: fc.oneof(
        { weight: 12, arbitrary: is("fitting") },
        { weight: 5, arbitrary: fc.constantFrom<Fill>("fewest", "strange", "misfit", "twice") },
      ),
      value: nth,
      name: anyName,
    }),
  },
  {
    weight: 8,
    arbitrary: fc
      .tuple(who, anyEnter)
      .map(([by, deed]) => ({ do: "enter" as const, who: by, ...deed })),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: is("fire"),
      who,
      event: fc.constantFrom(
        ...EVENTS,
        "yield",
        "pause",
        "unmatched",
        "resume",
        "listPaused",
        "bogus",
        "__proto__",
      ),
      params: anyParams,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: is("fire"),
      who,
      event: fc.constantFrom("pause", "unmatched", "unmatched", "resume"),
      params: fc.constant([]),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: is("stop"), who, active: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: is("prompt"), who }) },
  { weight: 1, arbitrary: fc.record({ do: is("bind"), who }) },
  { weight: 1, arbitrary: anyEnter.map((deed) => ({ do: "keyless" as const, ...deed })) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: is("edit"),
      m: fc.constantFrom(0 as const, 0 as const, 1 as const, 1 as const, undefined),
      n: fc.constantFrom(0 as const, 0 as const, undefined),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: is("flag"), there: fc.boolean() }) },
);

const anyTimed: fc.Arbitrary<TimedDeed> = fc
  .tuple(
    anyDeed,
    fc.oneof(
      { weight: 5, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
  )
  .map(([deed, ticks]) => ({ ...deed, ticks }));

/** So many new works that are put aside again that a list of idle is full. */
const anyHeap: fc.Arbitrary<readonly TimedDeed[]> = fc
  .tuple(who, fc.constantFrom("m", "n"), fc.boolean())
  .map(([by, machine, ticks]) =>
    Array.from({ length: HEAP }, (_, at): readonly TimedDeed[] => [
      {
        do: "enter",
        who: by,
        machine: machine as "m" | "n",
        name: { by: "text", text: `R-${(at * 7) % 20}` },
        state: undefined,
        odd: "no",
        ticks,
      },
      { do: "fire", who: by, event: "pause", params: [], ticks },
    ]).flat(),
  );

/** What is rare where each deed is any: some in a row by which a session comes far. */
const anyRow: fc.Arbitrary<readonly TimedDeed[]> = fc
  .record({
    who,
    other: who,
    text: fc.constantFrom("R-1", "R-2", "R-10"),
    state: nth,
    row: fc.constantFrom(
      "repair",
      "twice aside",
      "twice stopped",
      "detour",
      "taken slot",
      "naming",
      "lost way",
      "moved stop",
    ),
  })
  .map(({ who: by, other, text, state, row }) => {
    const enter = (session: number, more: Partial<EnterDeed> = {}): Deed => ({
      do: "enter",
      who: session,
      machine: "m",
      name: { by: "text", text },
      state: undefined,
      odd: "no",
      ...more,
    });
    const fire = (event: string): Deed => ({ do: "fire", who: by, event, params: [] });
    const rows: Readonly<Record<typeof row, readonly Deed[]>> = {
      repair: [
        { do: "edit", m: 0, n: 0 },
        enter(by),
        fire("pause"),
        { do: "edit", m: 1, n: 0 },
        enter(by, { state }),
      ],
      "twice aside": [fire("unmatched"), enter(by, { machine: "n" }), fire("unmatched")],
      "twice stopped": [
        { do: "stop", who: by, active: false },
        { do: "stop", who: by, active: true },
      ],
      detour: [enter(by), fire("unmatched"), fire("resume")],
      "lost way": [
        { do: "edit", m: 0, n: 0 },
        enter(by),
        fire("unmatched"),
        { do: "edit", m: 1, n: 0 },
        fire(state % 2 === 0 ? "unmatched" : "resume"),
        fire("resume"),
      ],
      "moved stop": [enter(by), enter(other), { do: "stop", who: by, active: false }],
      "taken slot": [enter(by), fire("unmatched"), enter(other), fire("resume")],
      naming: [
        enter(by, { name: undefined }),
        { do: "fire", who: by, event: "name", params: [["ref", text]] },
        { do: "fire", who: by, event: "ask", params: [["ref", text]] },
      ],
    };
    return rows[row].map((deed) => ({ ...deed, ticks: true }));
  });

/** What a day brings; now and then a heap of works in it. */
export function anyDeeds(maxLength: number): fc.Arbitrary<readonly TimedDeed[]> {
  const one = anyTimed.map((deed) => [deed]);
  return fc
    .array(
      fc.oneof(
        { weight: 60, arbitrary: one },
        { weight: 10, arbitrary: anyRow },
        { weight: 1, arbitrary: anyHeap },
      ),
      { minLength: 1, maxLength, size: "max" },
    )
    .map((rows) => rows.flat());
}

const DEEDS_MAX = 40;
const DAYS_MAX = 6;

/** A day of few deeds, each of them at its own time. */
export function anyShortDay(maxLength: number): fc.Arbitrary<readonly TimedDeed[]> {
  const one = anyDeed.map((deed): readonly TimedDeed[] => [{ ...deed, ticks: true }]);
  return fc
    .array(fc.oneof({ weight: 8, arbitrary: one }, { weight: 1, arbitrary: anyRow }), {
      minLength: 1,
      maxLength,
      size: "max",
    })
    .map((rows) => rows.flat());
}

/** Days that begin anew each time, on the same machine files. */
export const anyDays = fc.array(anyDeeds(DEEDS_MAX), { minLength: 1, maxLength: DAYS_MAX });
