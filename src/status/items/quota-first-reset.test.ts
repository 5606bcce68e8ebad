import { expect, test } from "bun:test";
import { cellOf, formsOf } from "../../testing/item-forms.ts";
import type { QuotaWindow } from "../facts/quota.ts";
import { quotaFirstReset } from "./quota-first-reset.ts";

const plan = (own: Partial<QuotaWindow>) =>
  [
    {
      kind: "quota-reported",
      windows: [{ slot: "primary", usedPct: 20, windowMinutes: 300, ...own }],
    },
  ] as const;

test.each([
  [2_700_000, "45m", "45m"],
  [8_310_000, "2h 18m", "2h18m"],
  [-5_000, "0m", "0m"],
])("a reset in %p ms: %p wide, %p narrow", (resetsAtMs, wide, narrow) => {
  const facts = plan({ resetsAtMs });
  expect(formsOf(quotaFirstReset, facts, { widthCols: 80 })).toEqual([`<dim>Reset: <tool>${wide}`]);
  expect(formsOf(quotaFirstReset, facts, { widthCols: 79 })).toEqual([`<dim>↻<tool>${narrow}`]);
  expect(formsOf(quotaFirstReset, facts, { widthCols: 79, ascii: true })).toEqual([
    `<dim>@<tool>${narrow}`,
  ]);
});

test("a window that is not the session's is named", () => {
  const facts = plan({ windowMinutes: 10_080, resetsAtMs: 259_200_000 });
  expect(formsOf(quotaFirstReset, facts)).toEqual(["<dim>Weekly Reset: <tool>3d 0h"]);
});

test("wide it keeps a place beside its label, narrow it keeps none", () => {
  const facts = plan({ resetsAtMs: 5 });
  expect(cellOf(quotaFirstReset, facts, { widthCols: 80 })?.reserveCols).toBe("Reset: ".length + 7);
  expect(cellOf(quotaFirstReset, facts, { widthCols: 79 })?.reserveCols).toBeUndefined();
});

test("no reset, no plan: absent", () => {
  expect(formsOf(quotaFirstReset, plan({}))).toEqual([]);
  expect(formsOf(quotaFirstReset, [])).toEqual([]);
  expect(formsOf(quotaFirstReset, [{ kind: "quota-awaited" }])).toEqual([]);
});
