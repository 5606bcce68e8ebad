import { expect, test } from "bun:test";
import { cellOf, formsOf } from "../../testing/item-forms.ts";
import { averageRate } from "./average-rate.ts";

const fact = (averageTokensPerSecond: number) =>
  [{ kind: "rate-averaged", averageTokensPerSecond }] as const;

test("the mean as the rate is written: one decimal below ten", () => {
  expect(formsOf(averageRate, fact(420 / 5.5))).toEqual(["<dim>avg <accent>76"]);
  expect(formsOf(averageRate, fact(92.6))).toEqual(["<dim>avg <accent>93"]);
  expect(formsOf(averageRate, fact(4.25))).toEqual(["<dim>avg <accent>4.3"]);
});

test("its place of 7 columns is kept", () => {
  expect(cellOf(averageRate, fact(5))?.reserveCols).toBe(7);
});

test("no mean: absent, also when a request was measured", () => {
  expect(formsOf(averageRate, [])).toEqual([]);
  expect(formsOf(averageRate, [{ kind: "rate-measured", tokensPerSecond: 5 }])).toEqual([]);
});
