import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { Fact } from "../facts/fact.ts";
import { cost } from "./cost.ts";

const USED: Fact = { kind: "tokens-counted", input: 900, output: 0, cacheRead: 0, cacheWrite: 0 };
const forms = (sessionUsd: number, externalUsd?: number) =>
  formsOf(cost, [
    { kind: "cost-counted", sessionUsd, ...(externalUsd !== undefined && { externalUsd }) },
  ]);

test.each([
  [0.0042, "$0.004"],
  [0.01, "$0.01"],
  [0.1234, "$0.12"],
  [168.96, "$168.96"],
  [1.234, "$1.23"],
  [0.0004, "$0.000"],
])("%p dollars read %p", (usd, figure) => {
  expect(forms(usd)).toEqual([`<warning>${figure}`]);
});

test("external agents that bill in dollars are part of it", () => {
  expect(forms(0.1, 0.16)).toEqual(["<warning>$0.26"]);
  expect(forms(0, 0.16)).toEqual(["<warning>$0.16"]);
});

test("zero, negative zero and less: absent", () => {
  for (const usd of [0, -0, -0.01]) expect(forms(usd)).toEqual([]);
  expect(formsOf(cost, [USED, { kind: "cost-counted", sessionUsd: 0 }])).toEqual([]);
});

test("not known: a question mark once something was used, else absent", () => {
  expect(formsOf(cost, [USED])).toEqual(["<warning>$?"]);
  expect(formsOf(cost, [USED, { kind: "cost-counted", externalUsd: 0.16 }])).toEqual([
    "<warning>$?",
  ]);
  expect(formsOf(cost, [])).toEqual([]);
  expect(formsOf(cost, [{ ...USED, input: 0 }])).toEqual([]);
});
