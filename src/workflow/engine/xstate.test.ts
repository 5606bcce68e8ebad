/**
 * Machine files are a subset of XState's, so the same text must mean the same there: which events are
 * taken, where they lead, which prompts are told and in which order. Random flat machines say so.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { createMachine, initialTransition, transition } from "xstate";
import { createWorkflowWorld, machineOf } from "../../testing/workflow-world.ts";

const RUNS = 200;
/** Files are read and events taken twice, on machines that may be busy. */
const TEST_MS = 60_000;
const EVENTS = ["e0", "e1", "e2"] as const;
const STATES_MAX = 5;

const prompt = (text: string) => ({ type: "prompt", params: { text } });
/** `yes` passes and `no` does not, in both. */
const command = (run: string) => ({ type: "command", params: { run } });

interface Candidate {
  readonly target: number | undefined;
  readonly run: "yes" | "no";
  readonly reenter: boolean;
}

const anyCandidate: fc.Arbitrary<Candidate> = fc.record({
  target: fc.option(fc.nat(STATES_MAX - 1), { nil: undefined }),
  run: fc.constantFrom("yes", "no"),
  reenter: fc.boolean(),
});
const anyCandidates = fc.array(anyCandidate, { minLength: 1, maxLength: 3 });

const anyPlan = fc.array(
  fc.record({
    kind: fc.constantFrom("resting", "resting", "passing", "final"),
    on: fc.dictionary(fc.constantFrom(...EVENTS), anyCandidates),
    always: anyCandidates,
  }),
  { minLength: 2, maxLength: STATES_MAX },
);

/** The candidates of one place; the last has no guard. Targets from `least` on, so that `always` goes forward. */
function transitions(
  candidates: readonly Candidate[],
  place: string,
  least: number,
  count: number,
) {
  return candidates.map(({ target, run, reenter }, index) => ({
    ...((target !== undefined || least > 0) && {
      target: `S${least + ((target ?? 0) % (count - least))}`,
      reenter,
    }),
    ...(index < candidates.length - 1 && { guard: command(run) }),
    actions: prompt(`${place} ${index}`),
  }));
}

/** A machine as both read it. The first state rests, and so does the last. */
const anyConfig = anyPlan.map((plans) => {
  const count = plans.length;
  const states = plans.map(({ kind, on, always }, index) => {
    const name = `S${index}`;
    const lists = { entry: prompt(`enter ${name}`), exit: prompt(`exit ${name}`) };
    const rests = index === 0 || index === count - 1;
    // XState stops with the final state and leaves it; work that is done stays in its own, for a reopening.
    if (kind === "final" && index > 0)
      return [name, { entry: lists.entry, type: "final" }] as const;
    if (kind === "passing" && !rests)
      return [
        name,
        { ...lists, always: transitions(always, `${name} always`, index + 1, count) },
      ] as const;
    const taken = Object.entries(on).map(
      ([event, candidates]) =>
        [event, transitions(candidates, `${name} ${event}`, 0, count)] as const,
    );
    return [name, { ...lists, on: Object.fromEntries(taken) }] as const;
  });
  return { id: "m", initial: "S0", meta: { smllm: 1 }, states: Object.fromEntries(states) };
});

const promptsOf = (actions: readonly { readonly params?: unknown }[]) =>
  actions.flatMap(({ params }) =>
    typeof params === "object" && params !== null && "text" in params ? [params.text] : [],
  );

const toldIn = (text: string) =>
  /<instructions>\n([\s\S]*?)\n<\/instructions>/.exec(text)?.[1]?.split("\n\n") ?? [];

test(
  "random flat machines and events: the same states and prompts as in XState, and errors where it ignores",
  () => {
    let taken = 0;
    let ignored = 0;
    const property = fc.property(
      anyConfig,
      fc.array(fc.constantFrom(...EVENTS)),
      (config, events) => {
        const theirs = createMachine(config as never).provide({
          guards: { command: (_: unknown, { run }: { run: string }) => run === "yes" },
        } as never);
        const world = createWorkflowWorld(machineOf(JSON.stringify(config)));
        world.guards.set("no", false);
        world.start("a");
        let [snapshot, actions] = initialTransition(theirs);
        let reply = world.fire("a", "enter", { stateMachine: "m", ref: "r" });
        expect(toldIn(reply.text)).toEqual(promptsOf(actions as never) as string[]);
        for (const event of events) {
          if (snapshot.status !== "active") break;
          const isTaken = snapshot.can({ type: event });
          [snapshot, actions] = transition(theirs, snapshot, { type: event });
          reply = world.fire("a", event);
          expect({ ok: reply.ok, told: toldIn(reply.text) }).toEqual({
            ok: isTaken,
            told: promptsOf(actions as never) as string[],
          });
          const { state, status } = world.instance("m", "r");
          expect({ state, done: status === "completed" }).toEqual({
            state: String(snapshot.value),
            done: snapshot.status === "done",
          });
          if (isTaken) taken++;
          else ignored++;
        }
      },
    );
    fc.assert(property, { numRuns: RUNS });
    expect(Math.min(taken, ignored)).toBeGreaterThan(RUNS / 4);
  },
  TEST_MS,
);
