import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { foldHint } from "./fold-hint.ts";

test("one form, always, the same in ASCII", () => {
  expect(formsOf(foldHint, [])).toEqual(["<dim>[-]"]);
  expect(formsOf(foldHint, [], { ascii: true, widthCols: 1 })).toEqual(["<dim>[-]"]);
});
