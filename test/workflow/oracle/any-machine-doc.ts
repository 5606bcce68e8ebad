/** Random machine files that a check finds no error in, for fast-check. */
import fc from "fast-check";
import type {
  ActionDoc,
  ArrowDoc,
  EventDoc,
  GuardDoc,
  MachineDoc,
  Many,
  StateDoc,
} from "./machine-doc.ts";
import { ACTION_RUNS, GUARD_RUNS } from "./script.ts";

/** `stray` is declared nowhere. */
export const EVENTS = ["go", "back", "ask", "name", "stray"] as const;
export const STATES_MAX = 5;
/** One more than an engine follows, so that a walk through all of them is stopped. */
const CHAIN_LENGTH = 34;

const nth = fc.nat(STATES_MAX - 1);
const maybe = <T>(arbitrary: fc.Arbitrary<T>, freq = 2) =>
  fc.option(arbitrary, { nil: undefined, freq });

/** One thing, or a list of things, as files may have it. */
function many<T>(
  arbitrary: fc.Arbitrary<T>,
  minLength: number,
  maxLength: number,
): fc.Arbitrary<Many<T>> {
  const list = fc.array(arbitrary, { minLength, maxLength });
  return fc
    .tuple(list, fc.boolean())
    .map(([items, bare]): Many<T> => (bare && items.length === 1 ? (items[0] as T) : items));
}

const command = (run: Many<string>) => ({ type: "command" as const, params: { run } });

const anyGuard: fc.Arbitrary<GuardDoc> = fc.oneof(
  fc.constantFrom(...GUARD_RUNS).map(command),
  fc.tuple(nth, fc.nat(3)).map(([state, atLeast]) => ({
    type: "visits" as const,
    params: { state: `S${state}`, atLeast },
  })),
);

const anyAction: fc.Arbitrary<ActionDoc> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc
      .nat(9)
      .map((at) => ({ type: "prompt" as const, params: { text: `Text ${at}. \n` } })),
  },
  { weight: 3, arbitrary: fc.constantFrom(...ACTION_RUNS).map(command) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("told.md", "lost.md")
      .map((file) => ({ type: "prompt" as const, params: { file } })),
  },
);
const anyActions = maybe(many(anyAction, 0, 3), 2);

interface ArrowPlan {
  readonly target: number | undefined;
  readonly guard: GuardDoc | undefined;
  readonly actions: readonly ActionDoc[];
  readonly reenter: boolean | undefined;
  readonly names: boolean;
  readonly described: boolean;
  readonly bare: boolean;
}

const anyArrow: fc.Arbitrary<ArrowPlan> = fc.record({
  target: maybe(nth, 4),
  guard: maybe(anyGuard, 2),
  actions: fc.array(anyAction, { maxLength: 3 }),
  reenter: maybe(fc.boolean()),
  names: fc.constantFrom(true, true, false),
  described: fc.boolean(),
  bare: fc.boolean(),
});

interface StatePlan {
  readonly kind: "resting" | "passing" | "both" | "final";
  readonly entryPoint: boolean;
  readonly rewords: boolean;
  readonly entry: Many<ActionDoc> | undefined;
  readonly exit: Many<ActionDoc> | undefined;
  readonly on: readonly (readonly [event: string, arrows: readonly ArrowPlan[]])[];
  readonly always: readonly ArrowPlan[];
}

const anyState: fc.Arbitrary<StatePlan> = fc.record({
  kind: fc.constantFrom("resting", "resting", "resting", "resting", "passing", "both", "final"),
  entryPoint: fc.boolean(),
  rewords: fc.boolean(),
  entry: anyActions,
  exit: anyActions,
  on: fc.uniqueArray(
    fc.tuple(fc.constantFrom(...EVENTS), fc.array(anyArrow, { minLength: 1, maxLength: 3 })),
    { selector: ([event]) => event, minLength: 1, maxLength: 5 },
  ),
  always: fc.array(anyArrow, { minLength: 1, maxLength: 3 }),
});

const anyParam = fc.constantFrom(
  ["why", { type: "string", description: "Why it is so." }],
  ["size", { type: "string", enum: ["small", "large"] }],
  ["codeNumber", { type: "string", pattern: "^[0-9]+$", description: "Its number." }],
  ["a-b", { type: "string", pattern: "x", enum: ["x", "y"] }],
) as fc.Arbitrary<[string, NonNullable<NonNullable<EventDoc["params"]>["properties"]>[string]]>;

const anyParams = fc
  .uniqueArray(fc.tuple(anyParam, fc.boolean()), { selector: ([[name]]) => name, maxLength: 3 })
  .map((params) => ({
    type: "object" as const,
    properties: Object.fromEntries(params.map(([param]) => param)),
    required: params.filter(([, required]) => required).map(([[name]]) => name),
  }));

/** What the machine says about its ref, and whether its events declare it themselves. */
const anyRef = fc.record({
  pattern: maybe(fc.constantFrom("^R-", "[0-9]$")),
  description: maybe(fc.constant("What it is about.")),
});

const anyEvents = (refParam: string): fc.Arbitrary<Record<string, EventDoc>> =>
  fc.record({
    go: maybe(fc.constant({ description: "Goes on." })) as fc.Arbitrary<EventDoc>,
    ask: fc.record({ params: anyParams }),
    name: fc.tuple(anyParams, fc.constantFrom(0, 1, 2)).map(([params, own]): EventDoc => {
      const declared = {
        type: "string" as const,
        ...(own === 2 && { pattern: "1", description: "Own words." }),
      };
      return {
        description: "Names it.",
        params:
          own === 0
            ? params
            : { ...params, properties: { ...params.properties, [refParam]: declared } },
      };
    }),
    yield: fc.constantFrom<EventDoc>({}, { description: "Rest a while." }),
    resume: fc.constantFrom<EventDoc>({}, { description: "Take it up." }),
  });

const anyShared = fc.record({
  states: fc.array(nth, { minLength: 1, maxLength: 3 }),
  position: fc.constantFrom("before" as const, "after" as const),
  entry: anyActions,
  exit: anyActions,
});

/** A machine of that id; its instances are found by another parameter than those of other ids. */
export function anyMachineDoc(
  id: string,
  refParam: string,
  [minLength, maxLength]: readonly [number, number] = [2, STATES_MAX],
): fc.Arbitrary<MachineDoc> {
  return fc
    .record({
      states: fc.array(anyState, { minLength, maxLength }),
      initial: nth,
      fallback: maybe(nth, 3),
      kind: maybe(fc.constant("task")),
      ref: anyRef,
      events: anyEvents(refParam),
      shared: fc.array(anyShared, { maxLength: 2 }),
      chain: fc.oneof(
        { weight: 9, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
      described: fc.boolean(),
    })
    .map(({ states, initial, fallback, kind, ref, events, shared, chain, described }) => {
      const count = states.length;
      const names = states.map((_, index) => `S${index}`);
      const built = names.map((name, index) => [
        name,
        stateDoc(states[index] as StatePlan, index, { count, chain, fallback, events }),
      ]);
      const instance = {
        ...(kind !== undefined && { kind }),
        ref: { param: refParam, ...defined(ref) },
      };
      return {
        id,
        ...(described && { description: `All of ${id}.` }),
        initial: names[initial % count] ?? "S0",
        meta: {
          smllm: 1 as const,
          instance,
          events: defined(events),
          sharedActions: shared.map(({ states: at, ...rest }) => ({
            ...defined(rest),
            states: [...new Set(at.map((index) => `S${index % count}`))],
          })),
        },
        states: Object.fromEntries([
          ...built,
          ...(chain ? chainDocs() : []),
        ]) as MachineDoc["states"],
      } as MachineDoc;
    });
}

interface Surroundings {
  readonly count: number;
  readonly chain: boolean;
  readonly fallback: number | undefined;
  readonly events: Readonly<Record<string, EventDoc | undefined>>;
}

function stateDoc(plan: StatePlan, index: number, around: Surroundings): StateDoc {
  // Circles of `always` are errors: those of a state lead to states before it, and the first has none.
  const kind = index === 0 ? "resting" : plan.kind;
  const standing = defined({ entry: plan.entry, exit: plan.exit });
  const meta = {
    entryPoint: plan.entryPoint,
    fallback: index === around.fallback && kind !== "final",
  };
  if (kind === "final") return { type: "final", ...standing, meta };
  return {
    ...standing,
    meta: {
      ...meta,
      ...(plan.rewords && { paramDescriptions: rewordings(plan, around.events) }),
    },
    ...(kind !== "passing" && {
      on: Object.fromEntries(
        plan.on.map(([event, arrows]) => [
          event,
          arrowDocs(arrows, { ...around, aims: (to) => to % around.count, event }),
        ]),
      ),
    }),
    ...(kind !== "resting" && {
      always: arrowDocs(
        plan.always.map((arrow) => ({ ...arrow, target: arrow.target ?? 0 })),
        { ...around, chain: false, aims: (to) => to % index },
      ),
    }),
  };
}

/** Other words for the first parameter that an event of the state declares. */
function rewordings({ on }: StatePlan, events: Surroundings["events"]) {
  const worded = on.flatMap(([event]) => {
    const [param] = Object.keys(events[event]?.params?.properties ?? {});
    return param === undefined ? [] : [[event, { [param]: `Said anew for ${event}.` }] as const];
  });
  return Object.fromEntries(worded);
}

interface Aim extends Surroundings {
  readonly aims: (target: number) => number;
  readonly event?: string;
}

/** The last candidate has no guard; some are written as a bare target. */
function arrowDocs(
  plans: readonly ArrowPlan[],
  { aims, event, chain, count }: Aim,
): Many<string | ArrowDoc> {
  const docs = plans.map((plan, index): string | ArrowDoc => {
    const last = index === plans.length - 1;
    const target = plan.target === undefined ? undefined : `S${aims(plan.target)}`;
    const far = chain && last && target !== undefined;
    if (last && plan.bare && target !== undefined) return far ? "C0" : target;
    const names = (event === "name" || event === "ask") && plan.names;
    const guard = last ? undefined : guardAmong(plan.guard, count);
    return defined({
      target: far ? "C0" : target,
      guard,
      reenter: plan.reenter,
      actions: names
        ? [...plan.actions.slice(0, 1), "setRef" as const, ...plan.actions.slice(1)]
        : plan.actions,
      description: plan.described ? `By way ${index}.` : undefined,
    });
  });
  return docs.length === 1 ? (docs[0] as string | ArrowDoc) : docs;
}

function guardAmong(guard: GuardDoc | undefined, count: number): GuardDoc | undefined {
  if (guard?.type !== "visits") return guard;
  return {
    ...guard,
    params: { ...guard.params, state: `S${Number(guard.params.state.slice(1)) % count}` },
  };
}

/** States that are left at once, one behind the other, more than may be followed; events are for who is stopped. */
function chainDocs(): readonly (readonly [string, StateDoc])[] {
  return Array.from({ length: CHAIN_LENGTH }, (_, index) => [
    `C${index}`,
    {
      always: index === CHAIN_LENGTH - 1 ? "S0" : `C${index + 1}`,
      on: { go: "S0", back: { target: `C${index}`, reenter: true } },
    },
  ]);
}

/** Without members that are undefined. */
function defined<T extends object>(value: T): { [name in keyof T]: Exclude<T[name], undefined> } {
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== undefined),
  ) as never;
}
