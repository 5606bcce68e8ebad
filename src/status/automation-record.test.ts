import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyFact } from "../testing/any-fact.ts";
import { encodeRecord } from "../wire/record/encode.ts";
import { advanceRecord, numberedOf, type RecordMemory } from "./automation-record.ts";
import type { Fact } from "./facts/fact.ts";
import { recordOf } from "./items/shared/record.ts";
import { EMPTY_SNAPSHOT, fold, foldAll, type Snapshot } from "./snapshot.ts";

const SESSION: Fact = { kind: "session-started", sessionId: "session-123" };
const OTHER: Fact = { kind: "session-started", sessionId: "s-2" };
const started = (turnId: string): Fact => ({ kind: "turn-started", turnId });
const settled = (turnId: string): Fact => ({ kind: "turn-settled", turnId, outcome: "done" });

/** The number and the state after each of the facts. */
function numbers(...facts: Fact[]): string[] {
  let snapshot: Snapshot = EMPTY_SNAPSHOT;
  let memory: RecordMemory | undefined;
  return facts.map((fact) => {
    snapshot = fold(snapshot, fact);
    const next = advanceRecord(memory, snapshot);
    memory = next.memory;
    return `${next.record.seq} ${next.record.state}`;
  });
}

// covers: record-seq
describe("the number of a record", () => {
  test("0 for the first one, one more with each change, the same while nothing changes", () => {
    const facts: Fact[] = [SESSION, started("a"), started("a"), settled("a"), settled("a")];
    expect(numbers(...facts)).toEqual(["0 run", "1 run", "1 run", "2 done", "2 done"]);
  });

  test.each([
    [started("t-2"), "turn"],
    [{ kind: "interaction-opened", requestId: "r", asks: "plan" }, "state and request"],
    [{ kind: "agent-changed", agentId: "a", status: "running" }, "active members"],
    [{ kind: "agent-changed", agentId: "a", status: "done" }, "members"],
    [{ kind: "background-counted", tasks: 1 }, "background tasks"],
    [{ kind: "connection-changed", phase: "lost" }, "turn, by the connection"],
  ] satisfies [Fact, string][])("%j: another %s, another number", (fact) => {
    expect(numbers(SESSION, started("t-1"), fact).at(-1)).toStartWith("2 ");
  });

  test.each([
    { kind: "activity-changed", message: "Replying" },
    { kind: "session-titled", title: "x" },
    { kind: "queue-counted", queued: 3 },
    { kind: "context-measured", usedTokens: 5 },
    { kind: "record-numbered", seq: 77 },
  ] satisfies Fact[])("%j: nothing that the record says, the same number", (fact) => {
    expect(numbers(SESSION, started("t-1"), fact).at(-1)).toBe("1 run");
  });

  test("counts beyond what a record can say are no change", () => {
    const tasks = (count: number): Fact => ({ kind: "background-counted", tasks: count });
    expect(numbers(SESSION, tasks(9_999), tasks(12_000))).toEqual(["0 run", "1 run", "1 run"]);
  });

  test("another session begins anew, and so do none and the same one again", () => {
    const closed: Fact = { kind: "session-closed" };
    expect(
      numbers(SESSION, started("a"), OTHER, started("b"), SESSION, closed, closed, SESSION),
    ).toEqual(["0 run", "1 run", "0 run", "1 run", "0 run", "0 run", "0 run", "0 run"]);
  });

  test("any facts: it rises by one exactly where the record says something else", () => {
    fc.assert(
      fc.property(fc.array(anyFact, { maxLength: 30 }), (facts) => {
        let snapshot: Snapshot = EMPTY_SNAPSHOT;
        let memory: RecordMemory | undefined;
        let seen: { id: string | undefined; said: string; seq: number } | undefined;
        for (const fact of facts) {
          snapshot = fold(snapshot, fact);
          const { record, memory: next } = advanceRecord(memory, snapshot);
          memory = JSON.parse(JSON.stringify(next)) as RecordMemory;
          const said = encodeRecord(recordOf({ ...record, seq: 0 }));
          const id = snapshot.session?.id;
          const first = seen === undefined || seen.id !== id;
          const expected = first ? 0 : seen!.seq + (seen!.said === said ? 0 : 1);
          expect(record.seq).toBe(expected);
          seen = { id, said, seq: record.seq };
        }
      }),
      { numRuns: 200 },
    );
  });
});

test("a record has the refs of its ids, the counts, and the number that was told", () => {
  const snapshot = foldAll(EMPTY_SNAPSHOT, [
    SESSION,
    started("turn-456"),
    { kind: "interaction-opened", requestId: "permission-789", asks: "permission" },
    { kind: "agent-changed", agentId: "a", status: "running" },
    { kind: "background-counted", tasks: 3 },
    { kind: "record-numbered", seq: 13 },
  ]);
  expect(encodeRecord(recordOf(numberedOf(snapshot)))).toBe(
    "[V] seq=d state=perm session=v9hm9m turn=i4jq98 request=cymua9 agents=1/1 background=3",
  );
  expect(encodeRecord(recordOf(numberedOf(EMPTY_SNAPSHOT)))).toBe(
    "[V] seq=0 state=run session=none turn=none request=none agents=0/0 background=0",
  );
});
