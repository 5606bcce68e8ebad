/** A numbered source whose messages are lost, repeated and mixed up: what it reads anew makes it good. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { ACTS, createWorld, type Deed } from "../testing/session-world.ts";
import { automationOf } from "./automation.ts";
import { foldOrdered, type Numbered, type Ordered, startOrdered } from "./ordered.ts";

const deed = fc.record({ act: fc.constantFrom(...ACTS), pick: fc.nat(11) });
/** Fewer than are kept, so that any of them may come last. */
const deeds = fc.array(deed, { maxLength: 50 });

/** What a source tells of deeds, then of everything, then of what comes after. */
function tellAll(before: readonly Deed[], after: readonly Deed[]) {
  const world = createWorld();
  let order = 0;
  const number = (facts: Numbered["facts"]): Numbered => {
    order += 1;
    return { order, facts };
  };
  const told = [number(world.read()), ...before.map((one) => number(world.act(one)))];
  const whole = number(world.read());
  return { told, whole, later: after.map((one) => number(world.act(one))) };
}

const fold = (messages: readonly Numbered[], state: Ordered = startOrdered()) =>
  messages.reduce(foldOrdered, state);

// covers: automation-reconcile
test("messages lost, repeated and shuffled, then the whole state: judged as the ordered run, then and later", () => {
  const runs = fc
    .tuple(deeds, fc.array(deed, { maxLength: 8 }))
    .map(([before, after]) => tellAll(before, after))
    .chain(({ told, whole, later }) =>
      fc.record({
        told: fc.constant(told),
        whole: fc.constant(whole),
        later: fc.constant(later),
        arrived: fc.shuffledSubarray(told),
        again: fc.subarray(told),
        late: fc.shuffledSubarray(told),
      }),
    );
  fc.assert(
    fc.property(runs, ({ told, whole, later, arrived, again, late }) => {
      let ordered = fold([...told, whole]);
      let mixed = fold([...arrived, ...again, whole, ...late, whole]);
      expect(automationOf(mixed.snapshot)).toEqual(automationOf(ordered.snapshot));
      for (const message of later) {
        ordered = foldOrdered(ordered, message);
        mixed = foldOrdered(mixed, message);
        expect(automationOf(mixed.snapshot)).toEqual(automationOf(ordered.snapshot));
      }
    }),
    { numRuns: 500 },
  );
});

test("the deeds of the little runtime reach every state", () => {
  const seen = new Set<string>();
  for (const all of fc.sample(deeds, { numRuns: 300, seed: 3 })) {
    let state = startOrdered();
    for (const message of tellAll(all, []).told) {
      state = foldOrdered(state, message);
      seen.add(automationOf(state.snapshot).state);
    }
  }
  const states = ["ask", "cancel", "done", "error", "fail", "perm", "plan", "ready", "run"];
  expect([...seen].toSorted()).toEqual(states);
});
