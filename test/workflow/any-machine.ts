/** Random machines that a check would pass, and random things that two sessions do with them, for fast-check. */
import fc from "fast-check";
import type { Action, Guard, Machine, State, Transition } from "../../src/workflow/machine.ts";

/** Names that occur again and again, so that sequences meet; `#0` stands for the id of the first work. */
const EVENTS = ["go", "back", "retry", "name"] as const;
const REFS = ["R-1", "R-2", "R-3", "#0", "#1"] as const;
const REF_PARAM = "ref";

/** Something that a session does. */
export type Step =
  | {
      readonly kind: "fire";
      readonly session: 0 | 1;
      readonly event: string;
      readonly params: readonly (readonly [string, string])[];
    }
  | { readonly kind: "stop"; readonly session: 0 | 1; readonly active: boolean }
  | { readonly kind: "prompt"; readonly session: 0 | 1 };

interface TransitionPlan {
  readonly target: number | undefined;
  readonly guard: Guard | undefined;
  readonly reenter: boolean;
  readonly setRef: boolean;
  readonly prompt: boolean;
}

interface StatePlan {
  readonly kind: "resting" | "passing" | "final";
  readonly entryPoint: boolean;
  readonly on: readonly (readonly [event: string, plans: readonly TransitionPlan[]])[];
  readonly always: readonly TransitionPlan[];
}

/** What a transition must know of its machine. */
interface Surroundings {
  /** The state that a number means here. */
  readonly place: (target: number) => number;
  readonly states: number;
  readonly mayName: boolean;
}

const STATES_MAX = 5;
const stateIndex = fc.nat({ max: STATES_MAX - 1 });

const anyGuard: fc.Arbitrary<Guard> = fc.oneof(
  fc.record({
    kind: fc.constant("visits" as const),
    state: stateIndex.map((index) => `S${index}`),
    atLeast: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({
    kind: fc.constant("command" as const),
    command: fc.record({ run: fc.constantFrom("yes", "no", "maybe") }),
  }),
);

const anyTransition: fc.Arbitrary<TransitionPlan> = fc.record({
  target: fc.option(stateIndex, { nil: undefined, freq: 4 }),
  guard: fc.option(anyGuard, { nil: undefined }),
  reenter: fc.boolean(),
  setRef: fc.boolean(),
  prompt: fc.boolean(),
});

const anyState: fc.Arbitrary<StatePlan> = fc.record({
  kind: fc.constantFrom("resting", "resting", "resting", "passing", "final"),
  entryPoint: fc.boolean(),
  on: fc.uniqueArray(
    fc.tuple(fc.constantFrom(...EVENTS), fc.array(anyTransition, { minLength: 1, maxLength: 3 })),
    { selector: ([event]) => event, minLength: 1, maxLength: 4 },
  ),
  always: fc.array(anyTransition, { minLength: 1, maxLength: 3 }),
});

/** A machine named `m`; its first state rests, its always-states have a way out and no circle. */
export const anyMachine: fc.Arbitrary<Machine> = fc
  .record({
    states: fc.array(anyState, { minLength: 2, maxLength: STATES_MAX }),
    fallback: fc.option(stateIndex, { nil: undefined }),
  })
  .map(({ states, fallback }) => {
    const kinds = states.map(({ kind }, index) => (index === 0 ? "resting" : kind));
    const built = states.map((plan, index) => buildState(plan, index, kinds, fallback));
    return {
      id: "m",
      initial: "S0",
      kind: "thing",
      refParam: REF_PARAM,
      events: EVENTS.map((name) => ({
        name,
        params: name === "name" ? [{ name: REF_PARAM, required: true }] : [],
      })),
      states: built,
    };
  });

function buildState(
  plan: StatePlan,
  index: number,
  kinds: readonly StatePlan["kind"][],
  fallback: number | undefined,
): State {
  const kind = kinds[index] ?? "resting";
  const list = (where: string, text: string) => ({
    where: `S${index} ${where}`,
    actions: [{ kind: "prompt" as const, prompt: { text } }, action("maybe")],
  });
  // Targets of always-states lie behind them, so that no circle can be.
  const ahead = (target: number) => Math.max(0, target % (index === 0 ? 1 : index));
  return {
    name: `S${index}`,
    final: kind === "final",
    entryPoint: plan.entryPoint && kind === "resting",
    fallback: index === fallback && kind === "resting",
    paramDescriptions: [],
    entry: [list("entry", `Enter ${index}.`)],
    exit: [list("exit", `Leave ${index}.`)],
    on:
      kind === "resting"
        ? plan.on.map(([event, plans]) => ({
            event,
            transitions: candidates(plans, {
              place: (target) => target % kinds.length,
              states: kinds.length,
              mayName: event === "name",
            }),
          }))
        : [],
    always:
      kind === "passing"
        ? candidates(withTargets(plan.always), {
            place: ahead,
            states: kinds.length,
            mayName: false,
          })
        : [],
  };
}

/** An always-state has nothing to do but to leave. */
function withTargets(plans: readonly TransitionPlan[]): readonly TransitionPlan[] {
  return plans.map((plan) => ({ ...plan, target: plan.target ?? 0 }));
}

/** The last candidate has no guard, as the check wants it. */
function candidates(
  plans: readonly TransitionPlan[],
  { place, states, mayName }: Surroundings,
): readonly Transition[] {
  return plans.map(({ target, guard, reenter, setRef, prompt }, index) => ({
    ...(target !== undefined && { target: `S${place(target)}` }),
    ...(guard !== undefined && index < plans.length - 1 && { guard: guardWithin(guard, states) }),
    reenter,
    actions: [
      ...(mayName && setRef ? [{ kind: "setRef" as const }] : []),
      ...(prompt ? [{ kind: "prompt" as const, prompt: { text: `Take ${index}.` } }] : []),
    ],
  }));
}

/** A guard of the first states alone. */
function guardWithin(guard: Guard, states: number): Guard {
  return guard.kind === "visits"
    ? { ...guard, state: `S${Number(guard.state.slice(1)) % states}` }
    : guard;
}

function action(run: string): Action {
  return { kind: "command", command: { run } };
}

const anyEnter: fc.Arbitrary<readonly (readonly [string, string])[]> = fc
  .tuple(
    fc.option(fc.constantFrom(...REFS), { nil: undefined }),
    fc.option(stateIndex, { nil: undefined, freq: 2 }),
  )
  .map(([ref, state]) => [
    ["stateMachine", "m"] as const,
    ...(ref === undefined ? [] : [[REF_PARAM, ref] as const]),
    ...(state === undefined ? [] : [["state", `S${state}`] as const]),
  ]);

const anyParams: fc.Arbitrary<readonly (readonly [string, string])[]> = fc.oneof(
  { weight: 6, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.constant([["other", "x"] as const]) },
);

const session: fc.Arbitrary<0 | 1> = fc.constantFrom(0, 1);

const anyFire: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("fire" as const),
    session,
    event: fc.constant("enter"),
    params: anyEnter,
  }),
  fc.record({
    kind: fc.constant("fire" as const),
    session,
    event: fc.constantFrom(
      ...EVENTS,
      "yield",
      "pause",
      "unmatched",
      "resume",
      "listPaused",
      "bogus",
    ),
    params: anyParams,
  }),
  fc.record({
    kind: fc.constant("fire" as const),
    session,
    event: fc.constant("name"),
    params: fc.constantFrom(...REFS).map((ref) => [[REF_PARAM, ref] as const]),
  }),
);

const anyCourse: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: anyFire },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("stop" as const), session, active: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("prompt" as const), session }) },
  ),
  { minLength: 1, maxLength: 40, size: "max" },
);

/** More paused works than the idle list shows. */
const manyPaused: readonly Step[] = Array.from({ length: 11 }, (): readonly Step[] => [
  { kind: "fire", session: 0, event: "enter", params: [["stateMachine", "m"]] },
  { kind: "fire", session: 0, event: "pause", params: [] },
]).flat();

export const anySteps: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 9, arbitrary: anyCourse },
  { weight: 1, arbitrary: anyCourse.map((steps) => [...manyPaused, ...steps]) },
);
