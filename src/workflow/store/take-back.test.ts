/** What is written of an instance beside its record, and refused: all of it is taken back. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { faultOf } from "../../testing/workflow-fault.ts";
import { historyEntry, instanceRecord } from "../../testing/workflow-records.ts";
import { createMemoryStore } from "../engine/memory-store.ts";
import { WorkflowError } from "../engine/ports.ts";
import { createDiskStore } from "./disk-store.ts";
import { readHistory } from "./history-file.ts";

let root = "";
beforeEach(() => {
  root = fs.mkdtempSync(join(os.tmpdir(), "smllm-take-back-"));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const openStore = () =>
  createDiskStore({
    stateDir: join(root, "user"),
    stateDirs: new Map([["fix", join(root, "state")]]),
  });
const leftovers = (): readonly string[] => fs.readdirSync(join(root, "state", "fix", ".tmp"));

// covers: smllm-store-both
test("a history that takes no line: a fault, and the old record is back, wherever the new one went", () => {
  const store = openStore();
  store.putInstance(instanceRecord());
  fs.mkdirSync(join(root, "state", "fix", "history", "i-abc123.jsonl"), { recursive: true });
  fs.mkdirSync(join(root, "state", "fix", "history", "i-other1.jsonl"));
  for (const next of [
    instanceRecord({ version: 2 }),
    instanceRecord({ version: 2, status: "paused", holder: null }),
    instanceRecord({ id: "i-other1", ref: "T-2" }),
  ]) {
    expect(faultOf(() => store.putInstance(next, historyEntry("e"))).kind).toBe("store");
    expect(store.instance("fix", "i-abc123")).toEqual(instanceRecord());
    expect(fs.readdirSync(join(root, "state", "fix", "active"))).toEqual(["i-abc123.json"]);
    expect(store.hasInstance("fix", "i-other1")).toBe(false);
    expect(store.instanceByRef("fix", "T-2")).toBeUndefined();
    expect(store.pausedCount("fix")).toBe(0);
    expect(leftovers()).toEqual([]);
  }
});

test("a session that cannot be written with it: the fault, and neither instance, line nor ref is there", () => {
  for (const store of [openStore(), createMemoryStore()]) {
    const refuse = () => {
      throw new WorkflowError("store", "no room");
    };
    store.putInstance(instanceRecord(), historyEntry("enter"));
    const before = store.instance("fix", "i-abc123");
    for (const next of [
      instanceRecord({ version: 2, status: "paused" }),
      instanceRecord({ id: "i-other1", ref: "T-2" }),
    ]) {
      const fault = faultOf(() => store.putInstance(next, historyEntry("e"), refuse));
      expect(fault.message).toBe("no room");
      expect(store.instance("fix", "i-abc123")).toEqual(before);
      expect(store.instanceByRef("fix", "T-2")).toBeUndefined();
    }
  }
  const machine = join(root, "state", "fix");
  expect(readHistory(machine, "i-abc123").map(({ event }) => event)).toEqual(["enter"]);
  expect(fs.readdirSync(join(machine, "history"))).toEqual(["i-abc123.jsonl"]);
  expect(fs.readdirSync(join(machine, "refs"))).toEqual(["t-1.json"]);
  expect(leftovers()).toEqual([]);
});
