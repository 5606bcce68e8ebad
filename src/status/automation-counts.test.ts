/** Members and background tasks as they are counted, with the barrier after the end of a turn. */
import { describe, expect, test } from "bun:test";
import { automationOf } from "./automation.ts";
import type { Agent, BackgroundTask } from "./facts/agents.ts";
import type { Fact } from "./facts/fact.ts";
import { EMPTY_SNAPSHOT, foldAll } from "./snapshot.ts";

const SESSION: Fact = { kind: "session-started", sessionId: "s" };
const LIVE: Fact = { kind: "connection-changed", phase: "live" };
const LISTING: Fact = { kind: "connection-changed", phase: "live", listsTasks: true };
const STARTED: Fact = { kind: "turn-started", turnId: "t-1" };
const ENDED: Fact = { kind: "turn-settled", turnId: "t-1", outcome: "done" };
const changed = (agentId: string, status: Agent["status"], own: Partial<Agent> = {}): Fact => ({
  kind: "agent-changed",
  agentId,
  status,
  ...own,
});
const listed = (members: readonly Agent[], rootId?: string): Fact => ({
  kind: "agents-listed",
  members,
  ...(rootId !== undefined && { rootId }),
});
const asked = (request: number): Fact => ({ kind: "tasks-requested", request });
const answered = (request: number, ...tasks: BackgroundTask[]): Fact => ({
  kind: "tasks-listed",
  request,
  tasks,
});
const task = (taskId: string, status: BackgroundTask["status"] = "running"): BackgroundTask => ({
  taskId,
  status,
});

const count = (...facts: Fact[]) => {
  const { activeAgents, totalAgents, backgroundTasks } = automationOf(
    foldAll(EMPTY_SNAPSHOT, [SESSION, ...facts]),
  );
  return `${activeAgents}/${totalAgents} ${backgroundTasks}`;
};

// covers: automation-agents
describe("members", () => {
  test("said twice, or in another order, they are counted once", () => {
    const run = changed("a", "running");
    expect(count(run, run, changed("b", "waiting"), run)).toBe("2/2 0");
    expect(count(changed("a", "done"), changed("a", "done"))).toBe("0/1 0");
    const both = [
      { agentId: "a", status: "running" },
      { agentId: "a", status: "done" },
    ] as const;
    expect(count(listed(both))).toBe("0/1 0");
  });

  test("one that owes its result is active until the turn that brings it has ended", () => {
    const owing = changed("a", "done", { taskId: "k" });
    expect(count(owing)).toBe("1/1 0");
    expect(count(owing, STARTED, ENDED)).toBe("1/1 0");
    const bound = changed("a", "done", { deliveryTurnId: "t-1" });
    expect(count(owing, bound, STARTED)).toBe("1/1 0");
    for (const outcome of ["done", "fail", "cancel"] as const) {
      expect(count(owing, bound, STARTED, { kind: "turn-settled", turnId: "t-1", outcome })).toBe(
        "0/1 0",
      );
    }
    expect(count(changed("a", "done", { taskId: "k", delivered: true }))).toBe("0/1 0");
  });

  test("late and repeated starts of one whose result was delivered do not open it again", () => {
    const late = changed("a", "running", { taskId: "k" });
    const delivered = [
      changed("a", "done", { taskId: "k", deliveryTurnId: "t-1" }),
      STARTED,
      ENDED,
    ];
    expect(count(late, ...delivered, late, late)).toBe("0/1 0");
    expect(count(late, ...delivered, listed([{ agentId: "a", status: "done", taskId: "k" }]))).toBe(
      "0/1 0",
    );
  });

  test("a late start changes nothing of how it ended", () => {
    const own = { taskId: "k", delivered: true };
    const facts = [SESSION, changed("a", "fail", own), changed("a", "running", { taskId: "k" })];
    expect(foldAll(EMPTY_SNAPSHOT, facts).agents?.members).toEqual([
      { agentId: "a", status: "fail", ...own },
    ]);
  });

  test("bound to a turn that has ended it is settled at once, also several turns later", () => {
    const bound = changed("a", "running", { taskId: "k", deliveryTurnId: "t-1" });
    expect(count(STARTED, ENDED, bound)).toBe("0/1 0");
    const next: Fact[] = [
      { kind: "turn-started", turnId: "t-2" },
      { kind: "turn-settled", turnId: "t-2", outcome: "done" },
    ];
    expect(count(LIVE, STARTED, ENDED, ...next, bound)).toBe("0/1 0");
    expect(count(LIVE, STARTED, { kind: "turn-started", turnId: "t-2" }, ENDED, bound)).toBe(
      "0/1 0",
    );
    expect(count(LIVE, STARTED, bound)).toBe("1/1 0");
  });

  test("those of the open session alone: the root's, through their parents", () => {
    const a = { agentId: "a", status: "running", parentId: "s" } as const;
    const b = { agentId: "b", status: "running", parentId: "a" } as const;
    const stray = { agentId: "c", status: "running", parentId: "elsewhere" } as const;
    expect(count(listed([a, b, stray]))).toBe("2/2 0");
    expect(count(listed([a, b], "s"))).toBe("2/2 0");
    expect(count(listed([a, b], "another"), answered(1, task("k")))).toBe("0/0 0");
  });

  test("a member's own session, looked at from outside, counts nothing", () => {
    const root = [
      { agentId: "s", status: "running", parentId: "root" },
      { agentId: "b", status: "running", parentId: "s" },
    ] as const;
    expect(count(listed(root), { kind: "background-counted", tasks: 2 })).toBe("0/0 0");
    const viewed: Fact = { kind: "session-started", sessionId: "s", role: "subagent" };
    expect(count(viewed, listed([{ agentId: "b", status: "running" }]))).toBe("0/0 0");
  });

  test("a chain of 32 parents is followed, a longer one and a ring are nobody's", () => {
    const chain = (length: number): Agent[] =>
      Array.from({ length }, (_, at) => ({
        agentId: `m-${at}`,
        status: "running",
        parentId: at === 0 ? "s" : `m-${at - 1}`,
      }));
    expect(count(listed(chain(32)))).toBe("32/32 0");
    expect(count(listed(chain(34)))).toBe("32/32 0");
    // Within the time of a test only if each parent is found without a search.
    expect(count(listed(chain(40_000)))).toBe("32/32 0");
    const ring = [
      { agentId: "a", status: "running", parentId: "b" },
      { agentId: "b", status: "running", parentId: "a" },
    ] as const;
    expect(count(listed(ring))).toBe("0/0 0");
  });
});

// covers: automation-background
describe("background tasks", () => {
  test("queued, running and stopping ones count; ended ones and those of a tool call do not", () => {
    const all = (["queued", "running", "stopping", "done", "fail", "cancel"] as const).map(
      (status) => task(status, status),
    );
    expect(count(answered(1, ...all))).toBe("0/0 3");
    expect(count(answered(1, { ...task("k"), foreground: true }))).toBe("0/0 0");
  });

  test("an answer to an older request than one that was answered changes nothing", () => {
    expect(count(answered(2, task("k")), answered(1))).toBe("0/0 1");
    expect(count(answered(2, task("k")), answered(3))).toBe("0/0 0");
  });

  test("of another session nothing is kept", () => {
    const other: Fact = { kind: "tasks-listed", request: 1, tasks: [task("k")], sessionId: "s-0" };
    expect(count(other)).toBe("0/0 0");
  });

  test("a change of session takes the tasks, the barrier and the numbers along", () => {
    const next: Fact = { kind: "session-started", sessionId: "s-2" };
    expect(count(LISTING, STARTED, ENDED, next)).toBe("0/0 0");
    expect(count(answered(9, task("k")), next, answered(1, task("k"), task("l")))).toBe("0/0 2");
  });
});

// covers: automation-barrier
describe("the barrier after the end of a turn", () => {
  const over = [LISTING, asked(1), answered(1), STARTED, ENDED];

  test("at least one task, until a request after the end was answered", () => {
    expect(count(...over)).toBe("0/0 1");
    expect(count(...over, asked(2))).toBe("0/0 1");
    expect(count(...over, asked(2), answered(2))).toBe("0/0 0");
    expect(count(...over, asked(2), answered(2, task("k"), task("l")))).toBe("0/0 2");
    expect(count(LISTING, answered(1, task("k"), task("l")), STARTED, ENDED)).toBe("0/0 2");
  });

  test("an answer to a request that was under way at the end does not lift it", () => {
    const flying = [LISTING, STARTED, asked(7), ENDED];
    expect(count(...flying, answered(7))).toBe("0/0 1");
    expect(count(...flying, answered(7), asked(8), asked(9), answered(9))).toBe("0/0 0");
  });

  test("an answer to an earlier request that comes late leaves what was asked since", () => {
    const late = [LISTING, STARTED, asked(8), asked(9), answered(8), ENDED];
    expect(count(...late, answered(9))).toBe("0/0 1");
    expect(count(...late, asked(10), answered(10))).toBe("0/0 0");
  });

  test("there is none where tasks cannot be listed, and none after an end that counts for nothing", () => {
    expect(count(LIVE, STARTED, ENDED)).toBe("0/0 0");
    expect(count(STARTED, ENDED)).toBe("0/0 0");
    expect(count(LISTING, { kind: "turn-started", turnId: "t-2" }, ENDED)).toBe("0/0 0");
  });

  test("the same end told again does not raise it again", () => {
    expect(count(...over, asked(2), answered(2), ENDED)).toBe("0/0 0");
  });

  test("who has asked for tasks can list them, said or not", () => {
    expect(count(asked(1), answered(1), STARTED, ENDED)).toBe("0/0 1");
  });

  test("an end that the whole state tells of raises it, unless the tasks were read with it", () => {
    const read = (tasks?: { request: number; tasks: readonly BackgroundTask[] }): Fact => ({
      kind: "state-read",
      turns: { live: [], settled: { turnId: "t-1", outcome: "done" } },
      interactions: [],
      ...(tasks !== undefined && { tasks }),
    });
    expect(count(LISTING, STARTED, read())).toBe("0/0 1");
    expect(count(LISTING, asked(3), STARTED, read({ request: 3, tasks: [] }))).toBe("0/0 0");
  });
});
