/** The doors of the package, called as JavaScript lets them be called: with anything. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import * as osc7501 from "./osc7501/osc7501.ts";
import * as progress from "./progress/progress.ts";
import * as record from "./record/record.ts";

type Callable = (...args: readonly unknown[]) => unknown;

const MEMBERS = [
  "id",
  "state",
  "kind",
  "progress",
  "pct",
  "app",
  "title",
  "msg",
  "event",
  "record",
  "mode",
  "states",
  "kinds",
  "capabilities",
  "maxRecords",
  "maxBytes",
  "maxChars",
  "widthCols",
  "strict",
  "session",
  "seq",
  "backgroundTasks",
  "length",
  "toString",
];
const WORDS = ["working", "blocked", "clear", "report", "done", "record", "set", "on", "a/b", ""];

const anything = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});
const symbol = fc.constantFrom(Symbol("s"), Symbol.iterator);
const plain = fc.oneof(anything, symbol, fc.constantFrom<unknown>(...WORDS, null, undefined, 1n));
/** What looks like an argument, and holds something else. */
const nearly = fc.dictionary(fc.constantFrom(...MEMBERS), plain, { maxKeys: 6 });
const value = fc.oneof(
  plain,
  nearly,
  fc.array(nearly, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom(...MEMBERS), fc.oneof(plain, nearly), { maxKeys: 6 }),
);
const args = fc.array(value, { maxLength: 3 });
const rounds = fc.tuple(args, fc.array(args, { minLength: 1, maxLength: 4 }));

/** Calls it, and whatever functions it gives, with all of the arguments. */
function callAll(door: unknown, first: readonly unknown[], later: readonly unknown[][]): void {
  const made = (door as Callable)(...first);
  if (typeof made === "function") for (const each of later) (made as Callable)(...each);
  if (typeof made !== "object" || made === null) return;
  const methods = Object.entries(made).filter(([, member]) => typeof member === "function");
  for (const each of later) for (const [, method] of methods) (method as Callable)(...each);
}

// covers: doors-survive
describe.each([
  ["osc7501", osc7501],
  ["record", record],
  ["progress", progress],
])("the door %s, values of any kind", (_, door) => {
  for (const [name, member] of Object.entries<unknown>(door)) {
    if (typeof member !== "function") continue;
    test(`${name}: never throws`, () => {
      fc.assert(
        fc.property(rounds, ([first, later]) => callAll(member, first, later)),
        { numRuns: 400 },
      );
    });
  }
});

const CALLBACKS = { write() {}, nowMs: () => 0, schedule: () => () => {} };

test("an emitter that can write, given anything else: never throws", () => {
  const mode = fc.constantFrom("on", "probing", "off");
  fc.assert(
    fc.property(nearly, mode, fc.array(args, { maxLength: 4 }), (options, chosen, later) => {
      callAll(osc7501.createEmitter, [{ ...options, ...CALLBACKS, mode: chosen }], later);
    }),
    { numRuns: 1000 },
  );
});

describe("what becomes of values of a wrong kind", () => {
  const wrong = (given: unknown) => given as never;

  test("a report: an id is refused, what else is no text is left out", () => {
    const said = osc7501.encodeReport({ state: "working", app: wrong(null), title: wrong(5) });
    expect(said).toEqual({ ok: true, value: "\x1b]7501;state=working\x1b\\" });
    for (const id of [0, false, {}, [], Number.NaN]) {
      expect(osc7501.encodeReport({ state: "done", id: wrong(id) }).ok).toBe(false);
    }
  });

  test("a clear: nothing but a missing id means everything", () => {
    expect(osc7501.encodeClear().ok).toBe(true);
    for (const id of [null, "", 0, false, []]) {
      expect(osc7501.encodeClear(wrong(id)).ok).toBe(false);
    }
  });

  test("an emitter without what it needs to write: off", () => {
    for (const options of [undefined, {}, { mode: "on" }, { ...CALLBACKS, mode: "auto" }]) {
      const emitter = osc7501.createEmitter(wrong(options));
      expect(emitter.mode()).toBe("off");
      expect(emitter.report({ state: "done" })).toEqual({ ok: true, value: "off" });
    }
  });

  test("a store: what is no record, and no event, changes nothing", () => {
    const store = osc7501.createRecordStore(wrong(null));
    const records = [{ id: 5, state: "done" }, { id: "", state: "new" }, null, "x"];
    for (const each of records) {
      expect(store.apply(wrong({ event: "report", record: each }))).toEqual({ removed: [] });
    }
    expect(store.apply({ event: "report", record: { id: "a", state: "done" } }).updated?.id).toBe(
      "a",
    );
    expect(store.apply(wrong({ event: "clear" }))).toEqual({ removed: [] });
    expect(store.list()).toEqual([{ id: "a", state: "done" }]);
    expect(store.effectiveApp(wrong([]))).toBeUndefined();
  });

  test("a record: never done, and never taken by a reader", () => {
    expect(record.saysDone(wrong({ state: "done" }), false)).toBe(false);
    expect(record.parseRecord(wrong(["[V] "])).ok).toBe(false);
    for (const state of [undefined, null, {}, "x\x1b]0;y\x07", "done x=1"]) {
      const line = record.encodeRecord(wrong({ state, turn: {} }));
      expect(line).toMatch(/^[ -~]+$/);
      expect(record.parseRecord(line).ok).toBe(false);
    }
  });

  test("progress: no sequence for a state that there is not", () => {
    expect(progress.encodeProgress(wrong({ state: "x", pct: 4 }))).toBe("");
    expect(progress.encodeProgress({ state: "set", pct: wrong(5n) })).toBe("\x1b]9;4;1\x1b\\");
    expect(progress.statusOfProgress(wrong(null))).toBeUndefined();
    expect(progress.progressOfStatus(wrong(null))).toEqual({ state: "removed" });
  });
});
