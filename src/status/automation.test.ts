import { describe, expect, test } from "bun:test";
import { automationOf } from "./automation.ts";
import type { Fact } from "./facts/fact.ts";
import { EMPTY_SNAPSHOT, foldAll } from "./snapshot.ts";

const STARTED: Fact = { kind: "turn-started", turnId: "t-1" };
const judge = (...facts: Fact[]) => {
  const { state, turnId, requestId } = automationOf(foldAll(EMPTY_SNAPSHOT, facts));
  return [state, turnId, requestId];
};
const opened = (
  asks: "permission" | "question" | "plan" | "auth",
  own: { requestId?: string; turnId?: string; submitting?: boolean } = {},
): Fact => ({ kind: "interaction-opened", requestId: "r-1", asks, ...own });
const settled = (outcome: "done" | "fail" | "cancel", turnId?: string): Fact => ({
  kind: "turn-settled",
  outcome,
  ...(turnId !== undefined && { turnId }),
});

describe("may a machine act?", () => {
  test("nothing known: it waits", () => {
    expect(judge()).toEqual(["run", undefined, undefined]);
    expect(judge({ kind: "session-started", sessionId: "s" })[0]).toBe("run");
  });

  test("no turn runs and none has: ready", () => {
    expect(judge({ kind: "turn-idle" })).toEqual(["ready", undefined, undefined]);
  });

  test("a turn, a compaction, prompts that wait: it waits", () => {
    expect(judge(STARTED)).toEqual(["run", "t-1", undefined]);
    expect(judge(STARTED, { kind: "compaction-started" })).toEqual(["run", "t-1", undefined]);
    expect(judge({ kind: "turn-idle" }, { kind: "queue-counted", queued: 1 })[0]).toBe("run");
    expect(judge(STARTED, settled("done"), { kind: "queue-counted", queued: 1 })).toEqual([
      "run",
      undefined,
      undefined,
    ]);
  });

  test.each(["done", "fail", "cancel"] as const)(
    "a turn that settled as %s: that, with its turn",
    (outcome) => {
      expect(judge(STARTED, settled(outcome))).toEqual([outcome, "t-1", undefined]);
      expect(judge(settled(outcome, "t-9"))).toEqual([outcome, "t-9", undefined]);
    },
  );

  test("a settlement of a turn without an id: it waits, as nobody can tell which turn it was", () => {
    expect(judge(settled("done"))).toEqual(["run", undefined, undefined]);
  });

  test.each([
    ["permission", "perm"],
    ["question", "ask"],
    ["plan", "plan"],
  ] as const)("an open %s: %s, with turn and request", (asks, state) => {
    expect(judge(STARTED, opened(asks))).toEqual([state, "t-1", "r-1"]);
    expect(judge(opened(asks, { turnId: "t-7" }))).toEqual([state, "t-7", "r-1"]);
    expect(judge(STARTED, opened(asks, { turnId: "t-7" }))).toEqual([state, "t-7", "r-1"]);
  });

  test("a question of no known turn, or one whose answer is under way: it waits", () => {
    expect(judge(opened("permission"))).toEqual(["run", undefined, undefined]);
    expect(judge(STARTED, opened("permission", { submitting: true }))).toEqual([
      "run",
      "t-1",
      undefined,
    ]);
  });

  test("the answer is given: the turn runs again", () => {
    const closed: Fact = { kind: "interaction-closed", requestId: "r-1" };
    expect(judge(STARTED, opened("permission"), closed)).toEqual(["run", "t-1", undefined]);
  });

  test("a turn or a request with a blank id: it waits, as nobody could name what it answers", () => {
    expect(judge({ kind: "turn-started", turnId: " " })).toEqual(["run", undefined, undefined]);
    expect(judge(settled("done", " "))).toEqual(["run", undefined, undefined]);
    expect(judge(STARTED, opened("permission", { requestId: "" }))).toEqual([
      "run",
      "t-1",
      undefined,
    ]);
    expect(judge(opened("plan", { turnId: "" }))).toEqual(["run", undefined, undefined]);
  });

  test("several questions: a permission before a plan before a question, of each the newest", () => {
    const asks = (kind: "permission" | "question" | "plan", requestId: string) =>
      opened(kind, { requestId });
    const first = asks("permission", "r-1");
    const rest = [asks("permission", "r-2"), asks("plan", "r-3"), asks("question", "r-4")];
    const closed = (requestId: string): Fact => ({ kind: "interaction-closed", requestId });
    const facts = [STARTED, first, ...rest];
    expect(judge(...facts)).toEqual(["perm", "t-1", "r-2"]);
    expect(judge(...facts, closed("r-2"))).toEqual(["perm", "t-1", "r-1"]);
    expect(judge(STARTED, ...rest, closed("r-2"))).toEqual(["plan", "t-1", "r-3"]);
    const answering = opened("permission", { requestId: "r-5", submitting: true });
    expect(judge(STARTED, asks("question", "r-4"), answering)).toEqual(["ask", "t-1", "r-4"]);
  });

  test("a question goes before the end of the turn that it belongs to", () => {
    const own = opened("plan", { turnId: "t-1" });
    expect(judge(STARTED, settled("done"), own)).toEqual(["plan", "t-1", "r-1"]);
    expect(judge(STARTED, settled("done"), opened("plan"))[0]).toBe("run");
  });

  test("a login that is needed is an error without turn or request, before every question", () => {
    expect(judge(STARTED, opened("auth"))).toEqual(["error", undefined, undefined]);
    const permission = opened("permission", { requestId: "r-2" });
    expect(judge(STARTED, opened("auth"), permission)).toEqual(["error", undefined, undefined]);
    expect(judge(STARTED, permission, opened("auth"))).toEqual(["error", undefined, undefined]);
    expect(judge({ kind: "turn-idle" }, opened("auth"), { kind: "interaction-closed" })[0]).toBe(
      "ready",
    );
  });
});

describe("counts", () => {
  const countsOf = (...facts: Fact[]) => {
    const { activeAgents, totalAgents, backgroundTasks } = automationOf(
      foldAll(EMPTY_SNAPSHOT, facts),
    );
    return [activeAgents, totalAgents, backgroundTasks];
  };

  test("queued, running and waiting members are active, settled ones stay in the total", () => {
    const members = (["queued", "running", "waiting", "done", "fail", "cancel"] as const).map(
      (status, at) => ({ agentId: `a-${at}`, status }),
    );
    expect(countsOf({ kind: "agents-listed", members })).toEqual([3, 6, 0]);
  });

  test("counts change nothing of the state", () => {
    const background: Fact = { kind: "background-counted", tasks: 2 };
    expect(countsOf(background)).toEqual([0, 0, 2]);
    expect(judge(STARTED, settled("done"), background)[0]).toBe("done");
  });

  test("the session is named when it is known", () => {
    const opened: Fact = { kind: "session-started", sessionId: "s-1" };
    expect(automationOf(foldAll(EMPTY_SNAPSHOT, [opened])).sessionId).toBe("s-1");
    expect("sessionId" in automationOf(EMPTY_SNAPSHOT)).toBe(false);
  });
});
