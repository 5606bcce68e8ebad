import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyFact } from "../testing/any-fact.ts";
import type { Fact } from "./facts/fact.ts";
import { foldOrdered, MAX_KEPT, type Numbered, startOrdered } from "./ordered.ts";
import { EMPTY_SNAPSHOT, foldAll } from "./snapshot.ts";

const started = (turnId: string): Fact => ({ kind: "turn-started", turnId });
const settled = (turnId: string): Fact => ({ kind: "turn-settled", turnId, outcome: "done" });
const snapshotOf = (messages: readonly Numbered[], base = EMPTY_SNAPSHOT) =>
  messages.reduce(foldOrdered, startOrdered(base)).snapshot;

describe("messages with numbers", () => {
  test("late, twice or before their time: as if in order", () => {
    const [a, b, c]: Numbered[] = [
      { order: 1, facts: [started("t-1")] },
      { order: 2, facts: [settled("t-1")] },
      { order: 3, facts: [started("t-2")] },
    ] as const;
    for (const messages of [
      [a, b, c],
      [c, b, a],
      [b, a, a, c, b],
      [c, a, b, a],
    ] as Numbered[][]) {
      expect(snapshotOf(messages).turn).toEqual({ phase: "running", id: "t-2" });
    }
  });

  test("a state that was read earlier than the news that came before it: the news stay", () => {
    const read: Fact = { kind: "state-read", turns: { live: [] }, interactions: [] };
    const news: Numbered = { order: 7, facts: [started("t-1")] };
    expect(snapshotOf([news, { order: 5, facts: [read] }]).turn?.phase).toBe("running");
    expect(snapshotOf([{ order: 5, facts: [read] }, news]).turn?.phase).toBe("running");
  });

  test("what comes later than any that are kept is left out, as is a number that is none", () => {
    const many = Array.from({ length: MAX_KEPT + 2 }, (_, at) => ({
      order: at + 10,
      facts: [started(`t-${at}`)],
    }));
    const state = many.reduce(foldOrdered, startOrdered());
    expect(state.kept).toHaveLength(MAX_KEPT);
    expect(state.baseOrder).toBe(11);
    for (const order of [1, 11, Number.NaN]) {
      expect(foldOrdered(state, { order, facts: [settled("t-65")] })).toBe(state);
    }
  });

  test("a message that was there is not kept twice", () => {
    const state = foldOrdered(startOrdered(), { order: 1, facts: [started("t-1")] });
    expect(foldOrdered(state, { order: 1, facts: [settled("t-1")] })).toBe(state);
  });

  test("a long stream whose neighbours overtake each other: as if in order, all the way", () => {
    const stream = Array.from({ length: 5 * MAX_KEPT }, (_, at): Numbered => {
      const turn = `t-${at >> 2}`;
      const facts = [[started(turn)], [settled(turn)], [started(`${turn}b`)], []][at % 4] ?? [];
      return { order: at + 1, facts };
    });
    const mixed = stream.toSorted((a, b) => (a.order ^ 31) - (b.order ^ 31));
    expect(mixed).not.toEqual(stream);
    expect(snapshotOf(mixed)).toEqual(snapshotOf(stream));
  });

  test("a late one among the kept is folded upon all that is not kept any more", () => {
    const first: Numbered = { order: 0, facts: [{ kind: "session-started", sessionId: "s" }] };
    const rest = Array.from(
      { length: MAX_KEPT + 5 },
      (_, at): Numbered => ({
        order: 2 * at + 2,
        facts: [started(`t-${at}`)],
      }),
    );
    const late: Numbered = { order: 2 * MAX_KEPT + 1, facts: [{ kind: "login-needed" }] };
    const { session, account, turn } = snapshotOf([first, ...rest, late]);
    expect([session?.id, account?.login, turn?.id]).toEqual(["s", "needed", `t-${MAX_KEPT + 4}`]);
  });

  test("what is known from elsewhere stays beneath", () => {
    const base = foldAll(EMPTY_SNAPSHOT, [{ kind: "session-started", sessionId: "s" }]);
    expect(snapshotOf([{ order: 1, facts: [started("t")] }], base).session?.id).toBe("s");
  });

  // covers: automation-order
  test("any messages in any order, some of them twice: the snapshot of the ordered run", () => {
    const messages = fc
      .array(fc.array(anyFact, { maxLength: 3 }), { maxLength: 20 })
      .map((all): Numbered[] => all.map((facts, at) => ({ order: at * 2, facts })));
    const arrival = messages.chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray(all, { minLength: all.length }),
        fc.subarray(all),
      ),
    );
    fc.assert(
      fc.property(arrival, ([all, shuffled, again]) => {
        expect(snapshotOf([...shuffled, ...again])).toEqual(snapshotOf(all));
        expect(snapshotOf(all)).toEqual(
          foldAll(
            EMPTY_SNAPSHOT,
            all.flatMap(({ facts }) => facts),
          ),
        );
      }),
      { numRuns: 200 },
    );
  });
});
