import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { QuotaWindow } from "../facts/quota.ts";
import { quotaShort } from "./quota-short.ts";

const forms = (windows: readonly QuotaWindow[]) =>
  formsOf(quotaShort, [{ kind: "quota-reported", windows }]);

test("both windows in one field that holds no separator", () => {
  const form = forms([
    { slot: "primary", usedPct: 10, windowMinutes: 300 },
    { slot: "secondary", usedPct: 91.6, windowMinutes: 10_080 },
  ]);
  expect(form).toEqual(["<dim>5h <success>10%<dim> wk <error>92%"]);
  expect(form[0]).not.toContain("·");
});

test("other lengths name themselves, shortest first", () => {
  expect(
    forms([
      { slot: "primary", usedPct: 40, windowMinutes: 1_440 },
      { slot: "secondary", usedPct: 5, windowMinutes: 90 },
    ]),
  ).toEqual(["<dim>90m <success>5%<dim> 1d <success>40%"]);
});

test("one window: it alone; none, or no answer yet: absent", () => {
  expect(forms([{ slot: "primary", usedPct: 20, windowMinutes: 10_080 }])).toEqual([
    "<dim>wk <success>20%",
  ]);
  expect(forms([])).toEqual([]);
  expect(formsOf(quotaShort, [{ kind: "quota-awaited" }])).toEqual([]);
  expect(formsOf(quotaShort, [])).toEqual([]);
});
