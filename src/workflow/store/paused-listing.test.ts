/** Counts and lists of paused instances: with and without the cache, and when the cache may be believed. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { instanceRecord } from "../../testing/workflow-records.ts";
import { createDiskStore } from "./disk-store.ts";

let root = "";
beforeEach(() => {
  root = fs.mkdtempSync(join(os.tmpdir(), "smllm-paused-"));
  fs.mkdirSync(shelf(), { recursive: true });
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const shelf = (): string => join(root, "state", "fix", "paused");
const cache = (): string => join(root, "cache");
const cached = (): readonly string[] =>
  fs.existsSync(join(cache(), "paused")) ? fs.readdirSync(join(cache(), "paused")) : [];

const store = (cacheDir: string | undefined = cache()) =>
  createDiskStore({
    stateDir: join(root, "user"),
    stateDirs: new Map([["fix", join(root, "state")]]),
    cacheDir,
  });

const idOf = (number: number): string => `i-${String(number).padStart(6, "0")}`;

/** Its file is as old as the record says, counted back from a day ago. */
function add(number: number, updated: number, change: object = {}): void {
  const id = idOf(number);
  const path = join(shelf(), `${id}.json`);
  const record = instanceRecord({
    id,
    ref: `T-${number}`,
    status: "paused",
    holder: null,
    updated,
  });
  fs.writeFileSync(path, JSON.stringify({ ...record, ...change }));
  fs.utimesSync(path, 1_700_000_000 + updated, 1_700_000_000 + updated);
}

function addMany(count: number): void {
  for (let number = 1; number <= count; number++) add(number, number);
}

/** As a folder is that nobody touched for a while. */
function settle(): void {
  fs.utimesSync(shelf(), 1_700_000_000, 1_700_000_000);
}

const refs = (limit?: number): readonly (string | null)[] =>
  store()
    .paused("fix", limit)
    .newest.map(({ ref }) => ref);

describe("pausedCount", () => {
  test("files of records, of others and of writers: records alone, none of them read", () => {
    addMany(3);
    for (const name of [".i-000001.json.1-0123456789ab.tmp", ".lock", "notes.txt"]) {
      fs.writeFileSync(join(shelf(), name), "");
    }
    fs.writeFileSync(join(shelf(), "i-broken.json"), "{ nope");
    expect(store().pausedCount("fix")).toBe(4);
    expect(cached()).toEqual([]);
  });

  // covers: smllm-paused-cache
  test("a large folder at rest: kept, and believed until the folder changes", () => {
    addMany(250);
    settle();
    expect(store().pausedCount("fix")).toBe(250);
    const [name = ""] = cached();
    const file = join(cache(), "paused", name);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    const kept = JSON.parse(fs.readFileSync(file, "utf8"));
    fs.writeFileSync(file, JSON.stringify({ ...kept, count: 777 }));
    expect(store().pausedCount("fix")).toBe(777);
    add(251, 251);
    expect(store().pausedCount("fix")).toBe(251);
  });

  test("a large folder that changed a moment ago: not kept", () => {
    addMany(250);
    expect(store().pausedCount("fix")).toBe(250);
    expect(cached()).toEqual([]);
  });

  test.each([
    ["no JSON", "{ nope"],
    ["another version", '{"version":99}'],
    ["a count that is none", '{"count":-3}'],
    ["names that lead elsewhere", '{"newest":["../../x.json"]}'],
    ["a newest that is no list", '{"newest":7}'],
  ])("a cache with %s: looked anew", (_what, text) => {
    addMany(250);
    settle();
    store().paused("fix", 10);
    const file = join(cache(), "paused", cached()[0] ?? "");
    const kept = JSON.parse(fs.readFileSync(file, "utf8"));
    const change = text.startsWith("{ ") ? undefined : JSON.parse(text);
    fs.writeFileSync(file, change === undefined ? text : JSON.stringify({ ...kept, ...change }));
    expect(store().pausedCount("fix")).toBe(250);
    expect(refs(2)).toEqual(["T-250", "T-249"]);
  });

  test("a cache folder that cannot be made, and none: the same answers", () => {
    addMany(250);
    settle();
    fs.writeFileSync(join(root, "cache"), "a file");
    expect(store().pausedCount("fix")).toBe(250);
    expect(store(undefined).pausedCount("fix")).toBe(250);
    expect(refs(1)).toEqual(["T-250"]);
  });
});

describe("paused", () => {
  test("newest first by the time in the record, ties by label; without a limit all", () => {
    add(3, 5);
    add(2, 5);
    add(1, 9);
    add(4, 1);
    expect(refs()).toEqual(["T-1", "T-2", "T-3", "T-4"]);
    expect(store().paused("fix", 3)).toMatchObject({ count: 4 });
    expect(refs(3)).toEqual(["T-1", "T-2", "T-3"]);
  });

  test("files of one and the same time: those that the records call newest", () => {
    for (let number = 1; number <= 60; number++) {
      add(number, 100 + ((number * 7) % 60));
      fs.utimesSync(join(shelf(), `${idOf(number)}.json`), 1_700_000_000, 1_700_000_000);
    }
    settle();
    const byRecord = Array.from({ length: 60 }, (_, at) => at + 1)
      .sort((one, other) => ((other * 7) % 60) - ((one * 7) % 60))
      .map((number) => `T-${number}`);
    expect(refs(10)).toEqual(byRecord.slice(0, 10));
    expect(refs(10)).toEqual(byRecord.slice(0, 10));
  });

  test("broken files and ones on their way elsewhere among the newest: passed over", () => {
    addMany(250);
    add(250, 250, { id: "i-other1" });
    add(249, 249, { status: "active" });
    fs.writeFileSync(join(shelf(), `${idOf(248)}.json`), "{ nope");
    settle();
    for (let round = 0; round < 3; round++) {
      expect(store().paused("fix", 3).count).toBe(250);
      expect(refs(3)).toEqual(["T-247", "T-246", "T-245"]);
    }
    expect(cached()).toHaveLength(1);
  });

  test("a record changed in place behind the cache: shown as it is now", () => {
    addMany(250);
    settle();
    expect(refs(2)).toEqual(["T-250", "T-249"]);
    const path = join(shelf(), `${idOf(250)}.json`);
    fs.writeFileSync(path, fs.readFileSync(path, "utf8").replace("T-250", "NEW"));
    expect(refs(2)).toEqual(["NEW", "T-249"]);
  });

  test("a thousand files of one time: kept in the order of their records", () => {
    for (let number = 1; number <= 1000; number++) add(number, (number * 7) % 1009);
    for (const name of fs.readdirSync(shelf())) {
      fs.utimesSync(join(shelf(), name), 1_700_000_000, 1_700_000_000);
    }
    settle();
    const fresh = refs(10);
    const [name = ""] = cached();
    const { newest } = JSON.parse(fs.readFileSync(join(cache(), "paused", name), "utf8"));
    expect(newest).toHaveLength(32);
    expect(refs(10)).toEqual(fresh);
    expect(refs(10)).toEqual(refs().slice(0, 10));
  });

  test("all newest ones of the cache broken by now: found among the rest", () => {
    addMany(300);
    settle();
    refs(10);
    for (let number = 240; number <= 300; number++) {
      fs.writeFileSync(join(shelf(), `${idOf(number)}.json`), "{ nope");
    }
    settle();
    expect(refs(2)).toEqual(["T-239", "T-238"]);
  });
});
