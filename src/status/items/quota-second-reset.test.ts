import { expect, test } from "bun:test";
import { cellOf, formsOf } from "../../testing/item-forms.ts";
import { quotaSecondReset } from "./quota-second-reset.ts";
import { PLAN_SAMPLE } from "./shared/quota-sample.ts";

test("the longer window's reset, with its name where there is room", () => {
  expect(formsOf(quotaSecondReset, PLAN_SAMPLE, { widthCols: 80 })).toEqual([
    "<dim>Weekly Reset: <tool>1d 12h",
  ]);
  expect(formsOf(quotaSecondReset, PLAN_SAMPLE, { widthCols: 79 })).toEqual(["<dim>↻<tool>1d12h"]);
  expect(cellOf(quotaSecondReset, PLAN_SAMPLE)?.reserveCols).toBe("Weekly Reset: ".length + 7);
});

test("no second window: absent", () => {
  const one = [{ slot: "primary", usedPct: 20, resetsAtMs: 5 }] as const;
  expect(formsOf(quotaSecondReset, [{ kind: "quota-reported", windows: one }])).toEqual([]);
  expect(formsOf(quotaSecondReset, [])).toEqual([]);
});
