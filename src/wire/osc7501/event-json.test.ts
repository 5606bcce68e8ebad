import { expect, test } from "bun:test";
import { eventJson, recordJson } from "./event-json.ts";
import type { ProgramEvent, ProgramRecord } from "./message.ts";

test("a record with its members in any order: one order, and only what is there", () => {
  const record: ProgramRecord = { msg: "m", progress: 0, state: "working", id: "" };
  expect(JSON.stringify(recordJson(record))).toBe(
    '{"id":"","state":"working","progress":0,"msg":"m"}',
  );
  const all: ProgramRecord = {
    title: "t",
    msg: "m",
    app: "a",
    progress: 40,
    kind: "auth",
    state: "blocked",
    id: "x/y",
  };
  expect(Object.keys(recordJson(all))).toEqual([
    "id",
    "state",
    "kind",
    "progress",
    "app",
    "title",
    "msg",
  ]);
});

test.each<[ProgramEvent, string]>([
  [
    { event: "report", record: { id: "", state: "idle" } },
    '{"event":"report","record":{"id":"","state":"idle"}}',
  ],
  [{ event: "clear", id: "" }, '{"event":"clear","id":""}'],
  [{ event: "query", terminator: "bel" }, '{"event":"query"}'],
  [{ event: "prompt-start" }, '{"event":"prompt-start"}'],
  [{ event: "reset" }, '{"event":"reset"}'],
  [{ event: "reject", reason: "bad-id" }, '{"event":"reject","reason":"bad-id"}'],
])("the event %j: its line", (event, line) => {
  expect(JSON.stringify(eventJson(event))).toBe(line);
});
