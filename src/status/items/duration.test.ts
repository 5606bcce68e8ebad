import { expect, test } from "bun:test";
import { cellOf, formsOf } from "../../testing/item-forms.ts";
import { duration } from "./duration.ts";

const OPEN = { kind: "session-started", sessionId: "s-1" } as const;
const timed = (durationMs: number) => [OPEN, { kind: "session-timed", durationMs }] as const;

test.each([
  [0, "0s"],
  [9_000, "9s"],
  [59_999, "59s"],
  [60_000, "1m"],
  [3_599_999, "59m"],
  [3_600_000, "1h0m"],
  [8_640_000, "2h24m"],
  [90_000_000, "25h0m"],
])("open for %p ms reads %p", (durationMs, text) => {
  expect(formsOf(duration, timed(durationMs))).toEqual([`<tool>${text}`]);
});

test("where the start is known the time of drawing counts", () => {
  const facts = [{ ...OPEN, startedAtMs: 1_000 }, ...timed(5).slice(1)];
  expect(formsOf(duration, facts, { nowMs: 43_000 })).toEqual(["<tool>42s"]);
  expect(formsOf(duration, facts, { nowMs: 0 })).toEqual(["<tool>0s"]);
});

test("its place of 6 columns is kept", () => {
  expect(cellOf(duration, timed(5))?.reserveCols).toBe(6);
});

test("no session, or a session of unknown age: absent", () => {
  expect(formsOf(duration, [])).toEqual([]);
  expect(formsOf(duration, [OPEN])).toEqual([]);
});
