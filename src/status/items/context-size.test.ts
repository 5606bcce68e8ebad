import { expect, test } from "bun:test";
import { cellOf, formsOf } from "../../testing/item-forms.ts";
import { contextSize } from "./context-size.ts";

const facts = (windowTokens: number, usedTokens?: number) =>
  [
    { kind: "context-window-known", windowTokens },
    { kind: "context-measured", ...(usedTokens !== undefined && { usedTokens }) },
  ] as const;

test("the window as the layouts write tokens, a place of 4 columns beside the joiner kept", () => {
  expect(formsOf(contextSize, facts(272_000, 5))).toEqual(["<dim>272k"]);
  expect(formsOf(contextSize, facts(1_000_000, 5))).toEqual(["<dim>1.0M"]);
  expect(cellOf(contextSize, facts(272_000, 5))?.reserveCols).toBe(4);
});

test("no window or no use beside which it could stand: absent", () => {
  expect(formsOf(contextSize, [])).toEqual([]);
  expect(formsOf(contextSize, facts(272_000))).toEqual([]);
  expect(formsOf(contextSize, facts(0, 5))).toEqual([]);
  expect(formsOf(contextSize, facts(Number.NaN, 5))).toEqual([]);
  expect(formsOf(contextSize, facts(Number.POSITIVE_INFINITY, 5))).toEqual([]);
});
