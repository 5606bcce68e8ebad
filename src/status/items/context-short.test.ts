import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { ContextSource } from "../facts/context.ts";
import { contextShort } from "./context-short.ts";

const at = (pct: number, source: ContextSource = "usage") =>
  [
    { kind: "context-window-known", windowTokens: 100_000 },
    { kind: "context-measured", usedTokens: pct * 1_000, source },
  ] as const;

test.each([
  [0.4, 0, "0.4%"],
  [3, 0, "3%"],
  [5, 1, "5%"],
  [34.4, 3, "34%"],
  [96, 10, "96%"],
])("%p %% used fills %p of ten cells and reads %p", (pct, filled, figure) => {
  const [form = ""] = formsOf(contextShort, at(pct), { widthCols: 110 });
  expect(form.split("▮").length - 1).toBe(filled);
  expect(form.split("▯").length - 1).toBe(10 - filled);
  expect(form).toEndWith(figure);
});

test("from 110 columns with a meter, below without; unknown width is wide", () => {
  const wide = ["<dim>ctx <success>▮▮▮▯▯▯▯▯▯▯ 34%"];
  expect(formsOf(contextShort, at(34), { widthCols: 110 })).toEqual(wide);
  expect(formsOf(contextShort, at(34))).toEqual(wide);
  expect(formsOf(contextShort, at(34), { widthCols: 109 })).toEqual(["<dim>ctx <success>34%"]);
});

test("the decimal is kept above 0 and below 1 alone", () => {
  const figures = [0, 0.1, 0.9, 1, 99.6].map((pct) =>
    formsOf(contextShort, at(pct), { widthCols: 80 })[0]?.replace(/^.*>/, ""),
  );
  expect(figures).toEqual(["0%", "0.1%", "0.9%", "1%", "100%"]);
});

test("an estimate carries its sign right before the number", () => {
  expect(formsOf(contextShort, at(0.4, "prefix"))).toEqual(["<dim>ctx <success>▯▯▯▯▯▯▯▯▯▯ ≈0.4%"]);
  expect(formsOf(contextShort, at(50, "estimate"), { ascii: true })).toEqual([
    "<dim>ctx <success>#####..... ~50%",
  ]);
});

test.each([
  [69.9, "success"],
  [70, "warning"],
  [89.9, "warning"],
  [90, "error"],
])("%p %% used is %s where no threshold is known", (pct, tone) => {
  expect(formsOf(contextShort, at(pct), { widthCols: 80 })[0]).toStartWith(`<dim>ctx <${tone}>`);
});

test("no window: a question mark; no use: absent", () => {
  expect(formsOf(contextShort, at(5).slice(1))).toEqual(["<dim>ctx ?"]);
  expect(formsOf(contextShort, at(5).slice(0, 1))).toEqual([]);
  expect(formsOf(contextShort, [])).toEqual([]);
});
