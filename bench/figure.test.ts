import { expect, test } from "bun:test";
import { isKept, median, medianRatio, tableOf } from "./figure.ts";

test("a ratio of series: of each round by itself, so a slow round counts once", () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(medianRatio([2, 40, 2], [1, 20, 1])).toBe(2);
});

test.each([
  [{ atMost: 2 }, 2, true],
  [{ atMost: 2 }, 2.1, false],
  [{ atLeast: 2 }, 2, true],
  [{ atLeast: 2 }, 1.9, false],
  [{ atMost: 2 }, Number.NaN, false],
])("budget %j, value %d: kept %p", (budget, value, kept) => {
  expect(isKept({ what: "a", value, unit: "ms", budget })).toBe(kept);
});

test("a table: one line a figure, budgets in words, a missed one marked", () => {
  const figures = [
    { what: "start", value: 1.456, unit: "x", budget: { atMost: 1.4 } },
    { what: "processes", value: 0, unit: "", budget: { atMost: 0 } },
    { what: "floor", value: 12.34, unit: "ms" },
  ];
  expect(tableOf(figures).split("\n")).toEqual([
    "| what      | measured | budget        | ok     |",
    "| --------- | -------- | ------------- | ------ |",
    "| start     | 1.46 x   | at most 1.4 x | MISSED |",
    "| processes | 0        | at most 0     | ok     |",
    "| floor     | 12.3 ms  |               |        |",
  ]);
});
