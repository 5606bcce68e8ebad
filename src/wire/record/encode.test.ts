import { expect, test } from "bun:test";
import { encodeRecord, recordRef } from "./encode.ts";

// covers: record-format
test("record of a waiting turn reads in the fixed key order", () => {
  const text = encodeRecord({
    seq: 13,
    state: "perm",
    session: "3j5p7m",
    turn: "0a1b2c",
    request: "4d5e6f",
    activeAgents: 2,
    totalAgents: 3,
    backgroundTasks: 0,
  });
  expect(text).toBe(
    "[V] seq=d state=perm session=3j5p7m turn=0a1b2c request=4d5e6f agents=2/3 background=0",
  );
});

test("longest record takes 104 columns and counts stop at four digits", () => {
  const text = encodeRecord({
    seq: 36 ** 8 - 1,
    state: "cancel",
    session: "zzzzzz",
    turn: "zzzzzz",
    request: "zzzzzz",
    activeAgents: 123_456,
    totalAgents: 99_999,
    backgroundTasks: Number.MAX_SAFE_INTEGER,
  });
  expect(text).toHaveLength(104);
  expect(text).toEndWith("agents=9999/9999 background=9999");
});

test("active agents never exceed the total and odd counts read as zero", () => {
  const text = encodeRecord({
    seq: Number.NaN,
    state: "run",
    activeAgents: 5,
    totalAgents: 2,
    backgroundTasks: Number.NaN,
  });
  expect(text).toBe(
    "[V] seq=0 state=run session=none turn=none request=none agents=2/2 background=0",
  );
});

// covers: record-refs
test.each([
  ["a", "r9wi7g"],
  ["session-123", "v9hm9m"],
  [" turn-456 ", "i4jq98"],
  ["permission-789", "cymua9"],
])("ref of %p is the known token", (id, ref) => {
  expect(recordRef(id)).toBe(ref);
});

test("ref of nothing is absent", () => {
  expect(recordRef(undefined)).toBeUndefined();
  expect(recordRef("  ")).toBeUndefined();
});
