/** The engine, the files and the program agree with a small model after every step. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { createEngine, type Engine } from "../../src/workflow/engine/engine.ts";
import { createMemoryStore } from "../../src/workflow/engine/memory-store.ts";
import type { Host, Store } from "../../src/workflow/engine/ports.ts";
import type { InstanceKey } from "../../src/workflow/engine/records.ts";
import type { Machine } from "../../src/workflow/machine.ts";
import { createDiskStore } from "../../src/workflow/store/disk-store.ts";
import { anyMachine, anySteps, type Step } from "./any-machine.ts";
import { machineFileText } from "./machine-file.ts";
import { McpClient } from "./mcp-client.ts";
import { Model, type Params, passesByWord } from "./model.ts";
import { CASE_MS, Project } from "./project.ts";
import { offeredIn, type Session } from "./session.ts";
import { storedIn } from "./state.ts";

setDefaultTimeout(CASE_MS);

const RUNS_IN_MEMORY = 1000;
const RUNS_ON_DISK = 40;
const RUNS_OF_PROGRAM = 6;
/** Each step of the program starts two processes. */
const STEPS_OF_PROGRAM = 25;

/** What holds after a step, in words that the model and the real thing share. */
interface Seen {
  readonly works: readonly unknown[];
  readonly sessions: readonly unknown[];
  readonly held: readonly (number | null)[];
  readonly states: readonly (string | null)[];
  readonly visits: readonly (number | null)[];
  readonly paused: number;
  readonly offered: readonly (readonly string[])[];
}

function seenInModel(model: Model): Seen {
  const held = [0, 1].map((at) => model.heldNumber(at));
  const works = held.map((number) => (number === undefined ? undefined : model.works[number]));
  return {
    works: model.works.map((work) => ({ ...work })),
    sessions: model.sessions.map((session) => ({ ...session })),
    held: held.map((number) => number ?? null),
    states: works.map((work) => work?.state ?? null),
    visits: works.map((work) => work?.visits[work.state] ?? null),
    paused: model.pausedCount(),
    offered: [0, 1].map((at) => model.offered(at)),
  };
}

/** Reads the same from an engine and its store; `ids` are the works' ids in the order of their making. */
function seenInEngine(
  engine: Engine,
  store: Store,
  keys: readonly string[],
  ids: readonly string[],
): Seen {
  const numberOf = (key: InstanceKey | null | undefined) => (key ? ids.indexOf(key.id) : null);
  const statuses = keys.map((key) => engine.status(key));
  return {
    works: ids.map((id) => {
      const { ref, state, status, holder, version, visits, resumeState } = there(
        store.instance("m", id),
      );
      const by = holder === null ? null : keys.indexOf(holder);
      const shownRef = ref !== null && ids.includes(ref) ? `#${ids.indexOf(ref)}` : ref;
      return { ref: shownRef, state, status, holder: by, version, visits, resumeState };
    }),
    sessions: keys.map((key) => {
      const { holding, interrupted, yielded, blocked } = there(store.session(key));
      return { holding: numberOf(holding), slot: numberOf(interrupted), yielded, blocked };
    }),
    held: statuses.map(({ instance }) => (instance === null ? null : ids.indexOf(instance.id))),
    states: statuses.map(({ state }) => state),
    visits: statuses.map(({ visit }) => visit),
    paused: statuses[0]?.paused ?? -1,
    offered: keys.map((key) => offeredIn(engine.view(key).text)),
  };
}

/** `#0` in a value becomes the id of the first work, if there is one. */
function withIds(params: Params, ids: readonly string[]): Params {
  return params.map(([name, value]) => [
    name,
    ids[Number(/^#([0-9]+)$/.exec(value)?.[1])] ?? value,
  ]);
}

/** The step with the ids of works that are not there yet taken for a ref. */
function meant(step: Step, works: number): Step {
  if (step.kind !== "fire") return step;
  const params = step.params.map(([name, value]) => {
    const number = /^#([0-9]+)$/.exec(value)?.[1];
    return [name, number !== undefined && Number(number) >= works ? "R-1" : value] as const;
  });
  return { ...step, params };
}

type Taken = boolean | string | undefined;

function takeInModel(model: Model, step: Step): Taken {
  switch (step.kind) {
    case "fire":
      return model.fire(step.session, step.event, step.params);
    case "stop":
      return model.stop(step.session, step.active);
    case "prompt":
      return void model.prompt(step.session);
    default:
      return step satisfies never;
  }
}

function takeInEngine(
  engine: Engine,
  keys: readonly string[],
  ids: readonly string[],
  step: Step,
): Taken {
  const key = keys[step.session] ?? "";
  switch (step.kind) {
    case "fire":
      return engine.fire(key, step.event, withIds(step.params, ids)).ok;
    case "stop":
      return engine.stop(key, step.active).decision;
    case "prompt":
      return void engine.promptSubmitted(key);
    default:
      return step satisfies never;
  }
}

/** Answers guards as the model does; its clock and numbers only go on. */
function modelHost(): Host {
  let clockMs = Date.UTC(2031, 4, 7);
  let drawn = 7;
  return {
    check: (_kind, { run }, env) => passesByWord(String(run), env.SMLLM_REF ?? ""),
    run: () => "",
    now: () => (clockMs += 1000),
    random: () => (drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0),
  };
}

/** Takes all steps in both, with a store that `open` gives anew for each, and compares after each. */
function compare(machine: Machine, steps: readonly Step[], open: () => Store): void {
  const model = new Model(machine);
  const host = modelHost();
  const made: string[] = [];
  const engineNow = () => {
    const store = open();
    const watched: Store = {
      ...store,
      putInstance(record) {
        const outcome = store.putInstance(record);
        if (outcome === "stored" && !made.includes(record.id)) made.push(record.id);
        return outcome;
      },
    };
    const origin = { harness: "claude", cwd: "/somewhere", configs: [] };
    const set = { machines: [machine], idle: [] };
    return { store, engine: createEngine({ set, store: watched, host, origin }) };
  };
  const keys = ["a", "b"].map((name) => engineNow().engine.bind(name).session ?? "");
  for (const given of steps) {
    const step = meant(given, made.length);
    const expected = takeInModel(model, step);
    const taken = takeInEngine(engineNow().engine, keys, made, step);
    expect({ step, taken }).toEqual({ step, taken: expected });
    const { engine, store } = engineNow();
    expect({ step, ...seenInEngine(engine, store, keys, made) }).toEqual({
      step,
      ...seenInModel(model),
    });
  }
}

describe("any machine, any events of two sessions", () => {
  // covers: smllm-engine-model
  test("the engine: as the model says, after every step", () => {
    fc.assert(
      fc.property(anyMachine, anySteps, (machine, steps) => {
        const store = createMemoryStore();
        compare(machine, steps, () => store);
      }),
      { numRuns: RUNS_IN_MEMORY },
    );
  });

  // covers: smllm-engine-model, smllm-store-shelves
  test("the files alone: as the model says, read anew after every step", () => {
    fc.assert(
      fc.property(anyMachine, anySteps, (machine, steps) => {
        const root = fs.mkdtempSync(join(tmpdir(), "telltale-model-"));
        try {
          const stateDirs = new Map([["m", join(root, "state")]]);
          compare(machine, steps, () =>
            createDiskStore({ stateDir: join(root, "user"), stateDirs }),
          );
          const shelves = {
            active: "active",
            interrupted: "interrupted",
            paused: "paused",
            completed: "done",
          };
          for (const { shelf, record } of storedIn(join(root, "state/m")).values()) {
            expect(shelf).toBe(shelves[record.status as keyof typeof shelves]);
          }
        } finally {
          fs.rmSync(root, { recursive: true });
        }
      }),
      { numRuns: RUNS_ON_DISK },
    );
  });

  // covers: smllm-engine-model
  test("the program: as the model says, asked in a process of its own after every step", async () => {
    await fc.assert(
      fc.asyncProperty(anyMachine, anySteps, async (machine, steps) => {
        using project = new Project();
        project.write(".smllm/m.smllm.yaml", machineFileText(machine));
        project.write(".smllm/config.toml", '[machines]\nfiles = ["m.smllm.yaml"]\n');
        await using client = await McpClient.connect(project);
        await compareProgram(project, client, machine, steps.slice(0, STEPS_OF_PROGRAM));
      }),
      { numRuns: RUNS_OF_PROGRAM },
    );
  });
});

async function compareProgram(
  project: Project,
  client: McpClient,
  machine: Machine,
  steps: readonly Step[],
): Promise<void> {
  const model = new Model(machine);
  const sessions = [await project.start("a"), await project.start("b")];
  const ids: string[] = [];
  for (const given of steps) {
    const step = meant(given, ids.length);
    const session = there(sessions[step.session]);
    const expected = takeInModel(model, step);
    expect({ step, taken: await takeInProgram(client, session, ids, step) }).toEqual({
      step,
      taken: expected,
    });
    for (const { record } of project.instances("m").values()) {
      if (!ids.includes(String(record.id))) ids.push(String(record.id));
    }
    const seen = seenInModel(model);
    const { instance, state, visit, paused, yielded } = await session.json();
    expect({
      step,
      held: instance === null ? null : ids.indexOf(instance.id),
      state,
      visit,
      paused,
      yielded,
    }).toEqual({
      step,
      held: seen.held[step.session] ?? null,
      state: seen.states[step.session] ?? null,
      visit: seen.visits[step.session] ?? null,
      paused: seen.paused,
      yielded: model.sessions[step.session]?.yielded ?? false,
    });
  }
}

async function takeInProgram(
  client: McpClient,
  session: Session,
  ids: readonly string[],
  step: Step,
): Promise<Taken> {
  switch (step.kind) {
    case "fire": {
      const params = Object.fromEntries(withIds(step.params, ids));
      return !(await client.call({ session: session.key, event: step.event, params })).isError;
    }
    case "stop": {
      const { out, err } = await session.stop(step.active);
      if (out !== "{}\n") return "block";
      return err === "" ? "allow" : "runaway";
    }
    case "prompt":
      return void (await session.prompt());
    default:
      return step satisfies never;
  }
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("it is not there");
  return value;
}
