import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { quotaSecond } from "./quota-second.ts";
import { PLAN_SAMPLE } from "./shared/quota-sample.ts";

test("the longer window, named by its length", () => {
  expect(formsOf(quotaSecond, PLAN_SAMPLE, { widthCols: 80 })).toEqual([
    "<dim>Weekly: <error>93.0%",
  ]);
  expect(formsOf(quotaSecond, PLAN_SAMPLE, { widthCols: 79 })).toEqual(["<dim>wk <error>93%"]);
});

test("one window, none, or no answer yet: absent", () => {
  const one = [{ slot: "primary", usedPct: 20, windowMinutes: 300 }] as const;
  expect(formsOf(quotaSecond, [{ kind: "quota-reported", windows: one }])).toEqual([]);
  expect(formsOf(quotaSecond, [{ kind: "quota-awaited" }])).toEqual([]);
  expect(formsOf(quotaSecond, [])).toEqual([]);
});
