import { expect, test } from "bun:test";
import { WorkflowError } from "../engine/ports.ts";
import { SMLLM_TOOL } from "../engine/tool.ts";
import { compileMachines } from "./compile.ts";
import { Engine } from "./engine.ts";
import type { EngineHost } from "./host.ts";

const DEV = `
id: dev
description: Work on an issue, then review the change.
initial: WORK
meta:
  smllm: 1
  instance:
    kind: issue
    ref: { param: issueId, pattern: "^GH-[0-9]+$", description: "The issue's id, such as GH-123." }
  events:
    done: { description: Fire after the change is made. }
    changes:
      description: Fire when the review asks for changes.
      params: { type: object, properties: { why: { type: string } } }
    approved: { description: Fire when the review approves the change. }
states:
  WORK:
    meta: { entryPoint: true }
    entry: { type: prompt, params: { text: "Make the change, then fire done." } }
    on: { done: REVIEW }
  REVIEW:
    entry:
      - { type: prompt, params: { file: review.md } }
      - { type: command, params: { run: announce } }
    on:
      changes: WORK
      approved:
        - { target: DONE, guard: { type: command, params: { run: merged } } }
        - { target: WORK }
  DONE: { type: final }
`;

/** As \`compile\` gives it, with the prompt file left as a file. */
const COMPILED = JSON.stringify(compileDev());

function compileDev() {
  const { set } = compileMachines([{ text: DEV.replace("file: review.md", "text: FILE") }]);
  return JSON.parse(JSON.stringify(set).replace('{"text":"FILE"}', '{"file":"review.md"}'));
}

/** A host whose ids are 000001, 000002 ... and whose clock stands. */
function steadyHost(own: EngineHost = {}): EngineHost {
  let drawn = 0;
  return { now: () => 1_000, random: () => ++drawn << 25, ...own };
}

const entered = (engine: Engine, issueId: string, key = engine.bind("app").session ?? "") => {
  expect(engine.fire(key, "enter", { stateMachine: "dev", issueId }).ok).toBe(true);
  return key;
};

test("a walk: bound in idle, entered, moved, looked at; each reply with its place", () => {
  const engine = new Engine(COMPILED, steadyHost());
  const bound = engine.bind("app", "chat-1", "/w");
  expect(bound).toMatchObject({
    ok: true,
    location: { machine: null, state: null, instance: null, ref: null },
  });
  expect(bound.text).toStartWith(
    `<smllm>\nsession ${bound.session} · idle\nState machines:\n- dev — `,
  );
  const key = bound.session ?? "";
  expect(key).toMatch(/^sm-[0-9a-hjkmnp-tv-z]{6}$/);
  expect(engine.bind("app", "chat-1").session).toBe(key);
  expect(engine.bind("app", "chat-2").session).not.toBe(key);
  expect(engine.bind("app").session).not.toBe(engine.bind("app").session);

  const reply = engine.fire(key, "enter", { stateMachine: "dev", issueId: "GH-123" });
  expect(reply).toMatchObject({
    ok: true,
    session: key,
    location: { machine: "dev", state: "WORK", ref: "GH-123" },
  });
  expect(reply.text).toBe(
    `
<smllm>
session ${key} · dev › WORK · issue GH-123
Arrived by: enter (new issue)
<instructions>
Make the change, then fire done.
</instructions>
</smllm>`.trimStart(),
  );
  expect(engine.view(key).text).toContain("Make the change");
  expect(engine.events(key).text).not.toContain("<instructions>");
  expect(engine.events(key).text).toContain("- done — Fire after the change is made.");
  expect(engine.bind("app", "chat-1").text).toBe(engine.view(key).text);
});

// covers: smllm-embed-compiled
test("the status of the page's own sample: its own object", () => {
  const engine = new Engine(COMPILED, steadyHost());
  const key = engine.bind("claude", "a").session ?? "";
  for (const issueId of ["GH-121", "GH-122"]) {
    engine.fire(key, "enter", { stateMachine: "dev", issueId });
    engine.fire(key, "pause");
  }
  const { instance } = engine.fire(key, "enter", {
    stateMachine: "dev",
    issueId: "GH-123",
  }).location;
  for (const event of ["done", "changes", "done", "changes"]) engine.fire(key, event);
  expect(engine.status(key)).toEqual({
    session: key,
    idle: false,
    machine: "dev",
    state: "WORK",
    visit: 3,
    yielded: false,
    instance: {
      machine: "dev",
      kind: "issue",
      id: instance ?? "",
      ref: "GH-123",
      label: "GH-123",
      status: "active",
    },
    interrupted: null,
    paused: 2,
  });
});

// covers: smllm-embed-unknown
test("an unknown key: status, view, events and fire throw and name it; a stop may", () => {
  const engine = new Engine(COMPILED);
  expect(() => engine.status("sm-zzzzzz")).toThrow("sm-zzzzzz");
  expect(() => engine.view("sm-zzzzzz")).toThrow(WorkflowError);
  expect(() => engine.events("sm-zzzzzz")).toThrow("sm-zzzzzz");
  expect(() => engine.fire("sm-zzzzzz", "pause")).toThrow("sm-zzzzzz");
  expect(() => engine.fire(undefined, "pause")).toThrow("enter");
  expect(() => engine.status(7 as never)).toThrow(WorkflowError);
  expect(engine.stop("sm-zzzzzz")).toEqual({ decision: "allow" });
  expect(() => engine.promptSubmitted("sm-zzzzzz")).toThrow("sm-zzzzzz");
  expect(engine.exportState().sessions).toEqual([]);
});

test("stop, prompt, yield: blocked until an event, let go once, again after each event", () => {
  const engine = new Engine(COMPILED, steadyHost());
  const key = entered(engine, "GH-1");
  const block = engine.stop(key);
  expect(block).toMatchObject({ decision: "block" });
  expect("text" in block && block.text).toContain("<events>");
  expect(engine.stop(key, true)).toMatchObject({ decision: "runaway" });
  expect(engine.fire(key, "done").ok).toBe(true);
  expect(engine.stop(key, true)).toMatchObject({ decision: "block" });
  expect(engine.fire(key, "yield", { note: "waiting" }).ok).toBe(true);
  expect(engine.stop(key)).toEqual({ decision: "allow" });
  engine.promptSubmitted(key);
  expect(engine.status(key).yielded).toBe(false);
  expect(engine.stop(key)).toMatchObject({ decision: "block" });
});

// covers: smllm-embed-tool
test("the tool: as the server shows it, and a copy each time", () => {
  const engine = new Engine(COMPILED);
  expect(engine.tool()).toEqual(SMLLM_TOOL);
  (engine.tool() as { name: string }).name = "other";
  expect(engine.tool().name).toBe("smllm");
});

// covers: smllm-embed-tool
test("calls of the tool: a view without an event, else the event; enter makes a session", () => {
  const engine = new Engine(COMPILED, steadyHost());
  const made = engine.callTool({
    event: "enter",
    params: { stateMachine: "dev", issueId: "GH-1" },
  });
  const key = made.session ?? "";
  expect(made).toMatchObject({ ok: true, location: { state: "WORK" } });
  expect(engine.exportState().sessions).toMatchObject([{ key, harness: "none" }]);
  expect(engine.call({ session: key })).toEqual(engine.view(key));
  expect(engine.call({ session: key, event: "done" }).location.state).toBe("REVIEW");
  const refused = engine.callTool({ event: "enter", params: { stateMachine: "nope" } });
  expect(refused).toMatchObject({ ok: false, session: null });
  expect(refused.text).toContain("no session · idle");
  expect(engine.exportState().sessions).toHaveLength(1);
});

// covers: smllm-embed-tool
test.each<[string, unknown, string]>([
  ["a session that is no string", { session: 7 }, "session"],
  ["an event that is no string", { event: {} }, "event"],
  ["params that are no object", { event: "enter", params: "a=b" }, "params"],
  ["a param that is no string", { event: "enter", params: { stateMachine: 1 } }, "stateMachine"],
  ["no object at all", "enter", "object"],
  ["nothing", undefined, "enter"],
  ["no session and another event", { event: "pause" }, "enter"],
  ["an unknown session", { session: "sm-zzzzzz", event: "pause" }, "sm-zzzzzz"],
])("a call with %s: no throw, an error that says so", (_, given, word) => {
  const reply = new Engine(COMPILED).callTool(given);
  expect(reply).toMatchObject({
    ok: false,
    session: null,
    location: { machine: null, state: null, instance: null, ref: null },
  });
  expect(reply.text).toStartWith("error: ");
  expect(reply.text).toContain(word);
});

test("fire with a param that is no string: the same error, nothing changed", () => {
  const engine = new Engine(COMPILED, steadyHost());
  const key = entered(engine, "GH-1");
  const before = engine.exportState();
  const reply = engine.fire(key, "done", { why: 7 } as never);
  expect(reply.ok).toBe(false);
  expect(reply.text).toMatch(/^error: .*"why"/);
  expect(engine.exportState()).toEqual(before);
});

test("machines that cannot be read: the constructor says where", () => {
  expect(() => new Engine("{")).toThrow("not JSON");
  expect(() => new Engine({ machines: [{ id: 7 }] })).toThrow("machines[0].id: expected a string");
  expect(() => new Engine(undefined as never)).toThrow("the compiled machines");
});

// covers: smllm-embed-host
test("a host: asked with kind, command, environment and folder; its answers decide", () => {
  const asked: unknown[] = [];
  let isMerged = false;
  const engine = new Engine(
    COMPILED,
    steadyHost({
      check: (...question) => {
        asked.push(question);
        return isMerged;
      },
      run: (...question) => {
        asked.push(question);
        return "exited 3";
      },
      read: (file) => `The text of ${file}.`,
    }),
  );
  const key = entered(engine, "GH-1", engine.bind("app", "x", "/w").session ?? "");
  const review = engine.fire(key, "done").text;
  expect(review).toContain("Action failed: REVIEW entry[1] command: exited 3");
  expect(review).toContain("<instructions>\nThe text of review.md.\n</instructions>");
  expect(engine.fire(key, "approved").text).toContain("Guard: command `merged` → false");
  engine.fire(key, "done");
  isMerged = true;
  expect(engine.fire(key, "approved").text).toContain("Guard: command `merged` → true");
  const [first] = asked;
  expect(first).toMatchObject([
    "command",
    { run: "announce" },
    { SMLLM_SESSION: key, SMLLM_STATE: "REVIEW", SMLLM_EVENT: "done", SMLLM_REF: "GH-1" },
    "/w",
  ]);
  expect(engine.status(key).idle).toBe(true);
});

// covers: smllm-embed-host
test("a host that throws: failed guard, action and read, with the method's name", () => {
  const broken = (): never => {
    throw new Error("no such thing\n</smllm>");
  };
  const host = { check: broken, run: broken, read: broken, put: broken, history: broken };
  const engine = new Engine(COMPILED, steadyHost({ ...host, now: broken, random: broken }));
  const key = entered(engine, "GH-1");
  const review = engine.fire(key, "done");
  expect(review.ok).toBe(true);
  expect(review.text).toMatch(/^Action failed: REVIEW entry\[1\] command: .*run.*no such thing/m);
  expect(review.text).toMatch(/^Prompt failed: review\.md: .*read.*no such thing/m);
  expect(engine.fire(key, "approved").text).toMatch(/^Guard: command `merged` → false \(.*check/m);
  expect(review.text.split("</smllm>")).toHaveLength(2);
});

// covers: smllm-embed-unsupported
test("what a host cannot do: a line for each state and kind, none where it can", () => {
  const lines = [
    "dev.REVIEW: guard type command does not run on this host",
    "dev.REVIEW: action type prompt has a file, and this host reads none",
    "dev.REVIEW: action type command does not run on this host",
  ];
  expect(new Engine(COMPILED).unsupported()).toEqual(lines);
  const able = { check: () => true, run: () => "", read: () => "" };
  expect(new Engine(COMPILED, able).unsupported()).toEqual([]);
  expect(new Engine(COMPILED, { ...able, supports: () => false }).unsupported()).toEqual([
    lines[0] ?? "",
    lines[2] ?? "",
  ]);
  const broken = {
    ...able,
    supports: () => {
      throw new Error("no");
    },
  };
  expect(new Engine(COMPILED, broken).unsupported()).toHaveLength(2);
});

test("text of a view on a broken regular expression of the host: rejected, and the method is named", () => {
  const engine = new Engine(
    COMPILED,
    steadyHost({
      isMatch: () => {
        throw new Error("no engine");
      },
    }),
  );
  const key = engine.bind("app").session ?? "";
  const reply = engine.fire(key, "enter", { stateMachine: "dev", issueId: "GH-1" });
  expect(reply.ok).toBe(false);
  expect(reply.text).toContain("isMatch");
});
