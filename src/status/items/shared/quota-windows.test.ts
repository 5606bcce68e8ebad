import { expect, test } from "bun:test";
import type { QuotaWindow } from "../../facts/quota.ts";
import { namedWindows, quotaTone } from "./quota-windows.ts";

const HOUR_MS = 3_600_000;

const named = (windows: readonly QuotaWindow[], nowMs = 0) =>
  namedWindows({ windows }, nowMs).map(({ label, short, usedPct }) => [label, short, usedPct]);

test.each([
  [300, "Session", "5h"],
  [10_080, "Weekly", "wk"],
  [1_440, "1d", "1d"],
  [2_880, "2d", "2d"],
  [180, "3h", "3h"],
  [90, "90m", "90m"],
])("a window of %p minutes is %s, short %s, in either slot", (windowMinutes, label, short) => {
  for (const slot of ["primary", "secondary"] as const) {
    expect(named([{ slot, usedPct: 1, windowMinutes }])).toEqual([[label, short, 1]]);
  }
});

test("without a length the slot names it", () => {
  expect(named([{ slot: "primary", usedPct: 1 }])).toEqual([["Session", "5h", 1]]);
  expect(named([{ slot: "secondary", usedPct: 1 }])).toEqual([["Weekly", "wk", 1]]);
  expect(
    named([
      { slot: "secondary", usedPct: 2 },
      { slot: "primary", usedPct: 1 },
    ]),
  ).toEqual([
    ["Session", "5h", 1],
    ["Weekly", "wk", 2],
  ]);
});

test("a name that the other window has is left to it", () => {
  expect(
    named([
      { slot: "primary", usedPct: 1 },
      { slot: "secondary", usedPct: 2, windowMinutes: 300 },
    ]),
  ).toEqual([
    ["Session", "5h", 2],
    ["Weekly", "wk", 1],
  ]);
  expect(
    named([
      { slot: "secondary", usedPct: 2 },
      { slot: "primary", usedPct: 1, windowMinutes: 10_080 },
    ]),
  ).toEqual([
    ["Session", "5h", 2],
    ["Weekly", "wk", 1],
  ]);
});

test("a length of zero or less counts as missing", () => {
  expect(named([{ slot: "primary", usedPct: 8, windowMinutes: 0 }])).toEqual([
    ["Session", "5h", 8],
  ]);
  expect(named([{ slot: "primary", usedPct: 8, windowMinutes: -5 }])).toEqual([
    ["Session", "5h", 8],
  ]);
});

test("no use, no length, no reset is no window; any of them makes one", () => {
  expect(named([{ slot: "primary", usedPct: 0 }])).toEqual([]);
  expect(named([{ slot: "primary", usedPct: 0, windowMinutes: 0 }])).toEqual([]);
  expect(named([{ slot: "primary", usedPct: 0, resetsAtMs: 5 }])).toEqual([["Session", "5h", 0]]);
  expect(named([{ slot: "primary", usedPct: 0, windowMinutes: 300 }])).toHaveLength(1);
});

test("a window that was reset more than a minute ago says nothing any more", () => {
  const window: QuotaWindow = { slot: "primary", usedPct: 50, resetsAtMs: HOUR_MS };
  expect(named([window], HOUR_MS + 60_000)).toHaveLength(1);
  expect(named([window], HOUR_MS + 60_001)).toEqual([]);
});

test("nothing reported: no windows", () => {
  expect(namedWindows(undefined, 0)).toEqual([]);
  expect(namedWindows({ awaited: true }, 0)).toEqual([]);
});

test("tones change at 70 and 90", () => {
  expect([0, 69.9, 70, 89.9, 90, 108].map(quotaTone)).toEqual([
    "success",
    "success",
    "warning",
    "warning",
    "error",
    "error",
  ]);
});
