import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { QuotaWindow } from "../facts/quota.ts";
import { tokenQuota } from "./token-quota.ts";

const forms = (windows: readonly QuotaWindow[]) =>
  formsOf(tokenQuota, [{ kind: "quota-reported", windows }]);

const short = (usedPct: number): QuotaWindow => ({ slot: "primary", usedPct, windowMinutes: 300 });
const week = (usedPct: number): QuotaWindow => ({
  slot: "secondary",
  usedPct,
  windowMinutes: 10_080,
});

test("both windows run short: long, tight, and the lower one alone", () => {
  expect(forms([short(80), week(85)])).toEqual([
    "<warning>5h 20% · Week 15%",
    "<warning>5h20%/W15%",
    "<warning>W15%",
  ]);
});

test("the order of the windows in the report does not matter, five hours come first", () => {
  expect(forms([week(85), short(80)])).toEqual(forms([short(80), week(85)]));
});

test("both have the same left: the narrowest form keeps five hours", () => {
  expect(forms([short(80), week(80)]).at(-1)).toBe("<warning>5h20%");
});

test("one window runs short: it alone", () => {
  expect(forms([short(20), week(85)])).toEqual(["<warning>Week 15%", "<warning>W15%"]);
  expect(forms([short(85), week(20)])).toEqual(["<warning>5h 15%", "<warning>5h15%"]);
});

test("what is left is rounded before it is judged: 30 shows, 31 does not", () => {
  expect(forms([short(70)])).toEqual(["<warning>5h 30%", "<warning>5h30%"]);
  expect(forms([short(69.6)])[0]).toBe("<warning>5h 30%");
  expect(forms([short(69.4)])).toEqual([]);
  expect(forms([short(69), week(69)])).toEqual([]);
});

test("the lowest decides the colour of all: error up to 10", () => {
  expect(forms([short(80), week(90)])).toEqual([
    "<error>5h 20% · Week 10%",
    "<error>5h20%/W10%",
    "<error>W10%",
  ]);
  expect(forms([short(89)])[0]).toBe("<warning>5h 11%");
});

test("more than everything is used: nothing is left", () => {
  expect(forms([short(108)])[0]).toBe("<error>5h 0%");
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  "a percentage of %p is no percentage: absent",
  (usedPct) => {
    expect(forms([short(usedPct)])).toEqual([]);
  },
);

test("no plan, or a plan without windows: absent", () => {
  expect(formsOf(tokenQuota, [])).toEqual([]);
  expect(forms([])).toEqual([]);
});
