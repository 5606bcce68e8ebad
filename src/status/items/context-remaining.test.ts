import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { contextRemaining } from "./context-remaining.ts";

const forms = (usedTokens: number, windowTokens = 100) =>
  formsOf(contextRemaining, [
    { kind: "context-window-known", windowTokens },
    { kind: "context-measured", usedTokens, source: "usage" },
  ]);

test("what is left: two forms in one colour", () => {
  expect(forms(46_000, 200_000)).toEqual(["<muted>Context 77% left", "<muted>Ctx 77%"]);
});

test.each([
  [74, "muted", 26],
  [75, "warning", 25],
  [89, "warning", 11],
  [90, "error", 10],
  [100, "error", 0],
])("%p of 100 used: %s at %p", (used, tone, left) => {
  expect(forms(used)[1]).toBe(`<${tone}>Ctx ${left}%`);
});

test("the rounded percentage decides the colour", () => {
  expect(forms(744, 1_000)[1]).toBe("<muted>Ctx 26%");
  expect(forms(746, 1_000)[1]).toBe("<warning>Ctx 25%");
  expect(forms(745, 1_000)[1]).toBe("<muted>Ctx 26%");
});

test("more used than fits reads 0 %, less than nothing 100 %", () => {
  expect(forms(263_781, 200_000)[0]).toBe("<error>Context 0% left");
  expect(forms(-5)[0]).toBe("<muted>Context 100% left");
});

test("no use, or no capacity: absent", () => {
  const used = { kind: "context-measured", usedTokens: 5 } as const;
  const window = { kind: "context-window-known", windowTokens: 100 } as const;
  expect(formsOf(contextRemaining, [])).toEqual([]);
  expect(formsOf(contextRemaining, [window])).toEqual([]);
  expect(formsOf(contextRemaining, [used])).toEqual([]);
  for (const windowTokens of [0, -1, Number.NaN]) expect(forms(5, windowTokens)).toEqual([]);
});

test("the source says a share instead of tokens: what is left of it", () => {
  expect(formsOf(contextRemaining, [{ kind: "context-measured", usedPct: 19 }])[0]).toBe(
    "<muted>Context 81% left",
  );
});
