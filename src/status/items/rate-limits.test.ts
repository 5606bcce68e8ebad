import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { QuotaWindow } from "../facts/quota.ts";
import { rateLimits } from "./rate-limits.ts";
import { PLAN_SAMPLE } from "./shared/quota-sample.ts";

const forms = (windows: readonly QuotaWindow[]) =>
  formsOf(rateLimits, [{ kind: "quota-reported", windows }]);

test("windows with their resets, without, and the fullest alone", () => {
  expect(formsOf(rateLimits, PLAN_SAMPLE)).toEqual([
    "<dim>5h <warning>72%<tool> ↻45m<dim> · wk <error>93%<tool> ↻1d12h",
    "<dim>5h <warning>72%<dim> · wk <error>93%",
    "<dim>wk <error>93%",
  ]);
  expect(formsOf(rateLimits, PLAN_SAMPLE, { ascii: true })[0]).toBe(
    "<dim>5h <warning>72%<tool> @45m<dim> · wk <error>93%<tool> @1d12h",
  );
});

test("a weekly window alone, without a reset: one form", () => {
  expect(forms([{ slot: "secondary", usedPct: 20, windowMinutes: 10_080 }])).toEqual([
    "<dim>wk <success>20%",
  ]);
});

test("a limit with digits behind the point is whole", () => {
  expect(forms([{ slot: "primary", usedPct: 14.000000000000002, windowMinutes: 300 }])).toEqual([
    "<dim>5h <success>14%",
  ]);
});

test("no plan, no windows: absent", () => {
  expect(forms([])).toEqual([]);
  expect(formsOf(rateLimits, [{ kind: "quota-awaited" }])).toEqual([]);
  expect(formsOf(rateLimits, [])).toEqual([]);
});
