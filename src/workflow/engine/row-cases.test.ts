/** Whole courses of work, each step with the row that it leads to: what a person sees of the engine. */
import { describe, expect, test } from "bun:test";
import { fixtureMachine } from "../../testing/workflow-machines.ts";
import {
  createWorkflowWorld,
  type Params,
  type WorkflowWorld,
} from "../../testing/workflow-world.ts";
import type { Machine } from "../machine.ts";

const fix = fixtureMachine("fix");
const ask = fixtureMachine("ask");
const dev = fixtureMachine("dev");

/** `enter` with a machine, a ticket and a state. */
const enterFix = (ticketId: string, state?: string): readonly [string, Params] => [
  "enter",
  { stateMachine: "fix", ticketId, ...(state !== undefined && { state }) },
];

/** Fires events of a session, all of which must succeed. */
function fireAll(
  world: WorkflowWorld,
  name: string,
  ...events: readonly (readonly [string, Params?])[]
) {
  for (const [event, params] of events) {
    const reply = world.fire(name, event, params);
    if (!reply.ok) throw new Error(reply.text);
  }
}

/** The machine as somebody edits it: one state has another name. */
function renamed(machine: Machine, from: string, to: string): Machine {
  return JSON.parse(JSON.stringify(machine).replaceAll(`"${from}"`, `"${to}"`));
}

describe("A5, a session that was bound", () => {
  test("no event yet: idle, with exactly nine keys", () => {
    const world = createWorkflowWorld(fix, ask);
    const key = world.start("a");
    expect(world.row("a")).toBe("smllm idle");
    expect(world.engine().status(key)).toEqual({
      session: key,
      idle: true,
      machine: null,
      state: null,
      visit: null,
      yielded: false,
      instance: null,
      interrupted: null,
      paused: 0,
    });
  });
});

describe("A6, a day's work", () => {
  const STEPS: readonly (readonly [event: string, params: Params, row: string])[] = [
    [...enterFix("T-1"), "smllm fix › CODE · ticket T-1"],
    ["ready", {}, "smllm fix › CHECKUP · ticket T-1"],
    ["redo", { why: "x" }, "smllm fix › CODE (visit 2) · ticket T-1"],
    ["ready", {}, "smllm fix › CHECKUP (visit 2) · ticket T-1"],
    ["redo", { why: "y" }, "smllm fix › CODE (visit 3) · ticket T-1"],
    ["yield", {}, "smllm fix › CODE (visit 3) · ticket T-1 · yielded"],
    ["ready", {}, "smllm fix › CHECKUP (visit 3) · ticket T-1"],
    ["yield", { note: "waiting" }, "smllm fix › CHECKUP (visit 3) · ticket T-1 · yielded"],
    ["prompt", {}, "smllm fix › CHECKUP (visit 3) · ticket T-1"],
    ["ship", {}, "smllm idle"],
  ];

  // covers: smllm-engine-visits, smllm-engine-final, smllm-yield
  test("each step: its row", () => {
    const world = createWorkflowWorld(fix, ask);
    const key = world.start("a");
    for (const [event, params, row] of STEPS) {
      if (event === "prompt") world.engine().promptSubmitted(key);
      else fireAll(world, "a", [event, params]);
      expect({ event, row: world.row("a") }).toEqual({ event, row });
    }
  });

  test("its history: nine events, from null to CODE first, a yield stays, the note is kept", () => {
    const world = createWorkflowWorld(fix, ask);
    const key = world.start("a");
    for (const [event, params] of STEPS)
      if (event === "prompt") world.engine().promptSubmitted(key);
      else fireAll(world, "a", [event, params]);
    const done = world.instance("fix", "T-1");
    const history = world.store.history("fix", done.id);
    expect(history.map(({ event, from, to }) => `${event} ${from} ${to}`)).toEqual([
      "enter null CODE",
      "ready CODE CHECKUP",
      "redo CHECKUP CODE",
      "ready CODE CHECKUP",
      "redo CHECKUP CODE",
      "yield CODE CODE",
      "ready CODE CHECKUP",
      "yield CHECKUP CHECKUP",
      "ship CHECKUP SHIPPED",
    ]);
    expect(history.map(({ params }) => params)[7]).toEqual({ note: "waiting" });
    expect(history.every(({ session }) => session === key)).toBe(true);
    expect(done).toMatchObject({
      status: "completed",
      holder: null,
      version: 9,
      visits: { CODE: 3, CHECKUP: 3, SHIPPED: 1 },
    });
  });
});

test("A8, an instance without a kind or ref: shown by its id", () => {
  const world = createWorkflowWorld(fix, ask);
  world.start("a");
  fireAll(world, "a", ["enter", { stateMachine: "ask" }]);
  expect(world.row("a")).toMatch(/^smllm ask › OPEN · instance i-[0-9a-hjkmnp-tv-z]{6}$/);
});

// covers: smllm-pause, smllm-one-interrupted, smllm-resume-idle, smllm-enter-jump, smllm-enter-known
test("A9, work that is paused, interrupted and taken up: each step has its row", () => {
  const world = createWorkflowWorld(fix, ask);
  world.start("a");
  const steps: readonly (readonly [events: (readonly [string, Params?])[], row: string])[] = [
    [[enterFix("T-1"), ["pause"]], "smllm idle · 1 paused"],
    [[enterFix("T-2"), ["pause"]], "smllm idle · 2 paused"],
    [[enterFix("T-3"), ["ready"], ["unmatched"]], "smllm idle · 1 interrupted · 2 paused"],
    [[["enter", { stateMachine: "ask" }]], "smllm ask › OPEN · instance <id>"],
    [[["answered"]], "smllm idle · 1 interrupted · 2 paused"],
    [[["resume"]], "smllm fix › CHECKUP (visit 2) · ticket T-3"],
    [[["unmatched"], enterFix("T-4"), ["unmatched"]], "smllm idle · 1 interrupted · 3 paused"],
    [[["resume"]], "smllm fix › CODE (visit 2) · ticket T-4"],
    [[["ready"]], "smllm fix › CHECKUP · ticket T-4"],
    [[["ship"]], "smllm idle · 3 paused"],
    [[enterFix("T-1")], "smllm fix › CODE (visit 2) · ticket T-1"],
    [[["pause"], enterFix("T-1", "CHECKUP")], "smllm fix › CHECKUP · ticket T-1"],
  ];
  for (const [events, row] of steps) {
    fireAll(world, "a", ...events);
    expect(world.row("a").replace(/i-[0-9a-hjkmnp-tv-z]{6}$/, "<id>")).toBe(row);
  }
});

test("A9, a second interruption: its reply names the first, which is paused with one version more", () => {
  const world = createWorkflowWorld(fix);
  world.start("a");
  fireAll(world, "a", enterFix("T-3"), ["unmatched"], enterFix("T-4"));
  const before = world.instance("fix", "T-3");
  const { text } = world.fire("a", "unmatched");
  expect(text).toMatch(/"T-3".*paused/);
  expect(text).toContain("Interrupted: ticket T-4 (fix) at CODE");
  expect(world.instance("fix", "T-3")).toMatchObject({
    status: "paused",
    holder: null,
    version: before.version + 1,
  });
  expect(world.store.history("fix", before.id).at(-1)).toMatchObject({
    event: "pause",
    from: "CODE",
    to: null,
  });
});

test("A10, one interrupted work alone: in the row and in the JSON", () => {
  const world = createWorkflowWorld(fix);
  const key = world.start("a");
  fireAll(world, "a", enterFix("T-1"), ["unmatched"]);
  expect(world.row("a")).toBe("smllm idle · 1 interrupted");
  expect(world.engine().status(key)).toMatchObject({
    interrupted: { status: "interrupted", label: "T-1" },
    instance: null,
    paused: 0,
  });
});

test("A12, twelve paused: counted for every session of those machines", () => {
  const world = createWorkflowWorld(fix);
  for (const name of ["a", "b"]) world.start(name);
  for (let n = 1; n <= 12; n++) fireAll(world, "a", enterFix(`T-${n}`), ["pause"]);
  expect([world.row("a"), world.row("b")]).toEqual(Array(2).fill("smllm idle · 12 paused"));
});

// covers: smllm-engine-moved, smllm-takeover
test("A13, work that another session entered: idle for the first, which still names it", () => {
  const world = createWorkflowWorld(fix);
  for (const name of ["a", "b"]) world.start(name);
  fireAll(world, "a", enterFix("T-5"));
  fireAll(world, "b", enterFix("T-5"));
  const before = world.session("a");
  expect(world.row("a")).toBe("smllm idle");
  expect(world.engine().status(world.key("a"))).toMatchObject({ instance: null, idle: true });
  expect(world.row("b")).toBe("smllm fix › CODE (visit 2) · ticket T-5");
  expect(world.session("a")).toBe(before);
  expect(before.holding).not.toBeNull();
});

test("A14, interrupted work that another session entered: resume names it and empties the slot", () => {
  const world = createWorkflowWorld(fix);
  for (const name of ["a", "b"]) world.start(name);
  fireAll(world, "a", enterFix("T-5"), ["unmatched"]);
  fireAll(world, "b", enterFix("T-5"));
  expect(world.row("a")).toBe("smllm idle");
  expect(world.engine().status(world.key("a")).interrupted).toBeNull();
  const reply = world.fire("a", "resume");
  expect(reply).toMatchObject({ ok: false, text: expect.stringContaining(world.key("b")) });
  expect(world.session("a").interrupted).toBeNull();
  expect(world.fire("a", "resume").text).toContain("not offered");
});

// covers: smllm-engine-removed-state
test("A24, a state that was renamed: shown by its old name, with pause and unmatched alone", () => {
  const world = createWorkflowWorld(fix);
  world.start("a");
  fireAll(world, "a", enterFix("T-1"));
  world.configure([renamed(fix, "CODE", "BUILD")]);
  expect(world.row("a")).toBe("smllm fix › CODE · ticket T-1");
  const { ok, text } = world.fire("a", "ready");
  expect(ok).toBe(false);
  expect(text.match(/^- (\w+)/gm)).toEqual(["- pause", "- unmatched"]);
  expect(world.engine().view(world.key("a"))).toMatchObject({
    ok: true,
    text: expect.stringMatching(/no longer has the state CODE/),
  });
});

test("A28, a yield and then a pause: yielded in the JSON alone, until a prompt", () => {
  const world = createWorkflowWorld(fix);
  const key = world.start("a");
  fireAll(world, "a", enterFix("T-1"), ["yield"], ["pause"]);
  expect(world.row("a")).toBe("smllm idle · 1 paused");
  expect(world.engine().status(key)).toMatchObject({ idle: true, yielded: true });
  world.engine().promptSubmitted(key);
  expect(world.engine().status(key).yielded).toBe(false);
});

// covers: smllm-enter-reopens, smllm-enter-new
test("A29, work that is done: entered again at an entry point alone, and its visits go on", () => {
  const world = createWorkflowWorld(fix);
  world.start("a");
  fireAll(world, "a", enterFix("T-8", "CHECKUP"));
  expect(world.row("a")).toBe("smllm fix › CHECKUP · ticket T-8");
  fireAll(world, "a", ["ship"]);
  expect(world.row("a")).toBe("smllm idle");
  const refused = world.fire("a", ...enterFix("T-8"));
  expect(refused).toMatchObject({ ok: false, text: expect.stringContaining("CODE, CHECKUP") });
  const opened = world.fire("a", ...enterFix("T-8", "CODE"));
  expect(opened.text).toContain("Arrived by: enter (reopened from SHIPPED)");
  expect(world.row("a")).toBe("smllm fix › CODE · ticket T-8");
  fireAll(world, "a", ["ready"]);
  expect(world.row("a")).toBe("smllm fix › CHECKUP (visit 2) · ticket T-8");
});

test("A30, two paused issues and one that came back from review twice: row and JSON", () => {
  const world = createWorkflowWorld(dev);
  const key = world.start("a");
  const enter = (issueId: string): readonly [string, Params] => [
    "enter",
    { stateMachine: "dev", issueId },
  ];
  fireAll(world, "a", enter("GH-121"), ["pause"], enter("GH-122"), ["pause"], enter("GH-123"));
  fireAll(world, "a", ["done"], ["changes"], ["done"], ["changes"]);
  expect(world.row("a")).toBe("smllm dev › WORK (visit 3) · issue GH-123");
  const { instance, ...status } = world.engine().status(key);
  expect(status).toEqual({
    session: key,
    idle: false,
    machine: "dev",
    state: "WORK",
    visit: 3,
    yielded: false,
    interrupted: null,
    paused: 2,
  });
  expect(instance).toEqual({
    machine: "dev",
    kind: "issue",
    id: world.instance("dev", "GH-123").id,
    ref: "GH-123",
    label: "GH-123",
    status: "active",
  });
});
