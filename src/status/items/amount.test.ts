import { expect, test } from "bun:test";
import { cellOf, formsOf } from "../../testing/item-forms.ts";
import { amount } from "./amount.ts";

const forms = (outputTokens: number, elapsedMs: number) =>
  formsOf(amount, [{ kind: "rate-measured", outputTokens, elapsedMs }]);

test("output and time of the latest request, the figures in accent", () => {
  expect(forms(546, 5_500)).toEqual(["<accent>546<dim> tok / <accent>5.5s"]);
  expect(forms(1_234, 14_120)).toEqual(["<accent>1.2k<dim> tok / <accent>14.1s"]);
  expect(forms(17, 65_000)).toEqual(["<accent>17<dim> tok / <accent>1m05s"]);
});

test("its place is kept", () => {
  const facts = [{ kind: "rate-measured", outputTokens: 1, elapsedMs: 1 }] as const;
  expect(cellOf(amount, facts)?.reserveCols).toBe(16);
});

test("no output or no time: absent", () => {
  expect(formsOf(amount, [])).toEqual([]);
  expect(formsOf(amount, [{ kind: "rate-measured", outputTokens: 5 }])).toEqual([]);
  expect(formsOf(amount, [{ kind: "rate-measured", elapsedMs: 5 }])).toEqual([]);
});
