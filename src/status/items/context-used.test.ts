import { expect, test } from "bun:test";
import { cellOf, formsOf } from "../../testing/item-forms.ts";
import { contextUsed } from "./context-used.ts";

const facts = (usedTokens?: number) =>
  [{ kind: "context-measured", ...(usedTokens !== undefined && { usedTokens }) }] as const;

test("tokens as the layouts write them, a place of 4 columns beside the joiner kept", () => {
  expect(formsOf(contextUsed, facts(8_200))).toEqual(["<dim>8.2k"]);
  expect(formsOf(contextUsed, facts(96_400))).toEqual(["<dim>96k"]);
  expect(formsOf(contextUsed, facts(0))).toEqual(["<dim>0"]);
  expect(cellOf(contextUsed, facts(5))?.reserveCols).toBe(4);
});

test("not known: absent, never 0", () => {
  expect(formsOf(contextUsed, [])).toEqual([]);
  expect(formsOf(contextUsed, facts())).toEqual([]);
});
