import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { Tokens } from "../facts/tokens.ts";
import { cacheReadRatio } from "./cache-read-ratio.ts";

const forms = (own: Partial<Tokens>) =>
  formsOf(cacheReadRatio, [
    { kind: "tokens-counted", input: 0, output: 0, cacheRead: 0, cacheWrite: 0, ...own },
  ]);

test("reads against fresh input, reads and writes: two labels, then the figure alone", () => {
  expect(forms({ input: 1_200, cacheRead: 8_000, cacheWrite: 800, output: 9_999 })).toEqual([
    "<muted>Cache 80%",
    "<muted>C 80%",
    "<muted>80%",
  ]);
});

test.each([
  [{ input: 100 }, "0%"],
  [{ cacheRead: 100 }, "100%"],
  [{ input: 199, cacheRead: 1 }, "1%"],
  [{ input: 201, cacheRead: 1 }, "0%"],
  [{ input: 1, cacheRead: 2 }, "67%"],
])("%p reads %p", (tokens, figure) => {
  expect(forms(tokens).at(-1)).toBe(`<muted>${figure}`);
});

test.each([
  [{ input: -5, cacheRead: 10 }, "100%"],
  [{ input: Number.NaN, cacheRead: 3, cacheWrite: 1 }, "75%"],
  [{ input: 10, cacheRead: Number.NaN }, "0%"],
  [{ input: 10, cacheRead: -10 }, "0%"],
  [{ input: 1, cacheRead: 1, cacheWrite: Number.POSITIVE_INFINITY }, "50%"],
])("a count that is none reads as nothing: %p gives %p", (tokens, figure) => {
  expect(forms(tokens).at(-1)).toBe(`<muted>${figure}`);
});

test("no prompt tokens yet, or no totals: absent", () => {
  expect(forms({ output: 42 })).toEqual([]);
  expect(forms({ input: -1 })).toEqual([]);
  expect(formsOf(cacheReadRatio, [])).toEqual([]);
});

test("totals are unknown but the source says the rate of the session: that", () => {
  const said = { kind: "cache-reported", reporting: "reported", hitPct: 79.6 } as const;
  expect(formsOf(cacheReadRatio, [said])[0]).toBe("<muted>Cache 80%");
});
