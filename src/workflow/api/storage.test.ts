import { expect, test } from "bun:test";
import { WorkflowError } from "../engine/ports.ts";
import { compileMachines } from "./compile.ts";
import { Engine } from "./engine.ts";
import { memoryStorage, type Storage } from "./storage.ts";

const FIX = `
id: fix
initial: CODE
meta: { smllm: 1, instance: { kind: ticket, ref: { param: ticketId } } }
states:
  CODE: { meta: { entryPoint: true }, on: { ready: SHIPPED } }
  SHIPPED: { type: final }
`;
const COMPILED = compileMachines([{ text: FIX }]).set ?? {};

const enter = (engine: Engine, ticketId: string) => {
  const key = engine.bind("app/x%", "chat").session ?? "";
  engine.fire(key, "enter", { stateMachine: "fix", ticketId });
  return key;
};

// covers: smllm-embed-storage
test("a walk with a storage: each record as it is saved, with its kind and key, history too", () => {
  const seen: string[] = [];
  const inner = memoryStorage();
  const storage: Storage = {
    ...inner,
    put: (kind, key, record) => {
      seen.push(`${kind} ${key}`);
      inner.put(kind, key, record);
    },
    history: (machine, id, entry) => {
      seen.push(`history ${machine}/${id} ${entry.event}`);
      inner.history(machine, id, entry);
    },
  };
  const engine = new Engine(COMPILED, {}, storage);
  const key = enter(engine, "T-1");
  const id = engine.status(key).instance?.id;
  engine.fire(key, "ready");
  expect(seen).toEqual([
    `session ${key}`,
    "binding app%2Fx%25/chat",
    `instance fix/${id}`,
    `history fix/${id} enter`,
    `session ${key}`,
    `instance fix/${id}`,
    `history fix/${id} ready`,
    `session ${key}`,
  ]);
  expect(inner.load()).toEqual(engine.exportState());
});

// covers: smllm-embed-storage
test("another engine with the same storage: goes on where the first one was", () => {
  const storage = memoryStorage();
  const key = enter(new Engine(COMPILED, {}, storage), "T-1");
  const second = new Engine(COMPILED, {}, storage);
  expect(second.status(key)).toMatchObject({ state: "CODE", visit: 1 });
  expect(second.bind("app/x%", "chat").session).toBe(key);
  expect(second.exportState().history).toHaveLength(1);
});

// covers: smllm-embed-storage
test("a storage that fails: a fault of the store, and nothing has changed here", () => {
  let isFull = false;
  const inner = memoryStorage();
  const storage: Storage = {
    ...inner,
    put: (...record) => {
      if (isFull) throw new Error("quota used up");
      inner.put(...record);
    },
  };
  const engine = new Engine(COMPILED, {}, storage);
  const key = enter(engine, "T-1");
  const before = engine.exportState();
  isFull = true;
  expect(() => engine.fire(key, "ready")).toThrow(WorkflowError);
  expect(() => engine.fire(key, "ready")).toThrow("quota used up");
  expect(engine.callTool({ session: key, event: "ready" })).toMatchObject({ ok: false });
  expect(engine.callTool({ session: key, event: "ready" }).text).toMatch(/^error: .*quota used up/);
  expect(engine.exportState()).toEqual(before);
  isFull = false;
  expect(engine.fire(key, "ready").ok).toBe(true);
});

/** A storage in memory that refuses so many calls, beginning with the one of that number. */
function faultyStorage(first: number, count: number): Storage {
  const inner = memoryStorage();
  let calls = 0;
  const orRefused = <A extends readonly unknown[]>(write: (...args: A) => void) => {
    return (...args: A) => {
      const call = calls++;
      if (call >= first && call < first + count) throw new Error("refused");
      write(...args);
    };
  };
  return { ...inner, put: orRefused(inner.put), history: orRefused(inner.history) };
}

/** Fires; whether the storage let it. */
function fired(engine: Engine, key: string, event: string, params = {}): boolean {
  try {
    return engine.fire(key, event, params).ok;
  } catch (error) {
    expect(error).toBeInstanceOf(WorkflowError);
    return false;
  }
}

const WALK = [
  ["enter", { stateMachine: "fix", ticketId: "T-1" }],
  ["yield", {}],
  ["pause", {}],
  ["enter", { stateMachine: "fix", ticketId: "T-1" }],
  ["ready", {}],
] as const;

// covers: smllm-embed-storage
test("any call of the storage refused, and some after it: storage and engine agree at every moment", () => {
  const seen = { refused: 0, takenBack: 0, kept: 0 };
  for (let first = 2; first < 20; first++) {
    for (const count of [1, 2, 3]) {
      const storage = faultyStorage(first, count);
      const engine = new Engine(COMPILED, {}, storage);
      const key = engine.bind("app", "chat").session ?? "";
      for (const [event, params] of WALK.flatMap((step) => [step, step, step])) {
        const [was] = engine.exportState().instances;
        if (!fired(engine, key, event, params)) {
          seen.refused += 1;
          const [now] = engine.exportState().instances;
          seen[now?.version === was?.version ? "takenBack" : "kept"] += 1;
          // One refusal of work that was there takes nothing along with it.
          if (count === 1 && was !== undefined) expect(now).toEqual(was);
        }
        expect(storage.load()).toEqual(engine.exportState());
      }
      expect(new Engine(COMPILED, {}, storage).view(key)).toEqual(engine.view(key));
    }
  }
  expect(Object.values(seen).every((count) => count > 5)).toBe(true);
});

test("a storage that cannot load, or loads what is no state: the constructor says where", () => {
  const cannot = () => {
    throw new Error("closed");
  };
  const loads = (state: unknown) => ({ ...memoryStorage(), load: () => state as never });
  expect(() => new Engine(COMPILED, {}, { ...memoryStorage(), load: cannot })).toThrow("closed");
  expect(() => new Engine(COMPILED, {}, loads({ sessions: [{ key: 7 }] }))).toThrow("sessions[0]");
  expect(() => new Engine(COMPILED, {}, loads([]))).toThrow("what the storage loads");
  expect(new Engine(COMPILED, {}, loads(undefined)).exportState().sessions).toEqual([]);
});

test("observers: told of what was saved; they may change or throw what they like", () => {
  const seen: string[] = [];
  const engine = new Engine(COMPILED, {
    put: (kind, key, record) => {
      seen.push(`${kind} ${key}`);
      Object.assign(record, { state: "BROKEN", key: "" });
    },
    history: (machine, id, entry) => {
      seen.push(`history ${machine}/${id} ${entry.event}`);
      throw new Error("no");
    },
  });
  const key = enter(engine, "T-1");
  expect(engine.status(key)).toMatchObject({ session: key, state: "CODE" });
  expect(seen.filter((line) => line.startsWith("history"))).toHaveLength(1);
});

// covers: smllm-embed-state
test("exported state through JSON into another engine: the same places, histories and bindings", () => {
  const first = new Engine(COMPILED);
  const key = enter(first, "T-1");
  const state = JSON.parse(JSON.stringify(first.exportState()));
  const storage = memoryStorage();
  const second = new Engine(COMPILED, {}, storage);
  const other = second.bind("app", "other").session ?? "";
  second.importState(state);
  expect(second.exportState()).toEqual(first.exportState());
  expect(storage.load()).toEqual(first.exportState());
  expect(second.status(key)).toEqual(first.status(key));
  expect(second.bind("app/x%", "chat").session).toBe(key);
  if (other !== key) expect(() => second.status(other)).toThrow(other);
  second.fire(key, "ready");
  expect(first.status(key).state).toBe("CODE");
});

// covers: smllm-embed-state
test("a state changed by its owner after the export and the import: ours stays as it was", () => {
  const engine = new Engine(COMPILED);
  const key = enter(engine, "T-1");
  const state = engine.exportState();
  engine.importState(state);
  Object.assign(state.instances[0] ?? {}, { state: "SHIPPED", visits: {} });
  expect(engine.status(key)).toMatchObject({ state: "CODE", visit: 1 });
});

// covers: smllm-embed-state
test("a state that cannot be read: refused with its place, and nothing is forgotten", () => {
  const engine = new Engine(COMPILED);
  const key = enter(engine, "T-1");
  const before = engine.exportState();
  const [instance] = before.instances;
  for (const [state, words] of [
    [undefined, "the state to import: "],
    [{ sessions: {} }, "sessions is not a list"],
    [{ bindings: [{ harness: "a" }] }, "bindings[0]: "],
    [{ instances: [{ ...instance, version: 0 }] }, "instances[0]: version"],
    [{ instances: [{ ...instance, status: "open" }] }, "instances[0]: status"],
    [{ instances: [{ ...instance, visits: { CODE: "1" } }] }, "instances[0]: visits"],
    [{ instances: [instance, { ...instance, ref: 7 }] }, "instances[1]: ref"],
    [{ sessions: [{ ...before.sessions[0], holding: "x" }] }, "sessions[0]: holding"],
    [{ history: [{ machine: "fix", id: "x", entry: { at: "now" } }] }, "history[0]: entry: "],
  ] as const)
    expect(() => engine.importState(state)).toThrow(words);
  expect(engine.exportState()).toEqual(before);
  expect(engine.status(key).state).toBe("CODE");
});

test("a storage without replace: an import puts each record", () => {
  const { load, put, history } = memoryStorage();
  const first = new Engine(COMPILED);
  enter(first, "T-1");
  const second = new Engine(COMPILED, {}, { load, put, history });
  second.importState(first.exportState());
  expect(load()).toEqual(first.exportState());
});
