import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { lineChanges } from "./line-changes.ts";

const facts = (linesAdded: number, linesRemoved: number) =>
  [{ kind: "git-diffed", linesAdded, linesRemoved }] as const;
const SHORT = { itemOptions: { style: "short" } };

test("in brackets, or short with a minus sign", () => {
  expect(formsOf(lineChanges, facts(12, 7))).toEqual(["<dim>(<success>+12<dim>,<error>-7<dim>)"]);
  expect(formsOf(lineChanges, facts(12, 7), SHORT)).toEqual(["<success>+12<dim> <error>−7"]);
  expect(formsOf(lineChanges, facts(12, 7), { ...SHORT, ascii: true })).toEqual([
    "<success>+12<dim> <error>-7",
  ]);
});

test("one of the two is zero: both are shown", () => {
  expect(formsOf(lineChanges, facts(12, 0))).toEqual(["<dim>(<success>+12<dim>,<error>-0<dim>)"]);
});

test("no change, or not known: absent", () => {
  expect(formsOf(lineChanges, facts(0, 0))).toEqual([]);
  expect(formsOf(lineChanges, [])).toEqual([]);
  expect(formsOf(lineChanges, [{ kind: "git-head-read", repo: true, branch: "main" }])).toEqual([]);
});
