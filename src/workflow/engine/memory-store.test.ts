import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseMemoryState } from "./memory-state.ts";
import { createMemoryStore, type SavedRecord } from "./memory-store.ts";
import type { InstanceRecord, InstanceStatus, SessionRecord } from "./records.ts";

const instance = (id: string, more: Partial<InstanceRecord> = {}): InstanceRecord => ({
  id,
  machine: "m",
  ref: null,
  state: "A",
  status: "active",
  holder: "sm-1",
  version: 1,
  visits: { A: 1 },
  resumeState: null,
  created: 1,
  updated: 1,
  ...more,
});

const session = (key: string): SessionRecord => ({
  key,
  harness: "claude",
  hostSession: null,
  cwd: "/",
  configs: [],
  holding: { machine: "m", id: "i-1" },
  interrupted: null,
  yielded: false,
  blocked: false,
  created: 1,
  lastActive: 1,
});

describe("instances", () => {
  // covers: smllm-engine-conflict
  test("versions: the next one is stored, any other is a conflict and changes nothing", () => {
    const store = createMemoryStore();
    for (const version of [0, 2, 7])
      expect(store.putInstance(instance("i-1", { version }))).toBe("conflict");
    expect(store.hasInstance("m", "i-1")).toBe(false);
    expect(store.putInstance(instance("i-1"))).toBe("stored");
    for (const version of [1, 3])
      expect(store.putInstance(instance("i-1", { version }))).toBe("conflict");
    expect(store.putInstance(instance("i-1", { version: 2, state: "B" }))).toBe("stored");
    expect(store.instance("m", "i-1")?.state).toBe("B");
    expect(store.instance("other", "i-1")).toBeUndefined();
  });

  test("refs: a new one must be nobody else's ref or id; the own stays", () => {
    const store = createMemoryStore();
    store.putInstance(instance("i-1", { ref: "r" }));
    expect(store.putInstance(instance("i-2", { ref: "r" }))).toBe("conflict");
    expect(store.putInstance(instance("i-2", { ref: "i-1" }))).toBe("conflict");
    expect(store.putInstance(instance("i-2", { ref: "i-2" }))).toBe("stored");
    expect(store.putInstance(instance("i-1", { ref: "r", version: 2 }))).toBe("stored");
    expect(store.putInstance(instance("i-1", { ref: "r", machine: "n" }))).toBe("stored");
    expect(store.instanceByRef("m", "r")?.id).toBe("i-1");
    expect(store.instanceByRef("m", "none")).toBeUndefined();
  });

  test("paused ones: newest first, then by label, as many as asked for; the count is of all", () => {
    const store = createMemoryStore();
    const paused = (id: string, updated: number, ref: string | null = null) =>
      store.putInstance(instance(id, { status: "paused", holder: null, updated, ref }));
    paused("i-3", 5);
    paused("i-1", 5, "b");
    paused("i-2", 9);
    paused("i-4", 5, "a");
    store.putInstance(instance("i-5"));
    const ids = (limit?: number) => store.paused("m", limit).newest.map(({ id }) => id);
    expect(ids()).toEqual(["i-2", "i-4", "i-1", "i-3"]);
    expect(ids(2)).toEqual(["i-2", "i-4"]);
    expect(ids(0)).toEqual([]);
    expect(store.paused("m", 1).count).toBe(4);
    expect([store.pausedCount("m"), store.pausedCount("none")]).toEqual([4, 0]);
  });

  test("random writes: the paused list is what a sort of all records gives", () => {
    const statuses: readonly InstanceStatus[] = ["active", "paused"];
    const write = fc.tuple(fc.nat(9), fc.constantFrom(...statuses), fc.nat(4));
    fc.assert(
      fc.property(fc.array(write, { maxLength: 60 }), (writes) => {
        const store = createMemoryStore();
        for (const [n, status, updated] of writes) {
          const version = (store.instance("m", `i-${n}`)?.version ?? 0) + 1;
          store.putInstance(instance(`i-${n}`, { status, updated, version }));
        }
        const all = store.export().instances.filter(({ status }) => status === "paused");
        const sorted = all.toSorted((a, b) => b.updated - a.updated || (a.id < b.id ? -1 : 1));
        expect(store.paused("m").newest).toEqual(sorted);
      }),
    );
  });
});

describe("sessions and bindings", () => {
  test("a change: its members alone; one that is so already: no write", () => {
    const saved: SavedRecord[] = [];
    const store = createMemoryStore({}, { save: (record) => void saved.push(record) });
    store.addSession(session("sm-1"));
    const before = saved.length;
    const same = { holding: { machine: "m", id: "i-1" }, interrupted: null, yielded: false };
    expect(store.updateSession("sm-1", same)).toEqual(session("sm-1"));
    expect(saved.length).toBe(before);
    expect(store.updateSession("sm-1", { interrupted: { machine: "m", id: "i-2" } })).toEqual({
      ...session("sm-1"),
      interrupted: { machine: "m", id: "i-2" },
    });
    expect(store.updateSession("sm-1", { holding: null }).holding).toBeNull();
    expect(saved.length).toBe(before + 2);
    expect(() => store.updateSession("sm-2", {})).toThrow(
      expect.objectContaining({ kind: "unknown-session" }),
    );
  });

  test("bindings whose names run together: told apart", () => {
    const store = createMemoryStore();
    store.putBinding("a", "bc", "sm-1");
    store.putBinding("ab", "c", "sm-2");
    expect([store.binding("a", "bc"), store.binding("ab", "c"), store.binding("", "abc")]).toEqual([
      "sm-1",
      "sm-2",
      undefined,
    ]);
  });
});

describe("what goes out and comes in", () => {
  // covers: smllm-embed-storage
  test("each write: told before it takes effect; one that cannot be kept has changed nothing", () => {
    const saved: SavedRecord[] = [];
    let full = false;
    const store = createMemoryStore(
      {},
      {
        save: (record) => {
          if (full) throw new Error("full");
          saved.push(record);
        },
      },
    );
    const entry = {
      at: 1,
      session: "sm-1",
      event: "go",
      from: "A",
      to: "B",
      params: {},
      trace: [],
    };
    const writes = [
      () => store.addSession(session("sm-1")),
      () => store.putBinding("claude", "a", "sm-1"),
      () => store.putInstance(instance("i-1"), entry),
    ];
    full = true;
    const empty = store.export();
    for (const write of writes) expect(write).toThrow("full");
    expect(store.export()).toEqual(empty);
    full = false;
    for (const write of writes) write();
    expect(saved.map(({ kind }) => kind)).toEqual(["session", "binding", "instance", "history"]);
    expect(store.export().history).toEqual([{ machine: "m", id: "i-1", entry }]);
  });

  // covers: smllm-embed-state
  test("an exported state, through JSON: the same store again", () => {
    const store = createMemoryStore();
    store.addSession(session("sm-1"));
    store.putBinding("claude", "a", "sm-1");
    const entry = {
      at: 1,
      session: "sm-1",
      event: "go",
      from: null,
      to: "B",
      params: {},
      trace: ["x"],
    };
    const visits = JSON.parse('{"__proto__":2}');
    store.putInstance(instance("i-1", { ref: "r", visits }), entry);
    store.putInstance(instance("i-2", { status: "paused" }));
    const state = parseMemoryState(JSON.parse(JSON.stringify(store.export())));
    if (!state.ok) throw new Error(state.reason);
    const again = createMemoryStore(state.value);
    expect(again.export()).toEqual(store.export());
    expect(again.instanceByRef("m", "r")).toEqual(store.instance("m", "i-1"));
    expect(again.pausedCount("m")).toBe(1);
    expect(again.history("m", "i-1")).toEqual([entry]);
    expect(again.putInstance(instance("i-3", { ref: "r" }))).toBe("conflict");
  });

  test("states that are none: the place of the first fault", () => {
    const rows: readonly (readonly [unknown, string])[] = [
      [null, "not an object"],
      [[], "not an object"],
      [{ sessions: {} }, "sessions is not a list"],
      [{ sessions: [{}] }, "sessions[0]: "],
      [{ bindings: [{ harness: "a", hostSession: 1, key: "k" }] }, "bindings[0]: "],
      [{ instances: [instance("i-1"), { ...instance("i-2"), status: "lost" }] }, "instances[1]: "],
      [{ history: [{ machine: "m", id: "i-1" }] }, "history[0]: entry: "],
      [{ history: ["x"] }, "history[0]: "],
    ];
    for (const [value, reason] of rows)
      expect(parseMemoryState(value)).toMatchObject({
        ok: false,
        reason: expect.stringContaining(reason),
      });
    expect(parseMemoryState({})).toMatchObject({ ok: true });
  });
});
