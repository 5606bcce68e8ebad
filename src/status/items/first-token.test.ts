import { expect, test } from "bun:test";
import { cellOf, formsOf } from "../../testing/item-forms.ts";
import { firstToken } from "./first-token.ts";

const fact = (firstTokenMs: number) => [{ kind: "rate-measured", firstTokenMs }] as const;

test("time to the first token, as times of requests are written", () => {
  expect(formsOf(firstToken, fact(1_400))).toEqual(["<dim>ttft <tool>1.4s"]);
  expect(formsOf(firstToken, fact(820))).toEqual(["<dim>ttft <tool>0.8s"]);
  expect(formsOf(firstToken, fact(65_000))).toEqual(["<dim>ttft <tool>1m05s"]);
});

test("its place of 9 columns is kept", () => {
  expect(cellOf(firstToken, fact(1))?.reserveCols).toBe(9);
});

test("nothing measured: absent", () => {
  expect(formsOf(firstToken, [])).toEqual([]);
  expect(formsOf(firstToken, [{ kind: "rate-measured", outputTokens: 5 }])).toEqual([]);
});
