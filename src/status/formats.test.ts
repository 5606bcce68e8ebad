import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  barDuration,
  barMoney,
  barTokens,
  capacity,
  compactCount,
  countdown,
  rateFigure,
  requestTime,
  roundCount,
  shortPct,
  timeLeft,
} from "./formats.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

// covers: formats
describe("tokens in the layouts", () => {
  test.each([
    [0, "0"],
    [999, "999"],
    [1_000, "1.0k"],
    [8_200, "8.2k"],
    [9_999, "10.0k"],
    [10_000, "10k"],
    [12_345, "12k"],
    [96_400, "96k"],
    [272_000, "272k"],
    [999_499, "999k"],
    [999_500, "1000k"],
    [1_000_000, "1.0M"],
    [2_500_000, "2.5M"],
  ])("%p reads %p", (tokens, text) => {
    expect(barTokens(tokens)).toBe(text);
  });

  test("the two artefacts at the borders are the widest: five columns up to a thousand million", () => {
    fc.assert(
      fc.property(fc.nat(99_949_999), (tokens) => {
        expect(barTokens(tokens).length).toBeLessThanOrEqual(5);
      }),
    );
  });
});

describe("counts of our own", () => {
  test.each([
    [999, "999"],
    [999.4, "999"],
    [999.5, "1k"],
    [1_000, "1k"],
    [12_345, "12.3k"],
    [504_000, "504k"],
    [999_949, "999.9k"],
    [999_950, "1.0M"],
    [999_999, "1.0M"],
    [1_000_000, "1.0M"],
  ])("%p reads %p", (count, text) => {
    expect(compactCount(count)).toBe(text);
  });

  test.each([
    [999, "999"],
    [263_781, "264k"],
    [200_000, "200k"],
    [999_499, "999k"],
    [999_500, "1.0M"],
  ])("%p rounds to %p", (count, text) => {
    expect(roundCount(count)).toBe(text);
  });

  test("a larger count never reads as a smaller one", () => {
    const readBack = (text: string): number =>
      Number.parseFloat(text) * (text.endsWith("M") ? 1e6 : text.endsWith("k") ? 1e3 : 1);
    fc.assert(
      fc.property(fc.nat(5_000_000), fc.nat(5_000_000), (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        for (const format of [compactCount, roundCount, barTokens]) {
          expect(readBack(format(low))).toBeLessThanOrEqual(readBack(format(high)));
        }
      }),
    );
  });
});

test.each([
  [1_000_000, "1M"],
  [2_000_000, "2M"],
  [512_000, "512K"],
  [1_500_000, "1500K"],
  [128_001, "128001"],
  [500, "500"],
])("a window of %p tokens has a capacity of %p", (tokens, text) => {
  expect(capacity(tokens)).toBe(text);
});

test.each([
  [0.0004, "$0.000"],
  [0.0042, "$0.004"],
  [0.0099, "$0.010"],
  [0.01, "$0.01"],
  [0.1234, "$0.12"],
  [1.234, "$1.23"],
  [168.96, "$168.96"],
])("%p dollars read %p", (usd, text) => {
  expect(barMoney(usd)).toBe(text);
});

test.each([
  [0, "0s"],
  [59_999, "59s"],
  [MINUTE_MS, "1m"],
  [HOUR_MS - 1, "59m"],
  [HOUR_MS, "1h0m"],
  [8_640_000, "2h24m"],
  [25 * HOUR_MS, "25h0m"],
])("a session of %p ms reads %p", (durationMs, text) => {
  expect(barDuration(durationMs)).toBe(text);
});

test.each([
  [0, "0.0s"],
  [820, "0.8s"],
  [5_500, "5.5s"],
  [14_120, "14.1s"],
  [60_000, "1m00s"],
  [65_000, "1m05s"],
  [125_900, "2m05s"],
])("a request of %p ms reads %p", (durationMs, text) => {
  expect(requestTime(durationMs)).toBe(text);
});

describe("time to a reset", () => {
  test.each([
    [6 * DAY_MS + 5 * HOUR_MS + 59 * MINUTE_MS, "6d 5h", "6d5h"],
    [2 * HOUR_MS + 18 * MINUTE_MS + 30_000, "2h 18m", "2h18m"],
    [18 * MINUTE_MS, "18m", "18m"],
    [DAY_MS, "1d 0h", "1d0h"],
    [DAY_MS - 1, "23h 59m", "23h59m"],
    [HOUR_MS, "1h 0m", "1h0m"],
    [59_999, "0m", "0m"],
    [-5_000, "0m", "0m"],
  ])("%p ms: %p wide, %p narrow", (leftMs, wide, narrow) => {
    expect(timeLeft(leftMs, " ")).toBe(wide);
    expect(timeLeft(leftMs, "")).toBe(narrow);
  });

  test("the wide form takes at most the seven columns that are kept for it, under a hundred days", () => {
    fc.assert(
      fc.property(fc.integer({ min: -DAY_MS, max: 100 * DAY_MS - 1 }), (leftMs) => {
        expect(timeLeft(leftMs, " ").length).toBeLessThanOrEqual(7);
      }),
    );
  });
});

test.each([
  [247_000, "4:07"],
  [59_999, "0:59"],
  [HOUR_MS - 1, "59:59"],
  [HOUR_MS, "1h0m"],
  [-1, "0:00"],
])("a countdown of %p ms reads %p", (leftMs, text) => {
  expect(countdown(leftMs)).toBe(text);
});

test.each([
  [0, "0.0"],
  [3.14, "3.1"],
  [9.94, "9.9"],
  [10, "10"],
  [99.27, "99"],
  [92.6, "93"],
])("%p tokens a second read %p", (rate, text) => {
  expect(rateFigure(rate)).toBe(text);
});

test.each([
  [0, "0%"],
  [0.1, "0.1%"],
  [0.4, "0.4%"],
  [1, "1%"],
  [34.4, "34%"],
  [100, "100%"],
])("%p percent, short, reads %p", (pct, text) => {
  expect(shortPct(pct)).toBe(text);
});
