import { expect, test } from "bun:test";
import { foldTurn, type Turn, type TurnFact } from "./turn.ts";

const fold = (...facts: TurnFact[]) =>
  facts.reduce<Turn | undefined>((state, fact) => foldTurn(state, fact), undefined);
const STARTED: TurnFact = { kind: "turn-started", turnId: "t-1", message: "Thinking", atMs: 1 };
const SETTLED: TurnFact = { kind: "turn-settled", outcome: "done", atMs: 2 };

test("a turn runs and settles under the id with which it started", () => {
  expect(fold(STARTED)).toEqual({ phase: "running", id: "t-1", message: "Thinking", atMs: 1 });
  expect(fold(STARTED, SETTLED)).toEqual({ phase: "settled", id: "t-1", outcome: "done", atMs: 2 });
});

test("a settlement names its own turn; while another one runs it ends nothing", () => {
  expect(fold({ ...SETTLED, turnId: "t-9" })?.id).toBe("t-9");
  expect(fold(STARTED, { ...SETTLED, turnId: "t-9" })).toEqual(fold(STARTED) as Turn);
  expect(fold(STARTED, SETTLED, { ...SETTLED, turnId: "t-9" })?.id).toBe("t-9");
  expect(fold(SETTLED)).not.toHaveProperty("id");
});

test("an end that was seen stays seen when it is told again, and not when it is another", () => {
  const seen: TurnFact[] = [STARTED, SETTLED, { kind: "outcome-seen" }];
  expect(fold(...seen, SETTLED)?.seen).toBe(true);
  expect(fold(...seen, { ...SETTLED, outcome: "fail" })).not.toHaveProperty("seen");
  expect(fold(...seen, { ...SETTLED, turnId: "t-9" })).not.toHaveProperty("seen");
});

test("the next turn knows nothing of the outcome before it", () => {
  expect(fold(STARTED, SETTLED, { kind: "turn-started" })).toEqual({ phase: "running" });
});

test("a compaction within a turn goes back to the turn, one between turns to idle", () => {
  const began: TurnFact = { kind: "compaction-started", atMs: 3 };
  const ended: TurnFact = { kind: "compaction-ended", atMs: 4 };
  expect(fold(STARTED, began)).toMatchObject({ phase: "compacting", id: "t-1", atMs: 3 });
  expect(fold(STARTED, began, ended)).toMatchObject({ phase: "running", id: "t-1", atMs: 4 });
  expect(fold(began, ended)).toEqual({ phase: "idle", unconfirmed: true, atMs: 4 });
});

test("the end of a compaction that nobody saw start changes no turn", () => {
  const ended: TurnFact = { kind: "compaction-ended", atMs: 4 };
  expect(fold(STARTED, SETTLED, ended)).toEqual(fold(STARTED, SETTLED) as Turn);
});

test("what waits outlives starts and ends until it is counted anew", () => {
  const queued = (count: number): TurnFact => ({ kind: "queue-counted", queued: count });
  expect(fold(queued(2), STARTED)?.queued).toBe(2);
  expect(fold(queued(2), STARTED, SETTLED)?.queued).toBe(2);
  expect(fold(queued(2), STARTED, { kind: "turn-idle" })).toMatchObject({
    phase: "idle",
    queued: 2,
  });
  expect(fold(queued(2), STARTED, queued(0))).toMatchObject({ phase: "running", queued: 0 });
});

test("nothing counted: what waits is not known", () => {
  expect(fold(STARTED)).not.toHaveProperty("queued");
});

test("what a running turn does now: replaces what it did; a turn that does not run does nothing", () => {
  const doing: TurnFact = { kind: "activity-changed", message: "Running bash", progressPct: 40 };
  expect(fold(STARTED, doing)).toMatchObject({ message: "Running bash", progressPct: 40 });
  expect(fold(STARTED, doing, { kind: "activity-changed" })).toEqual({
    phase: "running",
    id: "t-1",
    atMs: 1,
  });
  expect(fold(STARTED, SETTLED, doing)).toEqual(fold(STARTED, SETTLED) as Turn);
  expect(fold(doing)).toBeUndefined();
});

test("an outcome that was seen: noted until the next turn, and nothing of a turn that runs", () => {
  const seen: TurnFact = { kind: "outcome-seen" };
  expect(fold(STARTED, SETTLED, seen)).toMatchObject({ phase: "settled", seen: true });
  expect(fold(STARTED, SETTLED, seen, STARTED)).not.toHaveProperty("seen");
  expect(fold(STARTED, seen)).not.toHaveProperty("seen");
  expect(fold(seen)).toBeUndefined();
});
