/** The cases of the status bar's contract (OSC-27 and on), told as facts. */
import { describe, expect, test } from "bun:test";
import type { Fact } from "../../status/facts/fact.ts";
import { EMPTY_SNAPSHOT, fold } from "../../status/snapshot.ts";
import type { ProgramRecord } from "../../wire/osc7501/message.ts";
import { type ProgramMemory, type ProgramMessage, programReports } from "./osc7501.ts";

const SESSION: Fact = { kind: "session-started", sessionId: "s-1" };
const START: readonly Fact[] = [SESSION, { kind: "turn-idle" }];
const AGENT_START: Fact = { kind: "turn-started", turnId: "t-1", message: "Thinking" };
const doing = (message: string): Fact => ({ kind: "activity-changed", message });
const ended = (outcome: "done" | "fail" | "cancel", message?: string): Fact => ({
  kind: "turn-settled",
  turnId: "t-1",
  outcome,
  ...(message !== undefined && { message }),
});
const SETTLED: Fact = { kind: "turn-idle" };
const KEY: Fact = { kind: "outcome-seen" };
const MODEL_CHANGE: readonly Fact[] = [
  { kind: "model-selected", id: "other" },
  { kind: "login-done" },
];
const approval = (requestId: string, tool: string, target = ""): Fact => ({
  kind: "interaction-opened",
  requestId,
  asks: "permission",
  tool,
  target,
});
const PLAN: Fact = {
  kind: "interaction-opened",
  requestId: "p",
  asks: "plan",
  about: "Approve plan",
};
const resolved = (requestId: string): Fact => ({ kind: "interaction-closed", requestId });

/** A program that reports after each fact, and the terminal that reads it. */
function program(...facts: readonly Fact[]) {
  let snapshot = EMPTY_SNAPSHOT;
  let memory: ProgramMemory | undefined;
  const sent: ProgramMessage[] = [];
  const records = new Map<string, Omit<ProgramRecord, "id" | "app">>();
  const tell = (...next: readonly Fact[]) => {
    sent.length = 0;
    for (const fact of next) {
      snapshot = fold(snapshot, fact);
      const reports = programReports(memory, snapshot);
      memory = reports.memory;
      sent.push(...reports.messages);
      for (const message of reports.messages) {
        if (message.kind === "report") {
          const { id, app, ...said } = message.record;
          expect(app).toBe("telltale");
          records.set(id, said);
          continue;
        }
        for (const id of records.keys()) {
          if (`${id}/`.startsWith(message.id === "" ? "" : `${message.id}/`)) records.delete(id);
        }
      }
    }
    return records.get("");
  };
  tell(...facts);
  return {
    tell,
    root: () => records.get(""),
    child: (id: string) => records.get(id),
    ids: () => [...records.keys()],
    sent: () => [...sent],
  };
}

/** The root record after each step. */
function roots(...steps: readonly (Fact | readonly Fact[])[]) {
  const { tell } = program();
  return steps.map((step) => tell(...("kind" in step ? [step] : step)));
}

const IDLE = { state: "idle" } as const;
const working = (msg: string) => ({ state: "working", msg }) as const;
const blocked = (kind: "permission" | "question" | "auth", msg: string) =>
  ({ state: "blocked", kind, msg }) as const;

// covers: emit-root
describe("the root record", () => {
  test("OSC-27: start of the interface: idle", () => {
    expect(roots(START)).toEqual([IDLE]);
  });

  test("OSC-28: agent start, text, a tool: Thinking, Replying, Running bash", () => {
    expect(roots(START, AGENT_START, doing("Replying"), doing("Running bash"))).toEqual([
      IDLE,
      working("Thinking"),
      working("Replying"),
      working("Running bash"),
    ]);
  });

  test("OSC-29: an inner tool, of which the source says nothing: the message stays", () => {
    const start = program(...START, AGENT_START, doing("Running codemode"));
    expect(start.tell({ kind: "queue-counted", queued: 0 })).toEqual(working("Running codemode"));
    expect(start.sent()).toEqual([]);
  });

  test("the context is summarised: that is what it does", () => {
    expect(
      roots(AGENT_START, { kind: "compaction-started" }, { kind: "compaction-ended" }),
    ).toEqual([working("Thinking"), working("Compacting context"), working("Thinking")]);
  });

  test("OSC-31: two approvals, the newer one resolved: the newer's text, then the older's", () => {
    const first = approval("r1", "bash", "npm test");
    const second = approval("r2", "read", "src/a.ts");
    expect(roots([...START, AGENT_START], first, second, resolved("r2"))).toEqual([
      working("Thinking"),
      blocked("permission", "bash · npm test"),
      blocked("permission", "read · src/a.ts"),
      blocked("permission", "bash · npm test"),
    ]);
  });

  test("OSC-32: an approval and a plan, the approval resolved: permission first, then question", () => {
    const open = [AGENT_START, approval("r1", "bash"), PLAN];
    expect(roots([...START, ...open], resolved("r1"))).toEqual([
      blocked("permission", "bash"),
      blocked("question", "Approve plan"),
    ]);
  });

  test("OSC-33: a plan when idle, and its end: question, then idle", () => {
    expect(roots(START, PLAN, resolved("p"))).toEqual([
      IDLE,
      blocked("question", "Approve plan"),
      IDLE,
    ]);
  });

  test("OSC-35: agent end, settled, a key: done, then idle", () => {
    expect(roots([...START, AGENT_START], ended("done"), SETTLED, KEY)).toEqual([
      working("Thinking"),
      { state: "done" },
      { state: "done" },
      IDLE,
    ]);
  });

  test("OSC-36: agent end with an error, settled, a key: error with its text, then idle", () => {
    const error = { state: "error", msg: "boom" } as const;
    expect(roots([...START, AGENT_START], ended("fail", "boom"), SETTLED, KEY)).toEqual([
      working("Thinking"),
      error,
      error,
      IDLE,
    ]);
  });

  test("OSC-37: agent end by an interrupt, settled: idle", () => {
    expect(roots([...START, AGENT_START], ended("cancel"), SETTLED).slice(1)).toEqual([IDLE, IDLE]);
  });

  test("OSC-39: a login has expired, the model changes: auth, then the error with that text", () => {
    const text = "401 auth_expired: log in again";
    const expired: Fact[] = [ended("fail", text), { kind: "login-needed", message: text }];
    expect(roots([...START, AGENT_START], expired, SETTLED, MODEL_CHANGE).slice(1)).toEqual([
      blocked("auth", text),
      blocked("auth", text),
      { state: "error", msg: text },
    ]);
  });

  test("a login has expired, a key: auth stays; the model changes: what the key left, idle", () => {
    const expired: Fact[] = [ended("fail", "x"), { kind: "login-needed", message: "x" }];
    expect(roots([...START, AGENT_START, ...expired], KEY, MODEL_CHANGE)).toEqual([
      blocked("auth", "x"),
      blocked("auth", "x"),
      IDLE,
    ]);
  });

  test("a login has expired, the next agent start: working, as its source takes the login back", () => {
    const again: Fact[] = [{ kind: "login-done" }, { kind: "turn-started", turnId: "t-2" }];
    const expired: Fact[] = [ended("fail", "x"), { kind: "login-needed", message: "x" }];
    expect(roots([...START, AGENT_START, ...expired], again)).toEqual([
      blocked("auth", "x"),
      { state: "working" },
    ]);
  });

  test("OSC-40: an error whose text only resembles one of a login: a plain error", () => {
    const text = "reauth_expired_x";
    expect(roots([...START, AGENT_START, ended("fail", text)])).toEqual([
      { state: "error", msg: text },
    ]);
  });

  test("OSC-41: a key while it works: it works", () => {
    expect(roots([...START, AGENT_START], KEY)).toEqual([working("Thinking"), working("Thinking")]);
  });

  test("a question of the agent: question, with its text; the answer is under way: working", () => {
    const asked: Fact = {
      kind: "interaction-opened",
      requestId: "q",
      asks: "question",
      about: "Which  colour?\nRed or blue",
    };
    expect(roots([AGENT_START, asked], { ...asked, submitting: true })).toEqual([
      blocked("question", "Which colour? Red or blue"),
      working("Thinking"),
    ]);
  });

  test("another session: nothing of the one before is left, children gone first", () => {
    const { tell, sent, ids } = program(...START, AGENT_START, member("a1"), member("b1"));
    tell({ kind: "session-started", sessionId: "s-2" });
    expect(sent()).toEqual([{ kind: "clear", id: "" }]);
    expect(ids()).toEqual([]);
    expect(tell({ kind: "turn-idle" })).toEqual(IDLE);
  });

  test("nothing told of the session, or it is closed: no record, and what was sent is cleared", () => {
    const { tell, sent, ids } = program(SESSION, { kind: "model-selected", id: "m" });
    expect(ids()).toEqual([]);
    tell(AGENT_START);
    tell({ kind: "session-closed" });
    expect(sent()).toEqual([{ kind: "clear", id: "" }]);
    expect(ids()).toEqual([]);
  });

  test("the source is lost: working, without what it told last; nobody is called", () => {
    const lost: Fact = { kind: "connection-changed", phase: "lost" };
    expect(roots([AGENT_START, EXPLORE, approval("r", "bash")], lost)).toEqual([
      blocked("permission", "bash"),
      { state: "working" },
    ]);
  });

  test("texts: tool and target flattened to 80 characters, others to 200", () => {
    const target = `a\tb\n${"x".repeat(200)}`;
    const root = program(AGENT_START, approval("r", "bash", target)).root();
    expect(root?.msg).toBe(`bash · a b ${"x".repeat(75)}…`);
    const message = "😀".repeat(300);
    expect(program(AGENT_START, ended("fail", message)).root()?.msg).toBe(`${"😀".repeat(99)}…`);
  });

  test("progress that the agent tells of: whole percents while it works; none for what is no share", () => {
    const at = (progressPct: number): Fact => ({ kind: "activity-changed", progressPct });
    expect(roots([AGENT_START, at(12.9)], at(100), at(-1), at(101), at(Number.NaN))).toEqual([
      { state: "working", progress: 12 },
      { state: "working", progress: 100 },
      { state: "working" },
      { state: "working" },
      { state: "working" },
    ]);
  });
});

function member(agentId: string, more: Partial<Extract<Fact, { kind: "agent-changed" }>> = {}) {
  return { kind: "agent-changed", agentId, status: "running", ...more } as const satisfies Fact;
}

const EXPLORE = member("t:1234567890abcdef", { name: "explore", title: "Audit deps" });
const CHILD = "task/t_1234567890";

// covers: emit-children
describe("child records", () => {
  test("OSC-13: the id of a member: twelve characters of its own, cleaned", () => {
    expect(program(AGENT_START, EXPLORE).ids()).toEqual(["", CHILD]);
  });

  test("OSC-43: start, a tool, completed, the next agent start: explore, Running grep, done, clear", () => {
    const { tell, child, sent } = program(...START, AGENT_START, EXPLORE);
    const title = "Audit deps";
    expect(child(CHILD)).toEqual({ state: "working", title, msg: "explore" });
    tell({ ...EXPLORE, activity: "Running grep" });
    expect(child(CHILD)).toEqual({ state: "working", title, msg: "Running grep" });
    tell({ ...EXPLORE, status: "done" });
    expect(child(CHILD)).toEqual({ state: "done", title });
    tell(ended("done"));
    expect(child(CHILD)).toEqual({ state: "done", title });
    tell({ kind: "turn-started", turnId: "t-2" });
    expect(child(CHILD)).toBeUndefined();
    expect(sent()[0]).toEqual({ kind: "clear", id: CHILD });
    tell({ kind: "activity-changed", message: "Replying" });
    expect(child(CHILD)).toBeUndefined();
  });

  test.each([
    ["aborted", "cancel", "idle"],
    ["interrupted", "cancel", "idle"],
    ["failed", "fail", "error"],
    ["max_turns", "fail", "error"],
  ] as const)("OSC-44: the end of a member by %s: %s is %s", (_why, status, state) => {
    expect(program(AGENT_START, EXPLORE, { ...EXPLORE, status }).child(CHILD)).toEqual({
      state,
      title: "Audit deps",
    });
  });

  test("OSC-45: an approval of a member: root and member blocked; resolved: both go on", () => {
    const asked: Fact = {
      kind: "interaction-opened",
      requestId: "r",
      asks: "permission",
      tool: "grep",
      target: "src",
      agentId: EXPLORE.agentId,
    };
    const { tell, root, child } = program(AGENT_START, EXPLORE, asked);
    expect(root()).toEqual(blocked("permission", "grep · src"));
    expect(child(CHILD)).toEqual({ ...blocked("permission", "grep · src"), title: "Audit deps" });
    tell(resolved("r"));
    expect(root()).toEqual(working("Thinking"));
    expect(child(CHILD)).toEqual({ state: "working", title: "Audit deps", msg: "explore" });
  });

  test("members whose ids begin alike: records of their own, which they keep", () => {
    const { tell, ids, child } = program(AGENT_START, member("toolu_01abcdefgh"));
    tell(member("toolu_01abcdxyz", { activity: "second" }));
    expect(ids()).toEqual(["", "task/toolu_01abcd", "task/toolu_01abcd-2"]);
    tell({ kind: "agents-listed", members: [{ agentId: "toolu_01abcdxyz", status: "done" }] });
    expect(ids()).toEqual(["", "task/toolu_01abcd-2"]);
    expect(child("task/toolu_01abcd-2")).toEqual({ state: "done" });
  });

  test("a member that works on into the next turn, and ends there: its record stays", () => {
    const { tell, child } = program(AGENT_START, EXPLORE, ended("done"));
    tell({ kind: "turn-started", turnId: "t-2" });
    expect(child(CHILD)?.state).toBe("working");
    tell({ ...EXPLORE, status: "done" });
    expect(child(CHILD)?.state).toBe("done");
  });

  test("one that ended in the turn before and works again: shown again", () => {
    const { tell, child } = program(AGENT_START, EXPLORE, { ...EXPLORE, status: "done" });
    tell(ended("done"), { kind: "turn-started", turnId: "t-2" });
    expect(child(CHILD)).toBeUndefined();
    tell(EXPLORE);
    expect(child(CHILD)?.state).toBe("working");
  });

  test("background tasks: a record each, those of the foreground none; gone from the list: cleared", () => {
    const listed = (
      request: number,
      ...tasks: { taskId: string; foreground?: boolean }[]
    ): Fact => ({
      kind: "tasks-listed",
      request,
      tasks: tasks.map((task) => ({ ...task, status: "running", title: "npm run dev" })),
    });
    const { tell, ids, child, sent } = program(
      AGENT_START,
      listed(1, { taskId: "sh-1" }, { taskId: "sh-2", foreground: true }),
    );
    expect(ids()).toEqual(["", "task/sh-1"]);
    expect(child("task/sh-1")).toEqual({ state: "working", title: "npm run dev" });
    tell(listed(2));
    expect(sent()).toEqual([{ kind: "clear", id: "task/sh-1" }]);
  });

  test("members that are not counted in the record: no record here either", () => {
    const facts: Fact[] = [SESSION, AGENT_START, member("m", { parentId: "another-session" })];
    expect(program(...facts).ids()).toEqual([""]);
  });
});
