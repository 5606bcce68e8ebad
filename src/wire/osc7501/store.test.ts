import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { LIMITS, type ProgramEvent, type ProgramRecord, STATES } from "./message.ts";
import { createRecordStore, type RecordStore } from "./store.ts";

type Members = Omit<ProgramRecord, "id" | "state">;

function report(
  store: RecordStore,
  id: string,
  state: ProgramRecord["state"] = "idle",
  members: Members = {},
) {
  return store.apply({ event: "report", record: { id, state, ...members } });
}

const ids = (store: RecordStore) => store.list().map(({ id }) => id);

/** One record of each state, its id the name of the state. */
function oneOfEach(): RecordStore {
  const store = createRecordStore();
  for (const state of STATES) report(store, state, state);
  return store;
}

describe("reports", () => {
  // covers: osc7501-replace
  test("a second report of a record: nothing of the first is left", () => {
    const store = createRecordStore();
    report(store, "job", "blocked", { kind: "auth", progress: 12, app: "vault", msg: "Log in" });
    const change = report(store, "job", "working");
    expect(change).toEqual({ removed: [], updated: { id: "job", state: "working" } });
    expect(store.list()).toEqual([{ id: "job", state: "working" }]);
  });

  // covers: osc7501-recency
  test("the same report again: the most recent one now", () => {
    const store = createRecordStore();
    for (const id of ["a", "b", "a"]) report(store, id);
    expect(ids(store)).toEqual(["b", "a"]);
  });

  test("a query and a refused sequence: nothing changes", () => {
    const store = oneOfEach();
    const before = store.list();
    const events: readonly ProgramEvent[] = [
      { event: "query", terminator: "st" },
      { event: "reject", reason: "bad-id" },
    ];
    for (const event of events) expect(store.apply(event)).toEqual({ removed: [] });
    expect(store.list()).toEqual(before);
  });

  test("a record that its reader changes: not possible", () => {
    const record = { id: "", state: "idle" as const };
    const store = createRecordStore();
    const { updated } = store.apply({ event: "report", record });
    expect(Object.isFrozen(updated)).toBe(true);
    expect(Object.isFrozen(record)).toBe(false);
  });
});

describe("capacity", () => {
  // covers: osc7501-capacity
  test("257 records, the root among them: the least recently updated is gone and is named", () => {
    const store = createRecordStore();
    report(store, "");
    for (let at = 1; at < LIMITS.records; at++) report(store, `n${at}`);
    report(store, "n1");
    expect(report(store, "late")).toMatchObject({ removed: [""], updated: { id: "late" } });
    expect(report(store, "later").removed).toEqual(["n2"]);
    expect(store.list()).toHaveLength(LIMITS.records);
    expect(store.get("n1")).toBeDefined();
  });

  test.each([
    [0, 64],
    [64, 64],
    [100.5, 100],
    [1e9, 256],
    [Number.NaN, 256],
    [undefined, 256],
  ])("room for %p records: %p are kept", (maxRecords, kept) => {
    const store = createRecordStore(maxRecords === undefined ? {} : { maxRecords });
    for (let at = 0; at < 300; at++) report(store, `n${at}`);
    expect(store.list()).toHaveLength(kept);
  });
});

describe("clear", () => {
  const apply = (id: string) => {
    const store = createRecordStore();
    for (const known of ["", "web", "web/a", "web/a/b", "webapp", "we"]) report(store, known);
    const { removed } = store.apply({ event: "clear", id });
    return { removed, left: ids(store) };
  };

  // covers: osc7501-clear
  test("an id: it and what is beneath it go, by whole segments", () => {
    expect(apply("web")).toEqual({
      removed: ["web", "web/a", "web/a/b"],
      left: ["", "webapp", "we"],
    });
  });

  test("an id without a record of its own: what is beneath it goes", () => {
    const store = createRecordStore();
    report(store, "b/a");
    expect(store.apply({ event: "clear", id: "b" })).toEqual({ removed: ["b/a"] });
  });

  test("no id: everything goes, finished records too", () => {
    expect(oneOfEach().apply({ event: "clear", id: "" }).removed).toEqual([...STATES]);
  });

  test("nothing to remove: nothing changes", () => {
    expect(apply("other").removed).toEqual([]);
  });
});

describe("what ends records", () => {
  // covers: osc7501-prompt-ends
  test.each([
    ["a prompt", (store: RecordStore) => store.promptStart()],
    ["a prompt in the stream", (store: RecordStore) => store.apply({ event: "prompt-start" })],
    ["the exit of the program", (store: RecordStore) => store.processExit()],
  ])("%s: done and error stay, the rest goes", (_, end) => {
    const store = oneOfEach();
    expect(end(store)).toEqual({ removed: ["idle", "working", "blocked"] });
    expect(ids(store)).toEqual(["done", "error"]);
    expect(end(store)).toEqual({ removed: [] });
  });

  // covers: osc7501-reset-ends
  test("a full reset: everything goes", () => {
    expect(oneOfEach().apply({ event: "reset" }).removed).toEqual([...STATES]);
    expect(oneOfEach().reset().removed).toEqual([...STATES]);
  });

  // covers: osc7501-seen
  test("seen: done and error go, the rest stays", () => {
    const store = oneOfEach();
    expect(store.seen()).toEqual({ removed: ["done", "error"] });
    expect(ids(store)).toEqual(["idle", "working", "blocked"]);
  });
});

// covers: osc7501-inherit
describe("effective app", () => {
  test("own, nearest ancestor, root: in this order, past records without one", () => {
    const store = createRecordStore();
    report(store, "", "idle", { app: "top" });
    report(store, "p", "idle", { app: "mid" });
    report(store, "p/q");
    report(store, "p/q/r", "idle", { app: "own" });
    expect(["p/q/r", "p/q", "p", "other", "pq", ""].map(store.effectiveApp)).toEqual([
      "own",
      "mid",
      "mid",
      "top",
      "top",
      "top",
    ]);
  });

  test("an ancestor goes: the next one's counts from then on", () => {
    const store = createRecordStore();
    report(store, "a", "working", { app: "first" });
    report(store, "a/b", "done");
    expect(store.effectiveApp("a/b")).toBe("first");
    store.promptStart();
    expect(store.effectiveApp("a/b")).toBeUndefined();
  });
});

// covers: osc7501-coarse
describe("a coarser signal", () => {
  test("no report yet: it sets the root record, and takes it away", () => {
    const store = createRecordStore();
    const updated = { id: "", state: "working", progress: 40 } as const;
    expect(store.coarse({ state: "working", progress: 40 })).toEqual({ removed: [], updated });
    expect(store.coarse({ state: "error", progress: 40 }).updated).toEqual({
      id: "",
      state: "error",
    });
    expect(store.coarse(undefined)).toEqual({ removed: [""] });
    expect(store.coarse(undefined)).toEqual({ removed: [] });
  });

  test("after a report: ignored until the next prompt, exit or reset", () => {
    for (const end of ["promptStart", "processExit", "reset"] as const) {
      const store = createRecordStore();
      report(store, "task", "blocked", { kind: "permission" });
      expect(store.coarse({ state: "working" })).toEqual({ removed: [] });
      expect(store.coarse(undefined)).toEqual({ removed: [] });
      store[end]();
      expect(store.coarse({ state: "working" }).updated).toEqual({ id: "", state: "working" });
    }
  });

  test("an unseen error of an earlier program: not taken away", () => {
    const store = createRecordStore();
    report(store, "", "error");
    store.promptStart();
    expect(store.coarse(undefined)).toEqual({ removed: [] });
  });
});

// covers: osc7501-export
describe("export and import", () => {
  const records: readonly ProgramRecord[] = [
    { id: "b", state: "blocked", kind: "auth", progress: 0, app: "x", title: "é", msg: "m" },
    { id: "", state: "idle" },
    { id: "a", state: "error", msg: "x".repeat(LIMITS.msg) },
  ];

  test("exported, through JSON, imported: the same records in the same order", () => {
    const store = createRecordStore();
    for (const record of records) store.apply({ event: "report", record });
    const other = oneOfEach();
    expect(other.import(JSON.parse(JSON.stringify(store.export())))).toEqual({
      ok: true,
      value: { removed: [...STATES] },
    });
    expect(other.list()).toEqual(records);
    expect(other.export()).toEqual(store.export());
  });

  test.each<[string, unknown]>([
    ["id", { id: "a//b", state: "idle" }],
    ["id", { state: "idle" }],
    ["id", "idle"],
    ["state", { id: "", state: "clear" }],
    ["kind", { id: "", state: "idle", kind: "auth" }],
    ["kind", { id: "", state: "blocked", kind: "captcha" }],
    ["progress", { id: "", state: "working", progress: 101 }],
    ["progress", { id: "", state: "working", progress: 1.5 }],
    ["progress", { id: "", state: "working", progress: "5" }],
    ["progress", { id: "", state: "done", progress: 5 }],
    ["app", { id: "", state: "idle", app: "a/b" }],
    ["app", { id: "", state: "idle", app: "a".repeat(33) }],
    ["title", { id: "", state: "idle", title: "é".repeat(97) }],
    ["title", { id: "", state: "idle", title: "" }],
    ["msg", { id: "", state: "idle", msg: "a\nb" }],
    ["msg", { id: "", state: "idle", msg: "\u0085" }],
    ["msg", { id: "", state: "idle", msg: "\ud83d" }],
    ["msg", { id: "", state: "idle", msg: "x".repeat(LIMITS.msg + 1) }],
    ["id", null],
    ["id", { id: 1n, state: "idle" }],
    ["stands twice", records[0]],
  ])("the last entry with a wrong %s: refused with the reason, nothing changes", (word, entry) => {
    const store = oneOfEach();
    const before = store.list();
    const imported = store.import([...records, entry]);
    expect(imported.ok ? "imported" : imported.reason).toStartWith("record 4: ");
    expect(imported.ok ? "imported" : imported.reason).toContain(word);
    expect(store.list()).toEqual(before);
  });

  test("no list, or more than a terminal has: refused, nothing changes", () => {
    const store = oneOfEach();
    const many = Array.from({ length: 257 }, (_, at) => ({ id: `n${at}`, state: "idle" }));
    expect(store.import({ records })).toMatchObject({ ok: false });
    expect(store.import(many)).toMatchObject({ ok: false });
    expect(ids(store)).toEqual([...STATES]);
  });

  test("a smaller store: keeps the most recent ones", () => {
    const store = createRecordStore({ maxRecords: 64 });
    const many = Array.from({ length: 200 }, (_, at) => ({ id: `n${at}`, state: "idle" }));
    expect(store.import(many).ok).toBe(true);
    expect(ids(store)).toEqual(many.slice(-64).map(({ id }) => id));
  });

  test("a root as a coarser signal sets it: it can be taken away, a finer one cannot", () => {
    const store = createRecordStore();
    store.import([{ id: "", state: "working", progress: 3 }]);
    expect(store.coarse(undefined)).toEqual({ removed: [""] });
    store.import([{ id: "", state: "working", app: "make" }]);
    expect(store.coarse(undefined)).toEqual({ removed: [] });
  });

  const anything = fc.anything({ withBigInt: true, withNullPrototype: true });
  const entry = fc.record(
    {
      id: fc.oneof(fc.constantFrom("", "a", "b/c"), anything),
      state: fc.oneof(fc.constantFrom(...STATES), anything),
      progress: fc.oneof(fc.integer({ min: -1, max: 101 }), anything),
      title: fc.oneof(fc.string({ unit: "binary" }), anything),
    },
    { requiredKeys: ["id", "state"] },
  );

  test("any values: a reason or records that can be imported again", () => {
    fc.assert(
      fc.property(fc.array(entry), (data) => {
        const store = createRecordStore();
        const imported = store.import(data);
        if (imported.ok) expect(createRecordStore().import(store.export()).ok).toBe(true);
        else expect(store.list()).toEqual([]);
      }),
    );
  });
});

test("any history: never more than the room, each id once, changes that add up", () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(fc.constant("report" as const), fc.nat(90), fc.nat(4)) },
    fc.tuple(fc.constantFrom("clear", "promptStart", "seen", "coarse"), fc.nat(90), fc.nat(4)),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      const store = createRecordStore({ maxRecords: 64 });
      const known = new Set<string>();
      for (const [what, number, at] of steps) {
        const id = number === 0 ? "" : `n${number % 9}/${number}`;
        const { removed, updated } =
          what === "report"
            ? report(store, id, STATES[at])
            : what === "clear"
              ? store.apply({ event: "clear", id: `n${at}` })
              : what === "coarse"
                ? store.coarse(at === 0 ? undefined : { state: "working" })
                : store[what === "seen" ? "seen" : "promptStart"]();
        if (updated !== undefined) known.add(updated.id);
        for (const gone of removed) expect(known.delete(gone)).toBe(true);
        expect(new Set(ids(store))).toEqual(known);
        expect(known.size).toBeLessThanOrEqual(64);
        if (updated !== undefined) expect(store.list().at(-1)).toEqual(updated);
      }
    }),
    { numRuns: 50 },
  );
});
