import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { QuotaWindow } from "../facts/quota.ts";
import { quotaFirst } from "./quota-first.ts";

const forms = (windows: readonly QuotaWindow[], widthCols?: number) =>
  formsOf(
    quotaFirst,
    [{ kind: "quota-reported", windows }],
    widthCols === undefined ? {} : { widthCols },
  );
const used = (usedPct: number): QuotaWindow => ({ slot: "primary", usedPct, windowMinutes: 300 });

test("long name and one decimal from 80 columns, short and whole below", () => {
  expect(forms([used(72.4)], 80)).toEqual(["<dim>Session: <warning>72.4%"]);
  expect(forms([used(72.4)])).toEqual(["<dim>Session: <warning>72.4%"]);
  expect(forms([used(72.4)], 79)).toEqual(["<dim>5h <warning>72%"]);
  expect(forms([used(10)], 80)).toEqual(["<dim>Session: <success>10.0%"]);
});

test.each([
  [69.9, "success"],
  [70, "warning"],
  [89.9, "warning"],
  [90, "error"],
])("%p %% used is %s", (pct, tone) => {
  expect(forms([used(pct)])[0]).toStartWith(`<dim>Session: <${tone}>`);
});

test("the shortest window comes first, whatever its slot", () => {
  const day: QuotaWindow = { slot: "primary", usedPct: 40, windowMinutes: 1_440 };
  const part: QuotaWindow = { slot: "secondary", usedPct: 5, windowMinutes: 90 };
  expect(forms([day, part])).toEqual(["<dim>90m: <success>5.0%"]);
  expect(forms([day, part], 60)).toEqual(["<dim>90m <success>5%"]);
});

test("before the first answer of a plan: a text that keeps the place, until it answers", () => {
  const awaited = { kind: "quota-awaited" } as const;
  const text = "<dim>Quota: shown after the first request";
  expect(formsOf(quotaFirst, [awaited])).toEqual([text]);
  const report = { kind: "quota-reported", windows: [used(5)] } as const;
  expect(formsOf(quotaFirst, [awaited, report])).toEqual(["<dim>Session: <success>5.0%"]);
});

test("no plan, or a plan without windows: absent", () => {
  expect(formsOf(quotaFirst, [])).toEqual([]);
  expect(forms([])).toEqual([]);
});

test("a plan that has answered is awaited once more, late: what it said stays", () => {
  const report = { kind: "quota-reported", windows: [used(5)] } as const;
  expect(formsOf(quotaFirst, [report, { kind: "quota-awaited" }])).toEqual([
    "<dim>Session: <success>5.0%",
  ]);
});
