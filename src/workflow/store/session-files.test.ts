/** Sessions and bindings against real files. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { faultOf } from "../../testing/workflow-fault.ts";
import { sessionRecord } from "../../testing/workflow-records.ts";
import type { Store } from "../engine/ports.ts";
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

describe("sessions", () => {
  // covers: smllm-store-records
  test("added and changed: pretty JSON in its order, only the changed members differ", () => {
    store.addSession(sessionRecord());
    const path = at("user", "sessions", "sm-abc123.json");
    expect(fs.readFileSync(path, "utf8")).toBe(`${JSON.stringify(sessionRecord(), null, 2)}\n`);
    const holding = { machine: "fix", id: "i-abc123" };
    expect(store.updateSession("sm-abc123", { holding })).toEqual(sessionRecord({ holding }));
    expect(store.updateSession("sm-abc123", { yielded: true })).toEqual(
      sessionRecord({ holding, yielded: true }),
    );
    expect(store.session("sm-abc123")).toEqual(sessionRecord({ holding, yielded: true }));
    expect(fs.statSync(path).mode & 0o777).toBe(0o600);
  });

  test("a change of what another changed since: nothing is changed", () => {
    const [one, other] = ["i-aaaaaa", "i-bbbbbb"].map((id) => ({ machine: "fix", id }));
    store.addSession(sessionRecord({ holding: other ?? null }));
    const change = { holding: null };
    const kept = store.updateSession("sm-abc123", change, { holding: one ?? null });
    expect(kept.holding).toEqual(other ?? null);
    expect(store.session("sm-abc123")).toEqual(kept);
    const left = store.updateSession("sm-abc123", change, { holding: other ?? null });
    expect(left.holding).toBeNull();
  });

  test("a change that changes nothing: no write, no lock", () => {
    put(at("user", "sessions", "sm-abc123.json"), JSON.stringify(sessionRecord()));
    const before = fs.statSync(at("user", "sessions", "sm-abc123.json")).mtimeMs;
    store.updateSession("sm-abc123", { yielded: false, holding: null });
    expect(fs.statSync(at("user", "sessions", "sm-abc123.json")).mtimeMs).toBe(before);
    expect(everyFile()).toEqual(["user/sessions/sm-abc123.json"]);
  });

  test("members that are missing: null, false and empty", () => {
    put(at("user", "sessions", "sm-abc123.json"), '{"key":"sm-abc123","harness":"x","cwd":"/"}');
    expect(store.session("sm-abc123")).toEqual(
      sessionRecord({
        harness: "x",
        hostSession: null,
        cwd: "/",
        configs: [],
        created: 0,
        lastActive: 0,
      }),
    );
  });

  test("none of that key: undefined; a change of it, or a key that is taken: a fault", () => {
    expect(store.session("sm-zzzzzz")).toBeUndefined();
    expect(store.hasSession("sm-zzzzzz")).toBe(false);
    expect(faultOf(() => store.updateSession("sm-zzzzzz", {})).kind).toBe("unknown-session");
    store.addSession(sessionRecord());
    expect(store.hasSession("sm-abc123")).toBe(true);
    expect(faultOf(() => store.addSession(sessionRecord())).kind).toBe("store");
  });

  test.each([
    ["cut", "{ nope"],
    ["of another key", JSON.stringify({ ...sessionRecord(), key: "sm-other1" })],
    ["of wrong members", JSON.stringify({ ...sessionRecord(), holding: 7 })],
    ["of two megabytes", JSON.stringify({ ...sessionRecord(), cwd: "x".repeat(2_000_000) })],
    ["a list", "[]"],
  ])(
    "a file that is %s: a fault of the store that names it, and the key is taken",
    (_what, text) => {
      put(at("user", "sessions", "sm-abc123.json"), text);
      const fault = faultOf(() => store.session("sm-abc123"));
      expect(fault.kind).toBe("store");
      expect(fault.message).toContain("sm-abc123.json");
      expect(store.hasSession("sm-abc123")).toBe(true);
    },
  );

  // covers: smllm-store-names
  test("a key that leads elsewhere: it does not", () => {
    put(at("user", "secret.json"), JSON.stringify(sessionRecord({ key: "../secret" })));
    expect(store.session("../secret")).toBeUndefined();
    store.addSession(sessionRecord({ key: "../new" }));
    expect(everyFile()).toContain("user/sessions/%2E%2E%2Fnew.json");
  });
});

describe("bindings", () => {
  test("an id with a slash and one without: two files, the key as text", () => {
    store.putBinding("claude", "x/y_z", "sm-abc123");
    expect(fs.readFileSync(at("user", "bindings", "claude", "x%2Fy%5Fz"), "utf8").trim()).toBe(
      "sm-abc123",
    );
    expect(store.binding("claude", "x/y_z")).toBe("sm-abc123");
    expect(store.binding("claude", "x_y_z")).toBeUndefined();
    expect(store.binding("codex", "x/y_z")).toBeUndefined();
  });

  test("an id of a thousand characters: bound like any other", () => {
    const long = "/".repeat(1000);
    store.putBinding("claude", long, "sm-abc123");
    expect(store.binding("claude", long)).toBe("sm-abc123");
    expect(store.binding("claude", `${long}/`)).toBeUndefined();
  });

  test("blanks around the key, an empty file, a huge one: trimmed, none, a fault", () => {
    put(at("user", "bindings", "claude", "a"), " sm-abc123\n\n");
    put(at("user", "bindings", "claude", "b"), "\n");
    put(at("user", "bindings", "claude", "c"), "x".repeat(10_000));
    expect(store.binding("claude", "a")).toBe("sm-abc123");
    expect(store.binding("claude", "b")).toBeUndefined();
    expect(faultOf(() => store.binding("claude", "c")).kind).toBe("store");
  });
});
