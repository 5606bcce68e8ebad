import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { historyEntry, instanceRecord, sessionRecord } from "../../testing/workflow-records.ts";
import { createDiskStore } from "./disk-store.ts";
import { findStories, listInstances, listSessions } from "./listings.ts";

let root = "";
beforeEach(() => {
  root = fs.mkdtempSync(join(os.tmpdir(), "smllm-list-"));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const stateDir = (): string => join(root, "user");
const stateDirs = (): ReadonlyMap<string, string> =>
  new Map([
    ["fix", join(root, "one")],
    ["ask", join(root, "two")],
  ]);
const MACHINES = ["fix", "ask"];
const store = () => createDiskStore({ stateDir: stateDir(), stateDirs: stateDirs() });

// covers: smllm-session-list
describe("listSessions", () => {
  test("three: the last active first, then by key; broken files are named", () => {
    store().addSession(sessionRecord({ key: "sm-cccccc", lastActive: 5 }));
    store().addSession(sessionRecord({ key: "sm-aaaaaa", lastActive: 5 }));
    store().addSession(sessionRecord({ key: "sm-bbbbbb", lastActive: 9 }));
    const broken = join(stateDir(), "sessions", "sm-dddddd.json");
    fs.writeFileSync(broken, "{ nope");
    const misplaced = join(stateDir(), "sessions", "sm-eeeeee.json");
    fs.writeFileSync(misplaced, JSON.stringify(sessionRecord({ key: "sm-aaaaaa" })));
    const { records, unreadable } = listSessions(stateDir());
    expect(records.map(({ key }) => key)).toEqual(["sm-bbbbbb", "sm-aaaaaa", "sm-cccccc"]);
    expect([...unreadable].sort()).toEqual([broken, misplaced]);
  });

  test("no folder yet: none", () => {
    expect(listSessions(stateDir())).toEqual({ records: [], unreadable: [] });
  });
});

// covers: smllm-instance-list
describe("listInstances", () => {
  test("of all shelves, machine by machine, the newest first; broken files are named", () => {
    const statuses = ["active", "interrupted", "paused", "completed"] as const;
    for (const [index, status] of statuses.entries()) {
      store().putInstance(
        instanceRecord({ id: `i-aaaaa${index}`, ref: null, status, updated: index }),
      );
    }
    store().putInstance(instanceRecord({ id: "i-bbbbbb", machine: "ask" }));
    const broken = join(root, "two", "ask", "done", "i-cccccc.json");
    fs.mkdirSync(join(broken, ".."));
    fs.writeFileSync(broken, "[]");
    const { records, unreadable } = listInstances(MACHINES, stateDirs());
    expect(records.map(({ id }) => id)).toEqual([
      "i-aaaaa3",
      "i-aaaaa2",
      "i-aaaaa1",
      "i-aaaaa0",
      "i-bbbbbb",
    ]);
    expect(unreadable).toEqual([broken]);
    expect(listInstances(["fix", "other"], stateDirs()).records).toHaveLength(4);
  });
});

// covers: smllm-instance-show
describe("findStories", () => {
  test("by id, by ref, in two machines, unknown: with its history, oldest first", () => {
    store().putInstance(instanceRecord(), historyEntry("enter"));
    store().putInstance(instanceRecord({ id: "i-other1", machine: "ask" }));
    fs.appendFileSync(join(root, "one", "fix", "history", "i-abc123.jsonl"), '{"cut\n[]\n');
    const next = instanceRecord({ version: 2 });
    store().putInstance(next, historyEntry("done"));
    const find = (text: string) => findStories(text, MACHINES, stateDirs());
    const [story, ...others] = find("i-abc123");
    expect(others).toEqual([]);
    expect(story?.instance).toEqual(next);
    expect(story?.history).toEqual([historyEntry("enter"), historyEntry("done")]);
    expect(find("T-1").map(({ instance }) => instance.machine)).toEqual(MACHINES);
    expect(find("i-zzzzzz")).toEqual([]);
  });
});
