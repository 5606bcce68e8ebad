import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { levelTone, remainingPct, thresholds, usedPct, windowDoubtful } from "./context.ts";
import type { Context } from "./facts/context.ts";

const W = 272_000;
const of = (usedTokens: number, windowTokens: number): Context => ({ usedTokens, windowTokens });

// covers: context-arithmetic
describe("the used share", () => {
  test.each([
    [300_000, W, 100],
    [136, W, 0.1],
    [100, W, 0],
    [1_100, W, 0.4],
    [96_400, W, 35.4],
    [54_000, W, 19.9],
    [54_600, W, 20.1],
    [-5, W, 0],
  ])("%p of %p tokens is %p %%", (used, window, pct) => {
    expect(usedPct(of(used, window))).toBe(pct);
  });

  test("without a usable window, or without use, it is not known", () => {
    for (const window of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(usedPct(of(5, window))).toBeUndefined();
      expect(remainingPct(of(5, window))).toBeUndefined();
    }
    for (const context of [undefined, {}, { windowTokens: W }, { usedTokens: 5 }]) {
      expect(usedPct(context)).toBeUndefined();
      expect(remainingPct(context)).toBeUndefined();
    }
  });

  test("tokens go before a share that the source says; without them the share counts", () => {
    expect(usedPct({ ...of(50, 100), usedPct: 19 })).toBe(50);
    expect(usedPct({ usedPct: 19 })).toBe(19);
    expect(usedPct({ usedPct: 19.04, windowTokens: 1_000_000 })).toBe(19);
    expect(usedPct({ usedPct: 130 })).toBe(100);
    expect(remainingPct({ usedPct: 5 })).toBe(95);
    expect(remainingPct({ usedPct: -3 })).toBe(100);
  });
});

describe("what is left", () => {
  test.each([
    [46_000, 200_000, 77],
    [0, 100, 100],
    [100, 100, 0],
    [263_781, 200_000, 0],
    [-10, 100, 100],
    [745, 1_000, 26],
    [995, 1_000, 1],
    [996, 1_000, 0],
  ])("%p of %p tokens leave %p %%, halves rounded up", (used, window, pct) => {
    expect(remainingPct(of(used, window))).toBe(pct);
  });

  test("used and left are whole together, to the rounding", () => {
    fc.assert(
      fc.property(fc.nat(400_000), fc.integer({ min: 1, max: 300_000 }), (used, window) => {
        const sum = (usedPct(of(used, window)) ?? 0) + (remainingPct(of(used, window)) ?? 0);
        expect(Math.abs(sum - 100)).toBeLessThanOrEqual(0.6);
      }),
    );
  });
});

test("a window is doubtful only when more is used than it holds", () => {
  expect(windowDoubtful(of(200_001, 200_000))).toBe(true);
  expect(windowDoubtful(of(200_000, 200_000))).toBe(false);
  expect(windowDoubtful({ usedTokens: 5 })).toBe(false);
  expect(windowDoubtful({ windowTokens: 5 })).toBe(false);
  expect(windowDoubtful(undefined)).toBe(false);
});

describe("thresholds", () => {
  test.each([
    [272_000, 255_616, 178_931],
    [200_000, 183_616, 128_531],
    [128_000, 111_616, 78_131],
    [1_000_000, 983_616, 688_531],
  ])("a window of %p summarises above %p and trims above %p", (window, autoCompactAt, pruneAt) => {
    expect(thresholds(window)).toEqual({ autoCompactAt, pruneAt });
  });

  test("another reserve moves both", () => {
    expect(thresholds(60_000, 10_000)).toEqual({ autoCompactAt: 50_000, pruneAt: 35_000 });
  });

  test("a window that the reserve fills has none", () => {
    expect(thresholds(16_000)).toBeUndefined();
    expect(thresholds(16_384)).toBeUndefined();
    expect(thresholds(16_385)).toEqual({ autoCompactAt: 1, pruneAt: 0 });
  });
});

describe("the tone of a share", () => {
  test.each([
    [65, "success"],
    [66, "warning"],
    [89.9, "warning"],
    [90, "error"],
  ] as const)("%p %% of a window that is trimmed from 65.8 %% is %s", (pct, tone) => {
    expect(levelTone({ windowTokens: W, pruneAt: 178_931 }, pct)).toBe(tone);
  });

  test.each([
    [61, "success"],
    [61.1, "warning"],
  ] as const)("%p %% of 128,000 is %s", (pct, tone) => {
    expect(levelTone({ windowTokens: 128_000, pruneAt: 78_131 }, pct)).toBe(tone);
  });

  test.each([
    [69.9, "success"],
    [70, "warning"],
  ] as const)("%p %% without a threshold is %s", (pct, tone) => {
    for (const context of [
      {},
      { windowTokens: W },
      { pruneAt: 5 },
      { windowTokens: W, pruneAt: 0 },
    ]) {
      expect(levelTone(context, pct)).toBe(tone);
    }
  });

  test("a threshold past nine tenths: the error comes without a warning before it", () => {
    expect(levelTone({ windowTokens: 100, pruneAt: 99 }, 89.9)).toBe("success");
    expect(levelTone({ windowTokens: 100, pruneAt: 99 }, 90)).toBe("error");
  });
});
