import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { Tokens } from "../facts/tokens.ts";
import { billedTokens } from "./billed-tokens.ts";

const counted = (own: Partial<Tokens>) =>
  [{ kind: "tokens-counted", input: 0, output: 0, cacheRead: 0, cacheWrite: 0, ...own }] as const;
const ALL = counted({ input: 1_700, output: 1_200, cacheRead: 10_000, cacheWrite: 300 });
const SHORT = { itemOptions: { style: "short" } };

test("the prompt is input with cache reads and writes; reads and writes follow", () => {
  expect(formsOf(billedTokens, ALL)).toEqual(["<dim>Σ↑12k ↓1.2k R10k W300", "<dim>↑12k ↓1.2k"]);
});

test("reads and writes are left out at 0", () => {
  expect(formsOf(billedTokens, counted({ input: 900, output: 17 }))[0]).toBe("<dim>Σ↑900 ↓17");
  expect(formsOf(billedTokens, counted({ input: 900, cacheWrite: 100 }))[0]).toBe(
    "<dim>Σ↑1.0k ↓0 W100",
  );
});

test("the short style has neither the sign of the total nor the cache", () => {
  expect(formsOf(billedTokens, ALL, SHORT)).toEqual(["<dim>↑12k ↓1.2k"]);
});

test("in ASCII the signs are a word and two letters", () => {
  expect(formsOf(billedTokens, ALL, { ascii: true })[0]).toBe("<dim>sum ^12k v1.2k R10k W300");
});

test("nothing billed, or no totals: absent; output alone is enough", () => {
  expect(formsOf(billedTokens, [])).toEqual([]);
  expect(formsOf(billedTokens, counted({}))).toEqual([]);
  expect(formsOf(billedTokens, counted({ output: 1 }))[0]).toBe("<dim>Σ↑0 ↓1");
});
