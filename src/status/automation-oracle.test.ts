/** The judge against a second opinion, over random histories of a session. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyFact } from "../testing/any-fact.ts";
import { anyHistory } from "../testing/any-history.ts";
import type { Told } from "../testing/automation-inquiry.ts";
import { tell } from "../testing/automation-model.ts";
import { recordRef } from "../wire/record/encode.ts";
import type { AutomationRecord } from "../wire/record/message.ts";
import { automationOf } from "./automation.ts";
import { advanceRecord, type RecordMemory } from "./automation-record.ts";
import type { Fact } from "./facts/fact.ts";
import { recordOf } from "./items/shared/record.ts";
import { EMPTY_SNAPSHOT, fold, foldAll, type Snapshot } from "./snapshot.ts";

const RUNS = { numRuns: 3000 };

/** The records that should be published one after the other. */
function expectedRecords(history: readonly Fact[]): readonly object[] {
  const told = history.map((_, at) => tell(history.slice(0, at + 1)));
  return told.map((now, at) => {
    const first = told.findLastIndex((_, index) => index <= at && startsAnew(told, index));
    const changes = told.slice(first + 1, at + 1).filter((other, index) => {
      return !Bun.deepEquals(other, told[first + index]);
    });
    const { session, turn, request, active, total, background, state } = now;
    return {
      seq: changes.length,
      state,
      session: recordRef(session),
      turn: recordRef(turn),
      request: recordRef(request),
      activeAgents: active,
      totalAgents: total,
      backgroundTasks: background,
    };
  });
}

function startsAnew(told: readonly Told[], at: number): boolean {
  return at === 0 || told[at - 1]?.session !== told[at]?.session;
}

function publishedRecords(history: readonly Fact[]): readonly AutomationRecord[] {
  let snapshot: Snapshot = EMPTY_SNAPSHOT;
  let memory: RecordMemory | undefined;
  return history.map((fact) => {
    snapshot = fold(snapshot, fact);
    const next = advanceRecord(memory, snapshot);
    memory = next.memory;
    return recordOf(next.record);
  });
}

// covers: automation-oracle
test("any history: the record after each fact is that of the second opinion", () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      expect(publishedRecords(history)).toEqual(expectedRecords(history) as AutomationRecord[]);
    }),
    RUNS,
  );
}, 30_000);

test("the histories reach every state, and each of them often", () => {
  const seen = new Map<string, number>();
  for (const history of fc.sample(anyHistory, { numRuns: 400, seed: 7 })) {
    for (const { state } of publishedRecords(history)) seen.set(state, (seen.get(state) ?? 0) + 1);
  }
  const states = ["ask", "cancel", "done", "error", "fail", "perm", "plan", "ready", "run"];
  expect([...seen.keys()].toSorted()).toEqual(states);
  for (const state of states) expect(seen.get(state)).toBeGreaterThan(20);
});

describe("whatever facts come", () => {
  // covers: automation-never-ready
  test("a connection that is lost is never ready, nor anything else that a machine may act on", () => {
    const away = fc.constantFrom("starting", "loading", "reconnecting", "lost" as const);
    const noConnection = anyFact.filter(({ kind }) => kind !== "connection-changed");
    fc.assert(
      fc.property(fc.array(anyFact), away, fc.array(noConnection), (before, phase, after) => {
        const facts: Fact[] = [...before, { kind: "connection-changed", phase }, ...after];
        const { state, turnId, requestId } = automationOf(foldAll(EMPTY_SNAPSHOT, facts));
        expect([state, turnId, requestId]).toEqual(["run", undefined, undefined]);
      }),
    );
  });

  test("after a gap it is not ready before the whole state was read", () => {
    const unread = anyFact.filter(({ kind }) => kind !== "state-read");
    fc.assert(
      fc.property(fc.array(anyFact), fc.array(unread), (before, after) => {
        const gap: Fact = { kind: "connection-changed", phase: "lost" };
        const back: Fact = { kind: "connection-changed", phase: "live" };
        const facts = [...before, gap, back, ...after, back];
        expect(automationOf(foldAll(EMPTY_SNAPSHOT, facts)).state).not.toBe("ready");
      }),
    );
  });

  // covers: automation-stale-end
  test("a turn that has started is ended by no end of another one", () => {
    const endsNothing = anyFact.filter((fact) => {
      switch (fact.kind) {
        case "session-started":
        case "session-closed":
          return false;
        case "turn-started":
          return fact.turnId === undefined;
        case "turn-settled":
          return fact.turnId !== undefined;
        case "state-read":
          return fact.turns.live.length === 0 && fact.turns.newestTurnId === undefined;
        default:
          return true;
      }
    });
    fc.assert(
      fc.property(fc.array(anyFact), fc.array(endsNothing), (before, after) => {
        const started: Fact = { kind: "turn-started", turnId: "the one that runs" };
        const { state } = automationOf(foldAll(EMPTY_SNAPSHOT, [...before, started, ...after]));
        expect(["done", "fail", "cancel", "ready"]).not.toContain(state);
      }),
    );
  });

  test("what a machine may act on has its turn, and a question its request", () => {
    fc.assert(
      fc.property(fc.array(anyFact, { maxLength: 40 }), (facts) => {
        const { state, turnId, requestId, activeAgents, totalAgents, backgroundTasks } =
          automationOf(foldAll(EMPTY_SNAPSHOT, facts));
        const isQuestion = ["perm", "ask", "plan"].includes(state);
        const isEnd = ["done", "fail", "cancel"].includes(state);
        expect(requestId !== undefined).toBe(isQuestion);
        if (isQuestion || isEnd) expect(turnId).toBeDefined();
        if (state === "ready" || state === "error") expect(turnId).toBeUndefined();
        expect(activeAgents).toBeLessThanOrEqual(totalAgents);
        expect(backgroundTasks).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
