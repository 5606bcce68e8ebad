import { expect, test } from "bun:test";
import { intervalMsOf, timeoutMsOf } from "./limits.ts";

test("timeout: floored, clamped to 500..30000, 5000 for junk", () => {
  const given = [undefined, null, "900", Number.NaN, Infinity, -1, 0, 499.9, 500.9, 1234.9, 30_001];
  expect(given.map(timeoutMsOf)).toEqual([
    5_000, 5_000, 5_000, 5_000, 5_000, 500, 500, 500, 500, 1_234, 30_000,
  ]);
});

test("interval: none for 0 and junk, floored, at least 10 s", () => {
  const given = [undefined, "15", Number.NaN, Infinity, 0, -5, 0.5, 9, 10.9, 15];
  expect(given.map(intervalMsOf)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    10_000,
    10_000,
    10_000,
    15_000,
  ]);
});

test("a huge interval: the longest that a timer can wait", () => {
  expect(intervalMsOf(1e12)).toBe(2_147_483_000);
});
