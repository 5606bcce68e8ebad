/** A course of work through the engine, from the text of its machine on: what was said and what is kept. */
import { createWorkflowWorld, machineOf } from "../../src/testing/workflow-world.ts";
import { createEngine } from "../../src/workflow/engine/engine.ts";
import { createMemoryStore } from "../../src/workflow/engine/memory-store.ts";

const MACHINE = machineOf(`
id: walk
initial: WORK
meta:
  smllm: 1
  instance: { kind: job, ref: { pattern: '^J-[0-9]+$' } }
states:
  WORK:
    entry: { type: prompt, params: { text: Work. } }
    on: { done: PROBE, named: { actions: setRef } }
  PROBE:
    always:
      - { guard: { type: command, params: { run: ready } }, target: DONE }
      - { guard: { type: visits, params: { state: WORK, atLeast: 2 } }, target: ASK }
      - WORK
  ASK: { meta: { fallback: true }, on: { told: WORK } }
  DONE: { type: final }
`);

/** Texts of replies, then status and store as JSON, then how it went without a host. The same wherever it runs. */
export function walkSamples(): readonly string[] {
  const world = createWorkflowWorld(MACHINE);
  world.guards.set("ready", false);
  const key = world.start("a");
  const texts = [
    world.fire("a", "enter", { stateMachine: "walk" }),
    world.fire("a", "named", { ref: "J-7" }),
    world.fire("a", "named", { ref: "no" }),
    world.fire("a", "done"),
    world.fire("a", "unmatched"),
    world.engine().view(key),
    world.fire("a", "resume"),
    world.fire("a", "done"),
    world.fire("a", "pause"),
  ].map(({ text }) => text);
  return [
    ...texts,
    JSON.stringify(world.engine().status(key)),
    JSON.stringify(world.store.export()),
    walkAlone(),
  ];
}

/** With a host that brings nothing: no clock, no random numbers, no commands. The key, which is another each time, as its form. */
function walkAlone(): string {
  const store = createMemoryStore();
  const origin = { harness: "none", cwd: "/", configs: [] };
  const engine = createEngine({ set: { machines: [MACHINE], idle: [] }, store, host: {}, origin });
  const { session, ok } = engine.fire(undefined, "enter", [["stateMachine", "walk"]]);
  return `${ok} ${session?.replace(/[0-9a-hjkmnp-tv-z]{6}$/, "<key>")}`;
}
