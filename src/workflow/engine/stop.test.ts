import { expect, test } from "bun:test";
import { fixtureMachine } from "../../testing/workflow-machines.ts";
import { createWorkflowWorld } from "../../testing/workflow-world.ts";
import type { Claim } from "./claim.ts";
import { decideStop, type StopStep, stopNeedsMachines } from "./stop.ts";

const fix = fixtureMachine("fix");
const world = createWorkflowWorld(fix);
world.start("a");
world.fire("a", "enter", { stateMachine: "fix", ticketId: "T-1" });
const session = world.session("a");
const instance = world.instance("fix", "T-1");
const key = { machine: "fix", id: instance.id };

test("stops, by what became of the work, yielded, blocked and active: the first rule that fits", () => {
  const live: Claim = { kind: "live", machine: fix, instance };
  const moved: Claim = { kind: "moved", machine: fix, key, instance };
  const rows: readonly (readonly [
    Claim,
    yielded: boolean,
    blocked: boolean,
    active: boolean,
    StopStep,
  ])[] = [
    [{ kind: "none" }, false, true, true, "allow"],
    [live, true, true, true, "allow"],
    [moved, true, false, false, "allow"],
    [{ kind: "unconfigured", key }, false, true, true, "allow"],
    [moved, false, true, true, "tell-moved"],
    [moved, false, false, false, "tell-moved"],
    [live, false, true, true, "runaway"],
    [live, false, true, false, "block"],
    [live, false, false, true, "block"],
    [live, false, false, false, "block"],
  ];
  for (const [hold, yielded, blocked, active, step] of rows)
    expect(decideStop({ ...session, yielded, blocked }, hold, active)).toBe(step);
});

// covers: smllm-stop-allow
test("no session, idle, yielded, held: machines are needed for the last alone", () => {
  expect(stopNeedsMachines(undefined)).toBe(false);
  expect(stopNeedsMachines({ ...session, holding: null })).toBe(false);
  expect(stopNeedsMachines({ ...session, yielded: true })).toBe(false);
  expect(stopNeedsMachines(session)).toBe(true);
});

test("stops in a row without an event: one write", () => {
  const before = world.saved.length;
  for (const active of [false, false, true]) world.engine().stop(world.key("a"), active);
  expect(world.saved.slice(before).map(({ kind }) => kind)).toEqual(["session"]);
});

test("prompts in a row: one write where a flag falls, else none", () => {
  world.fire("a", "yield");
  const before = world.saved.length;
  for (let n = 0; n < 3; n++) world.engine().promptSubmitted(world.key("a"));
  expect(world.saved.length).toBe(before + 1);
  expect(world.session("a")).toMatchObject({ yielded: false, blocked: false });
});
