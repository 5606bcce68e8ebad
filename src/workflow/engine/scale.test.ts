import { expect, test } from "bun:test";
import { fixtureMachine } from "../../testing/workflow-machines.ts";
import { createWorkflowWorld } from "../../testing/workflow-world.ts";

/** Rounds per measurement; the best of several is taken, since others use the machine as well. */
const ROUNDS = 100;
const MEASUREMENTS = 5;

/** Milliseconds of events, views, stops and statuses beside that many paused instances. */
function roundsMs(paused: number): number {
  const world = createWorkflowWorld(fixtureMachine("fix"));
  const key = world.start("a");
  for (let n = 1; n <= paused; n++) {
    world.fire("a", "enter", { stateMachine: "fix", ticketId: `T-${n}` });
    world.fire("a", "pause");
  }
  const engine = world.engine();
  const measure = () => {
    const start = performance.now();
    for (let n = 0; n < ROUNDS; n++) {
      world.fire("a", "enter", { stateMachine: "fix", ticketId: `T-${(n % paused) + 1}` });
      world.fire("a", "ready");
      engine.status(key);
      engine.stop(key);
      world.fire("a", "pause");
      engine.view(key);
    }
    return performance.now() - start;
  };
  return Math.min(...Array.from({ length: MEASUREMENTS }, measure));
}

// covers: smllm-engine-scales
test("1,000 paused instances beside 100: at most five times as long", () => {
  roundsMs(100);
  expect(roundsMs(1000) / roundsMs(100)).toBeLessThan(5);
}, 60_000);
