/** What holds for every machine and every sequence of events of two sessions. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { createEngine, type Engine } from "../../src/workflow/engine/engine.ts";
import { createMemoryStore } from "../../src/workflow/engine/memory-store.ts";
import type { Host } from "../../src/workflow/engine/ports.ts";
import type { InstanceRecord, SessionRecord } from "../../src/workflow/engine/records.ts";
import type { Reply } from "../../src/workflow/engine/reply.ts";
import { type Machine, stateOf } from "../../src/workflow/machine.ts";
import { anyMachine, anySteps, type Step } from "./any-machine.ts";

/** Pairs of a machine and events, for each property. `ENGINE_RUNS` asks for more. */
const RUNS = Number(process.env.ENGINE_RUNS ?? 150);

/** Seconds where nothing else runs; a busy machine takes longer. */
setDefaultTimeout(Math.max(60_000, RUNS * 400));

const START_MS = Date.UTC(2031, 4, 7, 9, 30);

/** Guards and actions answer by their words, `maybe` by turns; time and chance are counted on. */
function fixedHost(): Host {
  let turn = 0;
  let clockMs = START_MS;
  let drawn = 1;
  return {
    check: (_kind, { run }) => run === "yes" || (run === "maybe" && turn++ % 2 === 0),
    run: (_kind, { run }) => (run === "maybe" && turn++ % 3 === 0 ? "exited 1" : ""),
    now: () => (clockMs += 1000),
    random: () => (drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0),
  };
}

/** Two sessions on one machine. */
function openWorld(machine: Machine) {
  const store = createMemoryStore();
  const engine = createEngine({
    set: { machines: [machine], idle: [] },
    store,
    host: fixedHost(),
    origin: { harness: "claude", cwd: "/somewhere", configs: [] },
  });
  const keys = ["a", "b"].map((host) => engine.bind(host).session ?? "");
  const print = () => JSON.stringify(store.export());
  return { engine, store, keys, print };
}

type World = ReturnType<typeof openWorld>;

function take(engine: Engine, keys: readonly string[], step: Step): Reply | undefined {
  const key = keys[step.session] ?? "";
  switch (step.kind) {
    case "fire":
      return engine.fire(key, step.event, step.params);
    case "stop":
      engine.stop(key, step.active);
      return undefined;
    case "prompt":
      engine.promptSubmitted(key);
      return undefined;
    default:
      return step satisfies never;
  }
}

/** Takes every step and looks at the world before and after it. */
function everyStep(
  look: (world: World, step: Step, before: string, reply: Reply | undefined) => void,
): void {
  fc.assert(
    fc.property(anyMachine, anySteps, (machine, steps) => {
      const world = openWorld(machine);
      for (const step of steps) {
        const before = world.print();
        look(world, step, before, take(world.engine, world.keys, step));
      }
    }),
    { numRuns: RUNS },
  );
}

interface Stored {
  readonly sessions: readonly SessionRecord[];
  readonly instances: readonly InstanceRecord[];
}

const parsed = (print: string) => JSON.parse(print) as Stored;

describe("any machine, any events", () => {
  // covers: smllm-engine-deterministic
  test("the same twice: the same texts and the same store", () => {
    fc.assert(
      fc.property(anyMachine, anySteps, (machine, steps) => {
        const runs = [openWorld(machine), openWorld(machine)].map(({ engine, keys, print }) => {
          const replies = steps.map((step) => take(engine, keys, step));
          return { replies, views: keys.map((key) => engine.view(key)), print: print() };
        });
        expect<unknown>(runs[0]).toEqual(runs[1]);
      }),
      { numRuns: RUNS },
    );
  });

  // covers: smllm-engine-rejected
  test("a rejected event: nothing written, but what a moved hold or a stale slot clears", () => {
    let rejections = 0;
    everyStep(({ print }, { session }, before, reply) => {
      if (reply === undefined || reply.ok) return;
      rejections++;
      const [was, is] = [parsed(before), parsed(print())];
      expect({ ...is, sessions: [] }).toEqual({ ...was, sessions: [] });
      for (const [index, record] of is.sessions.entries()) {
        const old = was.sessions[index];
        if (index !== session) expect<unknown>(record).toEqual(old);
        const cleared = { holding: record.holding, interrupted: record.interrupted };
        expect<unknown>({ ...old, ...cleared, lastActive: 0 }).toEqual({
          ...record,
          lastActive: 0,
        });
        expect([null, old?.holding]).toContainEqual(record.holding);
        expect([null, old?.interrupted]).toContainEqual(record.interrupted);
      }
    });
    expect(rejections).toBeGreaterThan(RUNS);
  });

  // covers: smllm-engine-monotone
  test("each step: no visit is lost, a version goes up by one when its record changes", () => {
    let changes = 0;
    everyStep(({ print }, _step, before) => {
      const older = new Map(parsed(before).instances.map((record) => [record.id, record]));
      for (const record of parsed(print()).instances) {
        const old = older.get(record.id);
        older.delete(record.id);
        for (const [state, visits] of Object.entries(old?.visits ?? {})) {
          expect(record.visits[state] ?? 0).toBeGreaterThanOrEqual(visits);
        }
        if (JSON.stringify(old) === JSON.stringify(record)) continue;
        changes++;
        expect(record.version).toBe((old?.version ?? 0) + 1);
        expect([null, undefined, record.ref]).toContain(old?.ref);
      }
      expect([...older.keys()]).toEqual([]);
    });
    expect(changes).toBeGreaterThan(RUNS);
  });

  // covers: smllm-engine-never-rests
  test("after each step: no work rests in a state that is left at once", () => {
    fc.assert(
      fc.property(anyMachine, anySteps, (machine, steps) => {
        const { engine, keys, print } = openWorld(machine);
        for (const step of steps) {
          take(engine, keys, step);
          for (const { state, status } of parsed(print()).instances) {
            expect(stateOf(machine, state)?.always).toEqual([]);
            expect(stateOf(machine, state)?.final).toBe(status === "completed");
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  // covers: smllm-row-reads-only
  test("after each step: a status and a view write nothing, and agree whether it is idle", () => {
    let held = 0;
    everyStep(({ engine, keys, print }) => {
      const before = print();
      for (const key of keys) {
        const status = engine.status(key);
        const { text, location } = engine.view(key);
        expect(print()).toBe(before);
        expect(status.idle).toBe(text.includes(`session ${key} · idle\n`));
        expect(status.state).toBe(location.state);
        if (!status.idle) held++;
        expect(status.visit === null ? null : status.visit >= 1).toBe(status.idle ? null : true);
      }
    });
    expect(held).toBeGreaterThan(RUNS);
  });

  // covers: smllm-engine-moved, smllm-store-refs
  test("after each step: one holder for each work, and one work for each ref", () => {
    everyStep(({ engine, keys, print }) => {
      const { instances } = parsed(print());
      const refs = instances.flatMap(({ ref }) => (ref === null ? [] : [ref]));
      expect(new Set(refs).size).toBe(refs.length);
      const held = keys.flatMap((key) => engine.status(key).instance?.id ?? []);
      expect(new Set(held).size).toBe(held.length);
      for (const { status, holder } of instances) {
        expect(holder !== null).toBe(status === "active" || status === "interrupted");
      }
    });
  });
});
