import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { linesEdited } from "./lines-edited.ts";

const facts = (linesAdded?: number, linesRemoved?: number) =>
  [
    {
      kind: "edits-counted",
      ...(linesAdded !== undefined && { linesAdded }),
      ...(linesRemoved !== undefined && { linesRemoved }),
    },
  ] as const;

test("added and removed, large counts short", () => {
  expect(formsOf(linesEdited, facts(156, 23))).toEqual(["<success>+156<> <error>−23"]);
  expect(formsOf(linesEdited, facts(1_284, 0))).toEqual(["<success>+1.3k<> <error>−0"]);
  expect(formsOf(linesEdited, facts(156, 23), { ascii: true })).toEqual([
    "<success>+156<> <error>-23",
  ]);
});

test("only one of them is known: the other is not made up", () => {
  expect(formsOf(linesEdited, facts(156))).toEqual(["<success>+156"]);
  expect(formsOf(linesEdited, facts(undefined, 23))).toEqual(["<error>−23"]);
});

test("nothing edited, or not known: absent", () => {
  expect(formsOf(linesEdited, facts(0, 0))).toEqual([]);
  expect(formsOf(linesEdited, facts())).toEqual([]);
  expect(formsOf(linesEdited, [])).toEqual([]);
});
