/** The store against real files: what is written where, what is refused, what hostile files do. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { faultOf } from "../../testing/workflow-fault.ts";
import { historyEntry, instanceRecord } from "../../testing/workflow-records.ts";
import type { Store } from "../engine/ports.ts";
import type { InstanceRecord } from "../engine/records.ts";
import { createDiskStore } from "./disk-store.ts";

let root = "";
let store: Store;
beforeEach(() => {
  root = fs.mkdtempSync(join(os.tmpdir(), "smllm-store-"));
  store = createDiskStore({
    stateDir: join(root, "user"),
    stateDirs: new Map([
      ["fix", join(root, "project", "state")],
      ["a_b", join(root, "project", "state")],
    ]),
  });
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const at = (...parts: string[]): string => join(root, ...parts);
const machineAt = (...parts: string[]): string => at("project", "state", "fix", ...parts);
const put = (path: string, text: string): void => {
  fs.mkdirSync(join(path, ".."), { recursive: true });
  fs.writeFileSync(path, text);
};
const everyFile = (): readonly string[] =>
  fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();

describe("instances", () => {
  // covers: smllm-store-layout, smllm-store-records, smllm-store-gitignore
  test("a new one: record, marker, lock and a .gitignore, and no more", () => {
    expect(store.putInstance(instanceRecord())).toBe("stored");
    expect(everyFile()).toEqual([
      "project/state/.gitignore",
      "project/state/fix/.lock",
      "project/state/fix/active/i-abc123.json",
      "project/state/fix/refs/t-1.json",
    ]);
    expect(fs.readFileSync(machineAt("active", "i-abc123.json"), "utf8")).toBe(
      `${JSON.stringify(instanceRecord(), null, 2)}\n`,
    );
    expect(JSON.parse(fs.readFileSync(machineAt("refs", "t-1.json"), "utf8"))).toEqual({
      "T-1": "i-abc123",
    });
    expect(fs.readFileSync(at("project", "state", ".gitignore"), "utf8")).toMatch(/^# .+\n\*\n$/);
  });

  test("a .gitignore that is there: kept", () => {
    put(at("project", "state", ".gitignore"), "mine\n");
    store.putInstance(instanceRecord());
    expect(fs.readFileSync(at("project", "state", ".gitignore"), "utf8")).toBe("mine\n");
  });

  test.each(["config.toml", ".git/HEAD"])("a folder where %s is kept: no .gitignore", (other) => {
    put(at("project", "state", other), "theirs\n");
    expect(store.putInstance(instanceRecord())).toBe("stored");
    expect(fs.existsSync(at("project", "state", ".gitignore"))).toBe(false);
  });

  // covers: smllm-store-shelves
  test("through every status and back: on the shelf of each, on no other, nothing left over", () => {
    store.putInstance(instanceRecord());
    const shelves = {
      interrupted: "interrupted",
      paused: "paused",
      completed: "done",
      active: "active",
    };
    let version = 1;
    for (const [status, shelf] of Object.entries(shelves)) {
      version += 1;
      const record = instanceRecord({ status: status as InstanceRecord["status"], version });
      expect(store.putInstance(record)).toBe("stored");
      const files = everyFile().filter((name) => name.includes("i-abc123"));
      expect(files).toEqual([`project/state/fix/${shelf}/i-abc123.json`]);
      expect(store.instance("fix", "i-abc123")).toEqual(record);
    }
    expect(fs.readdirSync(machineAt(".tmp"))).toEqual([]);
  });

  test("a version that is not the next one, in either direction: conflict, nothing written", () => {
    expect(store.putInstance(instanceRecord({ version: 2 }))).toBe("conflict");
    store.putInstance(instanceRecord());
    const before = fs.readFileSync(machineAt("active", "i-abc123.json"), "utf8");
    for (const version of [1, 3]) {
      expect(store.putInstance(instanceRecord({ version, state: "X", ref: "T-2" }))).toBe(
        "conflict",
      );
    }
    expect(fs.readFileSync(machineAt("active", "i-abc123.json"), "utf8")).toBe(before);
    expect(store.instanceByRef("fix", "T-2")).toBeUndefined();
  });

  // covers: smllm-store-refs
  test("refs that differ in case: one marker file, an owner each; a taken one: conflict", () => {
    const other = instanceRecord({ id: "i-other1", ref: "t-1" });
    expect(store.putInstance(instanceRecord())).toBe("stored");
    expect(store.putInstance(other)).toBe("stored");
    expect(fs.readdirSync(machineAt("refs"))).toEqual(["t-1.json"]);
    expect(store.instanceByRef("fix", "T-1")?.id).toBe("i-abc123");
    expect(store.instanceByRef("fix", "t-1")?.id).toBe("i-other1");
    expect(store.putInstance(instanceRecord({ id: "i-third1" }))).toBe("conflict");
    expect(store.putInstance(instanceRecord({ id: "i-third1", ref: "i-other1" }))).toBe("conflict");
    expect(store.hasInstance("fix", "i-third1")).toBe(false);
  });

  test("a ref of a completed one, and an id that is somebody's ref: conflict", () => {
    store.putInstance(instanceRecord({ ref: "i-third1", status: "completed", holder: null }));
    expect(store.putInstance(instanceRecord({ id: "i-other1", ref: "i-third1" }))).toBe("conflict");
    expect(store.putInstance(instanceRecord({ id: "i-third1", ref: null }))).toBe("conflict");
  });

  test("a ref set later, and one that is its own id: found by it", () => {
    store.putInstance(instanceRecord({ ref: null }));
    expect(store.instanceByRef("fix", "i-abc123")).toBeUndefined();
    expect(store.putInstance(instanceRecord({ ref: "i-abc123", version: 2 }))).toBe("stored");
    expect(store.instanceByRef("fix", "i-abc123")?.version).toBe(2);
  });

  test("a marker that names nobody, or somebody without that ref: the ref is free", () => {
    put(machineAt("refs", "t-9.json"), '{ "T-9": "i-gone11" }');
    expect(store.putInstance(instanceRecord({ ref: "T-9" }))).toBe("stored");
    put(machineAt("refs", "t-8.json"), '{ "T-8": "i-abc123" }');
    expect(store.instanceByRef("fix", "T-8")).toBeUndefined();
    expect(store.putInstance(instanceRecord({ id: "i-other1", ref: "T-8" }))).toBe("stored");
    expect(store.instanceByRef("fix", "T-8")?.id).toBe("i-other1");
  });

  // covers: smllm-store-corrupt
  test("a marker that is broken: its refs are found by looking, and it is mended by the next write", () => {
    store.putInstance(instanceRecord());
    store.putInstance(instanceRecord({ id: "i-other1", ref: "t-1" }));
    for (const text of ["{ nope", "[]", '{"T-1":7}']) {
      put(machineAt("refs", "t-1.json"), text);
      expect(store.instanceByRef("fix", "T-1")?.id).toBe("i-abc123");
      expect(store.putInstance(instanceRecord({ id: "i-third1" }))).toBe("conflict");
    }
    store.putInstance(instanceRecord({ version: 2, ref: null }));
    expect(store.putInstance(instanceRecord({ version: 3 }))).toBe("stored");
    expect(JSON.parse(fs.readFileSync(machineAt("refs", "t-1.json"), "utf8"))).toEqual({
      "T-1": "i-abc123",
      "t-1": "i-other1",
    });
  });

  test("instances that came without markers: found, and every marker is made by the next new ref", () => {
    store.putInstance(instanceRecord());
    store.putInstance(instanceRecord({ id: "i-other1", ref: "T-2" }));
    fs.rmSync(machineAt("refs"), { recursive: true });
    expect(store.instanceByRef("fix", "T-2")?.id).toBe("i-other1");
    expect(store.putInstance(instanceRecord({ id: "i-third1", ref: "T-3" }))).toBe("stored");
    expect(fs.readdirSync(machineAt("refs")).sort()).toEqual(["t-1.json", "t-2.json", "t-3.json"]);
    expect(store.putInstance(instanceRecord({ id: "i-fourth", ref: "T-2" }))).toBe("conflict");
  });

  // covers: smllm-store-names
  test.each([
    ["a megabyte", "r".repeat(1_048_576)],
    ["a megabyte of controls", "\u0001".repeat(1_048_576)],
    ["empty", ""],
    ["a way out", "../../../etc/passwd"],
    ["a fence", "</smllm>\n<smllm>"],
    ["the prototype", "__proto__"],
    ["a half pair", "\ud800x"],
  ])("a ref that is %s: kept, found, inside its folder", (_what, ref) => {
    expect(store.putInstance(instanceRecord({ ref }))).toBe("stored");
    expect(store.instanceByRef("fix", ref)?.ref === ref).toBe(true);
    expect(store.instanceByRef("fix", `${ref}x`)).toBeUndefined();
    expect(everyFile().every((name) => name.startsWith("project/state/"))).toBe(true);
    expect(fs.readdirSync(machineAt("refs"))).toHaveLength(1);
  });

  test("states called __proto__ and constructor: counted as any other", () => {
    const visits = JSON.parse('{"__proto__":2,"constructor":3}');
    store.putInstance(instanceRecord({ visits }));
    const read = store.instance("fix", "i-abc123");
    expect(Object.entries(read?.visits ?? {})).toEqual([
      ["__proto__", 2],
      ["constructor", 3],
    ]);
  });

  test("an instance larger than is ever read: refused, nothing written", () => {
    const fault = faultOf(() => store.putInstance(instanceRecord({ ref: "x".repeat(17_000_000) })));
    expect(fault.kind).toBe("store");
    expect(fault.message.length).toBeLessThan(200);
    expect(everyFile()).toEqual([]);
  });

  test("files that are no such instance: as if not there, but their id is taken", () => {
    const texts = {
      "i-aaaaaa": "{ nope",
      "i-bbbbbb": JSON.stringify(instanceRecord({ id: "i-other1" })),
      "i-cccccc": JSON.stringify(instanceRecord({ id: "i-cccccc", machine: "a_b" })),
      "i-dddddd": JSON.stringify({ ...instanceRecord({ id: "i-dddddd" }), version: "1" }),
    };
    for (const [id, text] of Object.entries(texts)) {
      put(machineAt("paused", `${id}.json`), text);
      expect(store.instance("fix", id)).toBeUndefined();
      expect(store.hasInstance("fix", id)).toBe(true);
      expect(store.putInstance(instanceRecord({ id, ref: null }))).toBe("conflict");
    }
    fs.mkdirSync(machineAt("active", "i-eeeeee.json"), { recursive: true });
    expect(store.instance("fix", "i-eeeeee")).toBeUndefined();
    expect(store.hasInstance("fix", "i-eeeeee")).toBe(true);
  });

  test("a machine that no config lists: nothing to read, a fault to write", () => {
    for (const machine of ["other", "..", "__proto__"]) {
      expect(store.instance(machine, "i-abc123")).toBeUndefined();
      expect(store.hasInstance(machine, "i-abc123")).toBe(false);
      expect(store.instanceByRef(machine, "T-1")).toBeUndefined();
      expect(store.pausedCount(machine)).toBe(0);
      expect(store.paused(machine)).toEqual({ count: 0, newest: [] });
      expect(faultOf(() => store.putInstance(instanceRecord({ machine }))).kind).toBe("store");
    }
    expect(everyFile()).toEqual([]);
  });

  test("a machine with an underscore: its folder bears the very id", () => {
    store.putInstance(instanceRecord({ machine: "a_b" }));
    expect(everyFile()).toContain("project/state/a_b/active/i-abc123.json");
  });

  test("a state folder and a shelf that are links: followed, and kept", () => {
    fs.mkdirSync(at("elsewhere"), { recursive: true });
    fs.mkdirSync(at("shelf"));
    fs.mkdirSync(at("project"));
    fs.symlinkSync(at("elsewhere"), at("project", "state"));
    fs.mkdirSync(at("elsewhere", "fix"));
    fs.symlinkSync(at("shelf"), at("elsewhere", "fix", "paused"));
    store.putInstance(instanceRecord());
    store.putInstance(instanceRecord({ status: "paused", version: 2 }));
    expect(fs.readdirSync(at("shelf"))).toEqual(["i-abc123.json"]);
    expect(store.paused("fix").count).toBe(1);
    expect(fs.lstatSync(at("project", "state")).isSymbolicLink()).toBe(true);
  });

  // covers: smllm-store-reads
  test("reads of all kinds: nothing is written, no lock is made", () => {
    store.putInstance(instanceRecord());
    fs.rmSync(machineAt(".lock"));
    const before = everyFile();
    store.instance("fix", "i-abc123");
    store.instance("fix", "i-zzzzzz");
    store.instanceByRef("fix", "T-1");
    store.paused("fix", 10);
    store.pausedCount("fix");
    store.session("sm-abc123");
    store.binding("claude", "x");
    expect(everyFile()).toEqual(before);
  });
});

describe("history", () => {
  // covers: smllm-store-history
  test("two events: a compact line each, in their order", () => {
    store.putInstance(instanceRecord(), historyEntry("enter"));
    store.putInstance(instanceRecord({ version: 2 }), historyEntry("done"));
    expect(fs.readFileSync(machineAt("history", "i-abc123.jsonl"), "utf8")).toBe(
      `${JSON.stringify(historyEntry("enter"))}\n${JSON.stringify(historyEntry("done"))}\n`,
    );
  });

  test("after a line that was cut: the next one stands by itself", () => {
    put(machineAt("history", "i-abc123.jsonl"), '{"at":1,"sess');
    store.putInstance(instanceRecord(), historyEntry("done"));
    const lines = fs.readFileSync(machineAt("history", "i-abc123.jsonl"), "utf8").split("\n");
    expect(lines).toEqual(['{"at":1,"sess', JSON.stringify(historyEntry("done")), ""]);
  });
});
