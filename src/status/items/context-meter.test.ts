import { expect, test } from "bun:test";
import { cellOf, formsOf } from "../../testing/item-forms.ts";
import { plainText } from "../../text/span.ts";
import { contextMeter } from "./context-meter.ts";

const facts = (left: number) =>
  [
    { kind: "context-window-known", windowTokens: 100 },
    { kind: "context-measured", usedTokens: 100 - left, source: "usage" },
  ] as const;

test("77 % left: eight cells, six, none; all in one colour", () => {
  expect(formsOf(contextMeter, facts(77))).toEqual([
    "<muted>Context ▕██████░░▏ 77% left",
    "<muted>Ctx ▕█████░▏ 77%",
    "<muted>Ctx 77%",
  ]);
  const widths = cellOf(contextMeter, facts(77))?.forms.map((form) => plainText(form).length);
  expect(widths).toEqual([27, 16, 7]);
});

test.each([
  [100, 8, 6],
  [94, 8, 6],
  [93, 7, 6],
  [92, 7, 6],
  [91, 7, 5],
  [50, 4, 3],
  [9, 1, 1],
  [8, 1, 0],
  [7, 1, 0],
  [6, 0, 0],
  [0, 0, 0],
])("%p %% left fills %p of eight cells and %p of six", (left, full, compact) => {
  const bars = formsOf(contextMeter, facts(left))
    .slice(0, 2)
    .map((form) => form.split("█").length - 1);
  expect(bars).toEqual([full, compact]);
});

test.each([
  [26, "muted"],
  [25, "warning"],
  [11, "warning"],
  [10, "error"],
])("%p %% left is %s, gauge included", (left, tone) => {
  for (const form of formsOf(contextMeter, facts(left)))
    expect(form).toMatch(new RegExp(`^<${tone}>[^<]+$`));
});

test("no use or no capacity: absent", () => {
  expect(formsOf(contextMeter, [])).toEqual([]);
  expect(formsOf(contextMeter, facts(50).slice(0, 1))).toEqual([]);
  expect(formsOf(contextMeter, facts(50).slice(1))).toEqual([]);
});

test("in ASCII the gauge is ASCII and as wide", () => {
  expect(formsOf(contextMeter, facts(77), { ascii: true })[0]).toBe(
    "<muted>Context [######--] 77% left",
  );
});
