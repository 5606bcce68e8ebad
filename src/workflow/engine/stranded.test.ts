/** Work whose state an edit of its machine made one that nobody can fire out of: nobody is stuck with it. */
import { expect, test } from "bun:test";
import { createWorkflowWorld, machineOf } from "../../testing/workflow-world.ts";

const states = (a: string, more = "") =>
  machineOf(`
id: m
initial: A
meta: { smllm: 1 }
states:
  A: ${a}
  B: { meta: { entryPoint: true }, on: { go: A, end: Z } }
  Z: { type: final }
${more}`);

const RESTING = "{ entry: { type: prompt, params: { text: Do. } }, on: { go: B } }";
const FINAL = "{ type: final }";
/** It is left only as it is entered. */
const PASSING = "{ always: B }";

function enteredWorld() {
  const world = createWorkflowWorld(states(RESTING));
  world.start("a");
  world.fire("a", "enter", { stateMachine: "m", ref: "R-1" });
  return world;
}

const offered = (text: string) => [...text.matchAll(/^- (\w+)/gm)].map(([, name]) => name);

// covers: smllm-engine-stranded
test("held work in a state that became final: view, stop and rejection offer pause and unmatched", () => {
  const world = enteredWorld();
  const key = world.key("a");
  world.configure([states(FINAL)]);
  const stop = world.engine().stop(key, false);
  const texts = [
    world.engine().view(key).text,
    world.engine().events(key).text,
    "text" in stop ? stop.text : "",
    world.fire("a", "go").text,
    world.fire("a", "yield").text,
  ];
  expect(texts.map(offered)).toEqual(texts.map(() => ["pause", "unmatched"]));
  expect(stop.decision).toBe("block");
  expect(texts[0]).toContain("Note: A is a final state of m by now");
  expect(world.fire("a", "enter", { stateMachine: "m", ref: "R-2" }).ok).toBe(false);
});

// covers: smllm-engine-stranded
test("such work paused and entered again: arrived in the final state, it is completed", () => {
  const world = enteredWorld();
  world.configure([states(FINAL)]);
  expect(world.fire("a", "pause").ok).toBe(true);
  expect(world.row("a")).toBe("smllm idle · 1 paused");
  expect(world.fire("a", "enter", { stateMachine: "m", ref: "R-1" }).ok).toBe(true);
  expect(world.row("a")).toBe("smllm idle");
  expect(world.instance("m", "R-1")).toMatchObject({ status: "completed", holder: null });
});

// covers: smllm-engine-stranded
test("such work and unmatched: interrupted, or in the fallback state with a way back that completes it", () => {
  const world = enteredWorld();
  world.configure([states(FINAL)]);
  expect(world.fire("a", "unmatched").ok).toBe(true);
  expect(world.row("a")).toBe("smllm idle · 1 interrupted");

  const other = enteredWorld();
  other.configure([states(FINAL, "  F: { meta: { fallback: true }, on: { go: A } }\n")]);
  const { text } = other.fire("a", "unmatched");
  expect(text).toContain("m › F");
  expect(other.fire("a", "resume").ok).toBe(true);
  expect(other.instance("m", "R-1").status).toBe("completed");
});

// covers: smllm-engine-stranded
test("held work in a state that became one to pass through: what is built in is offered", () => {
  const world = enteredWorld();
  const key = world.key("a");
  world.configure([states(PASSING)]);
  const stop = world.engine().stop(key, false);
  const texts = [
    world.engine().view(key).text,
    "text" in stop ? stop.text : "",
    world.fire("a", "go").text,
  ];
  expect(texts.map(offered)).toEqual(texts.map(() => ["yield", "pause", "unmatched"]));
  expect(world.fire("a", "pause").ok).toBe(true);
});

test("a detour in a state that is no fallback any more: the way back is forgotten on leaving it", () => {
  const world = createWorkflowWorld(
    states(RESTING, "  F: { meta: { fallback: true }, on: { go: B } }\n"),
  );
  world.start("a");
  world.fire("a", "enter", { stateMachine: "m", ref: "R-1" });
  world.fire("a", "unmatched");
  expect(world.instance("m", "R-1")).toMatchObject({ state: "F", resumeState: "A" });
  world.configure([states(RESTING, "  F: { on: { go: B } }\n")]);
  expect(offered(world.engine().view(world.key("a")).text)).not.toContain("resume");
  expect(world.fire("a", "go").ok).toBe(true);
  expect(world.instance("m", "R-1")).toMatchObject({ state: "B", resumeState: null });
});
