import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { Spend } from "../facts/quota.ts";
import { spendLimit } from "./spend-limit.ts";

const forms = (spend: Spend, own: { ascii?: boolean; nowMs?: number } = {}) =>
  formsOf(spendLimit, [{ kind: "spend-reported", ...spend }], own);
const OVER: Spend = {
  usedPct: 108.4,
  used: 54.2,
  limit: 50,
  currency: "USD",
  resetsAtMs: 7_200_000,
};

test("money, share and reset; then without the reset; then the money alone", () => {
  expect(forms(OVER)).toEqual([
    "<warning>$54.20/$50.00<> <error>108%<tool> ↻2h0m",
    "<warning>$54.20/$50.00<> <error>108%",
    "<warning>$54.20/$50.00",
  ]);
});

test("no limit: what was used, and no share", () => {
  expect(forms({ used: 5.42, currency: "EUR" })).toEqual(["<warning>€5.42 used"]);
});

test("a currency without a sign of its own, or a sign outside ASCII: its code", () => {
  expect(forms({ used: 5.42, currency: "CHF" })).toEqual(["<warning>5.42 CHF used"]);
  expect(forms({ used: 5.42, currency: "EUR" }, { ascii: true })).toEqual([
    "<warning>5.42 EUR used",
  ]);
});

test("a share without money", () => {
  expect(forms({ usedPct: 71 })).toEqual(["<dim>spend <warning>71%", "<warning>71%"]);
});

test("a reset in the past is not counted down", () => {
  expect(forms(OVER, { nowMs: 7_200_001 })[0]).toBe("<warning>$54.20/$50.00<> <error>108%");
});

test("nothing reported: absent", () => {
  expect(forms({})).toEqual([]);
  expect(forms({ limit: 50 })).toEqual([]);
  expect(formsOf(spendLimit, [])).toEqual([]);
});
