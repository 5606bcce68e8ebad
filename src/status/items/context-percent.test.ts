import { expect, test } from "bun:test";
import { cellOf, formsOf } from "../../testing/item-forms.ts";
import type { Context } from "../facts/context.ts";
import { contextPercent } from "./context-percent.ts";

const facts = ({ usedTokens, usedPct, source, ...limits }: Context) =>
  [
    { kind: "context-window-known", ...limits },
    {
      kind: "context-measured",
      ...(usedTokens !== undefined && { usedTokens }),
      ...(usedPct !== undefined && { usedPct }),
      ...(source !== undefined && { source }),
    },
  ] as const;

test.each([
  [8_200, "<success>3.0%"],
  [136, "<success>0.1%"],
  [100, "<success>0.0%"],
  [96_400, "<success>35.4%"],
  [300_000, "<error>100.0%"],
])("%p of 272,000 tokens: one decimal always, at most 100", (usedTokens, figure) => {
  const known = facts({ usedTokens, windowTokens: 272_000, source: "usage" });
  expect(formsOf(contextPercent, known)).toEqual([`<dim>Ctx ${figure}`]);
});

test("a number that no usage reported carries a sign; one of unknown origin does not", () => {
  const known = { usedTokens: 1_100, windowTokens: 272_000 };
  for (const source of ["prefix", "estimate"] as const) {
    expect(formsOf(contextPercent, facts({ ...known, source }))).toEqual([
      "<dim>Ctx <success>≈0.4%",
    ]);
  }
  expect(formsOf(contextPercent, facts({ ...known, source: "estimate" }), { ascii: true })).toEqual(
    ["<dim>Ctx <success>~0.4%"],
  );
  expect(formsOf(contextPercent, facts(known))).toEqual(["<dim>Ctx <success>0.4%"]);
});

test("use without a window: a question mark", () => {
  expect(formsOf(contextPercent, facts({ usedTokens: 8_200 }))).toEqual(["<dim>Ctx ?"]);
  expect(formsOf(contextPercent, facts({ usedTokens: 8_200, windowTokens: 0 }))).toEqual([
    "<dim>Ctx ?",
  ]);
});

test("a share that the source says itself", () => {
  expect(formsOf(contextPercent, facts({ usedPct: 19 }))).toEqual(["<dim>Ctx <success>19.0%"]);
});

test("its place of 10 columns is kept", () => {
  expect(cellOf(contextPercent, facts({ usedTokens: 1 }))?.reserveCols).toBe(10);
  expect(cellOf(contextPercent, facts({ usedPct: 1 }))?.reserveCols).toBe(10);
});

test("the use is not known: absent", () => {
  expect(formsOf(contextPercent, [])).toEqual([]);
  expect(formsOf(contextPercent, facts({ windowTokens: 272_000 }))).toEqual([]);
});
