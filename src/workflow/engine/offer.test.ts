import { expect, test } from "bun:test";
import { fixtureMachine } from "../../testing/workflow-machines.ts";
import { createWorkflowWorld, machineOf } from "../../testing/workflow-world.ts";
import { offeredInIdle, offeredInMachine } from "./offer.ts";
import type { InstanceRecord } from "./records.ts";

const machine = machineOf(`
id: m
initial: A
meta:
  smllm: 1
  events:
    late: { description: Of the event. }
    both: { description: Of the event. }
    told: { params: { type: object, properties: { why: { type: string, description: Declared. } } } }
states:
  A:
    meta: { paramDescriptions: { told: { why: Of the state. } } }
    on:
      "10": B
      "9": B
      bare: B
      late: B
      both: [{ guard: { type: visits, params: { state: A, atLeast: 2 } }, target: B }, { target: B, description: Of the transition. }]
      told: B
  B:
    meta: { fallback: true }
    on: { told: C }
  C: { type: final }
`);

const at = (state: string, resumeState: string | null = null): InstanceRecord => ({
  id: "i-1",
  machine: "m",
  ref: "r",
  state,
  status: "active",
  holder: "sm-1",
  version: 1,
  visits: {},
  resumeState,
  created: 1,
  updated: 1,
});

const names = (instance: InstanceRecord) =>
  offeredInMachine(machine, instance)
    .map(({ name }) => name)
    .join(" ");

// covers: smllm-engine-offers
test("states: events in file order, then what is built in; where it is final or gone, the ways out", () => {
  expect(names(at("A"))).toBe("10 9 bare late both told yield pause unmatched");
  expect(names(at("A", "B"))).toBe("10 9 bare late both told yield pause unmatched");
  expect(names(at("B"))).toBe("told yield pause unmatched");
  expect(names(at("B", "A"))).toBe("told resume yield pause unmatched");
  expect(names(at("C"))).toBe("pause unmatched");
  expect(names(at("GONE"))).toBe("pause unmatched");
  expect(names(at("GONE", "A"))).toBe("pause unmatched");
});

// covers: smllm-guidance, smllm-param-descriptions
test("guidance and parameters: the state's words before those of the event", () => {
  const offered = offeredInMachine(machine, at("A"));
  const guidance = (name: string) => offered.find((event) => event.name === name)?.guidance;
  expect([guidance("bare"), guidance("late"), guidance("both")]).toEqual([
    undefined,
    "Of the event.",
    "Of the transition.",
  ]);
  const why = (state: string) =>
    offeredInMachine(machine, at(state)).find(({ name }) => name === "told")?.params;
  expect(why("A")).toEqual([{ name: "why", required: false, description: "Of the state." }]);
  expect(why("B")).toEqual([{ name: "why", required: false, description: "Declared." }]);
});

test("idle: enter; resume with a live slot; listPaused from the eleventh paused on", () => {
  const world = createWorkflowWorld(fixtureMachine("fix"), machine);
  world.start("a");
  const set = { machines: [machine], idle: [] };
  const live = { kind: "live", machine, instance: at("A") } as const;
  const moved = { kind: "moved", machine, key: { machine: "m", id: "i-1" } } as const;
  const offered = (slot: Parameters<typeof offeredInIdle>[0]["slot"], pausedCount: number) =>
    offeredInIdle({ set, slot, pausedCount })
      .map(({ name }) => name)
      .join(" ");
  expect(offered({ kind: "none" }, 10)).toBe("enter");
  expect(offered(live, 10)).toBe("enter resume");
  expect(offered(moved, 10)).toBe("enter");
  expect(offered(live, 11)).toBe("enter resume listPaused");
});
