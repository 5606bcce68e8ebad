import { describe, expect, test } from "bun:test";
import { fixtureMachine } from "../../testing/workflow-machines.ts";
import {
  createWorkflowWorld,
  machineOf,
  type Params,
  type WorkflowWorld,
} from "../../testing/workflow-world.ts";
import type { Machine } from "../machine.ts";
import { WorkflowError } from "./ports.ts";

/** Starts where nobody may name; one entry point, one plain state, a final one. */
const flow = machineOf(`
id: flow
initial: START
meta: { smllm: 1, instance: { kind: job, ref: { param: job, pattern: '^J-' } } }
states:
  START: { entry: { type: command, params: { run: come } }, on: { next: MIDDLE, end: DONE } }
  POINT: { meta: { entryPoint: true }, on: { next: MIDDLE } }
  MIDDLE: { on: { back: START, end: DONE } }
  DONE: { type: final, meta: { entryPoint: true } }
`);
const without = (name: string): Machine => ({
  ...flow,
  states: flow.states.filter((state) => state.name !== name),
});

/** What an instance is before `enter`, by name. */
const SITUATIONS = {
  none: () => {},
  saved: (world) => {
    world.fire("b", "enter", { stateMachine: "flow", job: "J-1" });
    world.fire("b", "next");
    world.fire("b", "pause");
  },
  completed: (world) => {
    world.fire("b", "enter", { stateMachine: "flow", job: "J-1" });
    world.fire("b", "end");
  },
  "state gone": (world) => {
    world.fire("b", "enter", { stateMachine: "flow", job: "J-1" });
    world.fire("b", "next");
    world.fire("b", "pause");
    world.configure([without("MIDDLE")]);
  },
} satisfies Readonly<Record<string, (world: WorkflowWorld) => void>>;

type Outcome =
  | { readonly at: string; readonly visit: number; readonly arrival: string; readonly told: string }
  | { readonly refused: string };

const ROWS: readonly (readonly [
  situation: keyof typeof SITUATIONS,
  params: Params,
  outcome: Outcome,
])[] = [
  ["none", {}, { at: "START", visit: 1, arrival: "enter (new job)", told: "null START" }],
  [
    "none",
    { job: "J-1" },
    { at: "START", visit: 1, arrival: "enter (new job)", told: "null START" },
  ],
  ["none", { job: "X" }, { refused: "^J-" }],
  [
    "none",
    { job: "J-1", state: "POINT" },
    { at: "POINT", visit: 1, arrival: "enter (new job)", told: "null POINT" },
  ],
  [
    "none",
    { state: "POINT" },
    { at: "POINT", visit: 1, arrival: "enter (new job)", told: "null POINT" },
  ],
  ["none", { state: "START" }, { refused: "POINT, DONE" }],
  ["none", { state: "NOPE" }, { refused: "POINT, DONE" }],
  ["saved", { job: "J-1" }, { at: "MIDDLE", visit: 2, arrival: "enter", told: "null MIDDLE" }],
  [
    "saved",
    { job: "J-1", state: "POINT" },
    { at: "POINT", visit: 1, arrival: "enter (jump from MIDDLE)", told: "MIDDLE POINT" },
  ],
  ["saved", { job: "J-1", state: "START" }, { refused: "POINT, DONE" }],
  ["completed", { job: "J-1" }, { refused: "POINT, DONE" }],
  [
    "completed",
    { job: "J-1", state: "POINT" },
    { at: "POINT", visit: 1, arrival: "enter (reopened from DONE)", told: "DONE POINT" },
  ],
  ["completed", { job: "J-1", state: "START" }, { refused: "POINT, DONE" }],
  ["state gone", { job: "J-1" }, { refused: "START, POINT, DONE" }],
  [
    "state gone",
    { job: "J-1", state: "START" },
    {
      at: "START",
      visit: 2,
      arrival: "enter (saved state MIDDLE no longer exists)",
      told: "MIDDLE START",
    },
  ],
  ["state gone", { job: "J-1", state: "MIDDLE" }, { refused: "START, POINT, DONE" }],
];

describe("enter, by what the instance is and whether a state is given", () => {
  // covers: smllm-enter-new, smllm-enter-known, smllm-enter-jump, smllm-enter-reopens, smllm-enter-repairs
  for (const [situation, params, outcome] of ROWS)
    test(`${situation}, ${JSON.stringify(params)}: ${JSON.stringify(outcome)}`, () => {
      const world = createWorkflowWorld(flow);
      for (const name of ["a", "b"]) world.start(name);
      SITUATIONS[situation](world);
      const before = world.saved.length;
      const { ok, text, location } = world.fire("a", "enter", { stateMachine: "flow", ...params });
      if ("refused" in outcome) {
        expect(ok).toBe(false);
        expect(text).toMatch(/^error: /m);
        expect(text).toContain(outcome.refused);
        expect(world.saved.length).toBe(before);
        return;
      }
      expect(text).toContain(`Arrived by: ${outcome.arrival}`);
      expect(location.state).toBe(outcome.at);
      const instance = world.instance("flow", location.instance ?? "");
      expect(instance).toMatchObject({ status: "active", holder: world.key("a") });
      expect(instance.visits[outcome.at]).toBe(outcome.visit);
      const { event, from, to } = world.store.history("flow", instance.id).at(-1) ?? {};
      expect(`${event} ${from} ${to}`).toBe(`enter ${outcome.told}`);
      expect(world.saved.slice(before).map(({ kind }) => kind)).toEqual([
        "instance",
        "history",
        "session",
      ]);
    });
});

describe("enter", () => {
  test("a generated id in place of a ref: the same instance", () => {
    const world = createWorkflowWorld(flow);
    for (const name of ["a", "b"]) world.start(name);
    const { location } = world.fire("a", "enter", { stateMachine: "flow" });
    const again = world.fire("b", "enter", { stateMachine: "flow", job: location.instance ?? "" });
    expect(again.location.instance).toBe(location.instance);
    expect(again.text).toContain("took over from session");
  });

  test("an entry point that is final: done at once, and idle", () => {
    const world = createWorkflowWorld(flow);
    world.start("a");
    const { ok, text, location } = world.fire("a", "enter", {
      stateMachine: "flow",
      job: "J-1",
      state: "DONE",
    });
    expect({ ok, machine: location.machine }).toEqual({ ok: true, machine: null });
    expect(text).toContain("Done: job");
    expect(world.instance("flow", "J-1")).toMatchObject({ status: "completed", holder: null });
    expect(world.session("a").holding).toBeNull();
  });

  test("its entry commands: told event, parameters, ref and where from", () => {
    const world = createWorkflowWorld(flow);
    world.start("a");
    world.fire("a", "enter", { job: "J-1", stateMachine: "flow" });
    expect(world.ran[0]?.env).toMatchObject({
      SMLLM_EVENT: "enter",
      SMLLM_STATE: "START",
      SMLLM_TO: "START",
      SMLLM_REF: "J-1",
      SMLLM_PARAM_STATE_MACHINE: "flow",
      SMLLM_PARAM_JOB: "J-1",
    });
    expect(world.ran[0]?.env).not.toHaveProperty("SMLLM_FROM");
  });

  test("the own interrupted work: its slot is empty then", () => {
    const world = createWorkflowWorld(flow);
    world.start("a");
    world.fire("a", "enter", { stateMachine: "flow", job: "J-1" });
    world.fire("a", "unmatched");
    const { text } = world.fire("a", "enter", { stateMachine: "flow", job: "J-1" });
    expect(text).not.toContain("took over");
    expect(world.session("a").interrupted).toBeNull();
  });

  test("work of a session whose record cannot be read: taken over all the same", () => {
    const world = createWorkflowWorld(flow);
    for (const name of ["a", "b"]) world.start(name);
    world.fire("a", "enter", { stateMachine: "flow", job: "J-1" });
    const { session } = world.store;
    Object.assign(world.store, {
      session: (key: string) => {
        if (key === world.key("a")) throw new WorkflowError("store", "broken");
        return session(key);
      },
    });
    const { ok, text } = world.fire("b", "enter", { stateMachine: "flow", job: "J-1" });
    expect(ok).toBe(true);
    expect(text).toContain(`took over from session ${world.key("a")} (last active unknown)`);
  });

  test("a moved hold: enter works as from idle, and a rejected one does not even drop the hold", () => {
    const world = createWorkflowWorld(flow);
    for (const name of ["a", "b"]) world.start(name);
    world.fire("a", "enter", { stateMachine: "flow", job: "J-1" });
    world.fire("b", "enter", { stateMachine: "flow", job: "J-1" });
    expect(world.fire("a", "enter", { stateMachine: "flow", job: "no" }).ok).toBe(false);
    expect(world.session("a").holding).not.toBeNull();
    const { ok, text } = world.fire("a", "enter", { stateMachine: "flow", job: "J-2" });
    expect(ok).toBe(true);
    expect(text).not.toContain("error:");
  });

  test("nothing configured: no enter on the menu, and the error says so", () => {
    const world = createWorkflowWorld();
    const key = world.start("a");
    expect(world.engine().view(key).text).toBe(
      `<smllm>\nsession ${key} · idle\nNo state machines are configured.\n</smllm>`,
    );
    expect(world.fire("a", "enter", { stateMachine: "x" })).toMatchObject({
      ok: false,
      text: expect.stringContaining("none are configured"),
    });
    expect(world.fire("a", "enter", {})).toMatchObject({
      ok: false,
      text: expect.stringContaining("no state machine is configured"),
    });
  });

  test("two machines: the id param as both names in the menu, one of them in the call", () => {
    const world = createWorkflowWorld(flow, fixtureMachine("fix"));
    const key = world.start("a");
    const { text } = world.engine().view(key);
    expect(text).toContain("    stateMachine (required, one of: flow, fix)");
    expect(text).toContain("    job | ticketId (optional)");
    expect(world.fire("a", "enter", { stateMachine: "fix", job: "J-1" }).text).toContain(
      "stateMachine, ticketId, state",
    );
  });
});
