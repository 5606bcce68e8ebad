import { expect, test } from "bun:test";
import { cellOf, formsOf } from "../../testing/item-forms.ts";
import { rate } from "./rate.ts";

const forms = (tokensPerSecond: number, streaming = false) =>
  formsOf(rate, [{ kind: "rate-measured", tokensPerSecond, streaming }]);

test.each([
  [99.27, "99"],
  [100.4, "100"],
  [3.14, "3.1"],
  [0, "0.0"],
  [9.9, "9.9"],
  [10, "10"],
  [999, "999"],
])("%p tokens a second read %p: one decimal below ten", (value, figure) => {
  expect(forms(value)).toEqual([`<dim>tps: <tool>${figure}<dim> tok/s`]);
});

test("no rate yet, or a request too short to tell: a dash", () => {
  expect(formsOf(rate, [])).toEqual(["<dim>tps: —"]);
  expect(formsOf(rate, [{ kind: "rate-measured", outputTokens: 17 }])).toEqual(["<dim>tps: —"]);
});

test("while streaming the word is in accent", () => {
  expect(forms(87, true)).toEqual(["<accent>tps: <tool>87<dim> tok/s"]);
});

test("the place of 14 columns is kept, with a figure and without", () => {
  expect(cellOf(rate, [])?.reserveCols).toBe(14);
  expect(cellOf(rate, [{ kind: "rate-measured", tokensPerSecond: 3.2 }])?.reserveCols).toBe(14);
});

test("in ASCII the dash stays", () => {
  expect(formsOf(rate, [], { ascii: true })).toEqual(["<dim>tps: —"]);
});
