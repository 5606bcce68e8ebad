import { describe, expect, test } from "bun:test";
import { corpusBytes, corpusCases } from "../../../test/corpus/osc7501/corpus.ts";
import { automationOf } from "../../status/automation.ts";
import type { Fact } from "../../status/facts/fact.ts";
import { EMPTY_SNAPSHOT, foldAll, type Snapshot } from "../../status/snapshot.ts";
import type { ProgramEvent, ProgramRecord } from "../../wire/osc7501/message.ts";
import { createScanner } from "../../wire/osc7501/scan.ts";
import { createProgramReader } from "./osc7501.ts";

const RECORDINGS = corpusCases("real");

function terminal() {
  const reader = createProgramReader({ sessionId: "pane" });
  let snapshot: Snapshot = EMPTY_SNAPSHOT;
  let last: readonly Fact[] = [];
  const take = (facts: readonly Fact[]) => {
    last = facts;
    snapshot = foldAll(snapshot, facts);
    return automationOf(snapshot).state;
  };
  const say = (state: ProgramRecord["state"], more: Partial<ProgramRecord> = {}) =>
    take(reader.read({ event: "report", record: { id: "", state, ...more } }));
  return {
    say,
    take: (event: ProgramEvent) => take(reader.read(event)),
    exit: () => take(reader.exited()),
    facts: () => last,
    snapshot: () => snapshot,
    judged: () => automationOf(snapshot),
  };
}

const CLEAR: ProgramEvent = { event: "clear", id: "" };
const PROMPT: ProgramEvent = { event: "prompt-start" };

// covers: inbound-osc7501
describe("the root record", () => {
  test("idle, working, done, working, error: ready, then turns with ends of their own", () => {
    const { say, judged } = terminal();
    const told = [say("idle"), say("working")];
    const first = judged().turnId;
    told.push(say("done"), say("idle"), say("working"));
    expect(judged().turnId).not.toBe(first!);
    told.push(say("error", { msg: "boom" }));
    expect(told).toEqual(["ready", "run", "done", "done", "run", "fail"]);
  });

  test("done, then idle: the outcome was seen, and the record of it stays", () => {
    const { say, snapshot } = terminal();
    say("working");
    say("done");
    expect(snapshot().turn?.seen).toBeUndefined();
    expect(say("idle")).toBe("done");
    expect(snapshot().turn?.seen).toBe(true);
  });

  test("working, then idle: an interrupt, of that turn", () => {
    const { say, judged } = terminal();
    say("working");
    const { turnId } = judged();
    expect(say("idle")).toBe("cancel");
    expect(judged().turnId).toBe(turnId!);
  });

  test.each([
    ["permission", "perm"],
    ["question", "ask"],
    [undefined, "ask"],
    ["auth", "error"],
  ] as const)("blocked, %s, in a turn: %s; working again: the same turn runs", (kind, state) => {
    const { say, judged } = terminal();
    say("working");
    const { turnId } = judged();
    expect(say("blocked", kind === undefined ? {} : { kind })).toBe(state);
    expect(say("working")).toBe("run");
    expect(judged().turnId).toBe(turnId!);
  });

  test("blocked with another text: another question; with other progress: the same one", () => {
    const { say, judged } = terminal();
    say("working");
    say("blocked", { kind: "permission", msg: "bash · a" });
    const { requestId } = judged();
    say("blocked", { kind: "permission", msg: "bash · a", progress: 40 });
    expect(judged().requestId).toBe(requestId!);
    say("blocked", { kind: "permission", msg: "bash · b", progress: 40 });
    expect(judged().requestId).not.toBe(requestId!);
  });

  test("blocked when nothing runs: a person is called, a machine waits; idle: nothing was asked", () => {
    const { say, snapshot } = terminal();
    say("idle");
    expect(say("blocked", { kind: "question", msg: "Plan?" })).toBe("run");
    expect(snapshot().interactions).toMatchObject([{ asks: "question", about: "Plan?" }]);
    expect(say("idle")).toBe("ready");
    expect(snapshot().interactions).toEqual([]);
  });

  test("title, message, progress, app: kept where they are said, gone where they are not", () => {
    const { say, snapshot } = terminal();
    say("working", { title: "Build", msg: "Linking", progress: 40, app: "make" });
    expect(snapshot()).toMatchObject({
      session: { id: "pane", title: "Build" },
      harness: { name: "make" },
      turn: { message: "Linking", progressPct: 40 },
    });
    say("working");
    expect(snapshot().session).toEqual({ id: "pane" });
    expect(snapshot().turn).not.toHaveProperty("message");
    expect(snapshot().turn).not.toHaveProperty("progressPct");
  });

  test("the same report again: no fact", () => {
    const { say, facts } = terminal();
    for (const state of ["working", "blocked", "done"] as const) {
      say(state, { msg: "m" });
      say(state, { msg: "m" });
      expect(facts()).toEqual([]);
    }
  });

  test("an end of which no turn was seen: an outcome of a turn of its own", () => {
    const { say, judged } = terminal();
    expect(say("done", { msg: "12 passed" })).toBe("done");
    const { turnId } = judged();
    expect(say("error")).toBe("fail");
    expect(judged().turnId).not.toBe(turnId!);
  });
});

// covers: inbound-never-ready
describe("a program that goes", () => {
  test.each(["working", "blocked"] as const)(
    "%s, a prompt or an exit: the turn's end is not known, and never ready",
    (state) => {
      for (const end of ["prompt", "exit"]) {
        const { say, take, exit, snapshot } = terminal();
        say("idle");
        say("working");
        say(state, { kind: "permission" });
        expect(end === "exit" ? exit() : take(PROMPT)).toBe("run");
        expect(snapshot().turn?.vanished).toBe(true);
        expect(snapshot().interactions ?? []).toEqual([]);
      }
    },
  );

  test("idle, an exit; anything, a clear: the session is closed, and nothing is known", () => {
    for (const state of ["idle", "working", "blocked", "done", "error"] as const) {
      const { say, take, exit, snapshot } = terminal();
      say(state, state === "blocked" ? { kind: "auth" } : {});
      expect(state === "idle" ? exit() : take(CLEAR)).toBe("run");
      expect(snapshot().session).toBeUndefined();
      expect(snapshot().turn).toBeUndefined();
    }
  });

  test("done, a prompt, an exit, a full reset: done stays", () => {
    const { say, take, exit } = terminal();
    say("working");
    say("done");
    expect(take(PROMPT)).toBe("done");
    expect(exit()).toBe("done");
    expect(take({ event: "reset" })).toBe("done");
  });

  test("another program after it: a session of its own, without what was before", () => {
    const { say, exit, judged, snapshot } = terminal();
    say("working", { title: "first" });
    say("working", { id: "task/a" });
    exit();
    expect(say("idle")).toBe("ready");
    expect(judged().totalAgents).toBe(0);
    expect(snapshot().session).toEqual({ id: "pane" });
  });
});

describe("child records", () => {
  test("a member from start to end, and its clear", () => {
    const { say, take, snapshot, judged } = terminal();
    say("working");
    say("working", { id: "task/a1", title: "Audit deps", msg: "Running grep" });
    expect(snapshot().agents?.members).toEqual([
      { agentId: "a1", status: "running", title: "Audit deps", activity: "Running grep" },
    ]);
    say("done", { id: "task/a1", title: "Audit deps" });
    expect(snapshot().agents?.members).toEqual([
      { agentId: "a1", status: "done", title: "Audit deps" },
    ]);
    expect(judged()).toMatchObject({ activeAgents: 0, totalAgents: 1 });
    take({ event: "clear", id: "task" });
    expect(judged().totalAgents).toBe(0);
  });

  test("a member that asks: its question, and the root's above it; answered: closed", () => {
    const { say, snapshot, judged } = terminal();
    say("working");
    say("blocked", { kind: "permission", msg: "bash · ls" });
    const { requestId } = judged();
    say("blocked", { id: "x/y", kind: "permission", msg: "bash · ls" });
    expect(snapshot().interactions?.map(({ agentId }) => agentId)).toEqual(["x/y", undefined]);
    expect(judged().requestId).toBe(requestId!);
    say("working", { id: "x/y" });
    expect(snapshot().interactions?.length).toBe(1);
    expect(say("working")).toBe("run");
  });

  test("members before the root, and more than a terminal keeps: a bounded number", () => {
    const { say, judged } = terminal();
    for (let at = 0; at < 300; at++) say("working", { id: `m/${at}` });
    say("working");
    expect(judged()).toMatchObject({ activeAgents: 255, totalAgents: 255 });
  });
});

test("queries and refused sequences: no fact", () => {
  const reader = createProgramReader({ sessionId: "pane" });
  expect(reader.read({ event: "query", terminator: "st" })).toEqual([]);
  expect(reader.read({ event: "reject", reason: "bad-id" })).toEqual([]);
  expect(reader.exited()).toEqual([]);
});

test("a time: in every fact that can hold one", () => {
  const reader = createProgramReader({ sessionId: "pane" });
  const facts = reader.read({ event: "report", record: { id: "", state: "working" } }, 7);
  expect(facts.find(({ kind }) => kind === "turn-started")).toHaveProperty("atMs", 7);
});

/** Name of a recording to the states that it goes through, the same one once in a row. */
const RECORDED: Readonly<Record<string, readonly string[]>> = {
  "claude-turn": ["run", "done"],
  "claude-permission": ["run", "perm", "run", "done"],
  "claude-question": ["run", "ask", "run", "done"],
  "claude-interrupt": ["run", "cancel", "run", "cancel"],
  "claude-error": ["run", "fail"],
  "claude-subagent": ["run", "done"],
  "claude-background-shell": ["run", "done"],
  "pi-turn": ["run", "done"],
  "pi-permission": ["run", "perm", "run", "done"],
  "pi-question": ["run", "ask", "run", "done"],
  "pi-interrupt": ["run", "cancel", "run", "cancel"],
  "pi-error": ["run", "fail"],
};

/** The events of a recording, read from its bytes. */
function eventsOf({ chunks }: (typeof RECORDINGS)[number]): readonly ProgramEvent[] {
  const scanner = createScanner();
  return chunks.flatMap((chunk) => scanner.feed(corpusBytes(chunk)).events);
}

describe("what real programs sent", () => {
  test.each(Object.entries(RECORDED))("%s: %j", (name, expected) => {
    const cases = RECORDINGS.filter((recording) => recording.name.startsWith(`real/${name},`));
    const states = cases.flatMap(eventsOf).map(terminal().take);
    expect(states.filter((state, at) => state !== states[at - 1]) as string[]).toEqual([
      ...expected,
    ]);
  });

  test("every recording: never ready once it worked", () => {
    for (const recording of RECORDINGS) {
      const { take } = terminal();
      let worked = false;
      for (const event of eventsOf(recording)) {
        const state = take(event);
        worked ||= event.event === "report" && event.record.state === "working";
        if (worked) expect([recording.name, state]).not.toEqual([recording.name, "ready"]);
      }
    }
  });
});
