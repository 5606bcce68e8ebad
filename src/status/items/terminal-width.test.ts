import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { terminalWidth } from "./terminal-width.ts";

test("the columns of the row; unknown: absent", () => {
  expect(formsOf(terminalWidth, [], { widthCols: 120 })).toEqual(["<dim>120 cols"]);
  expect(formsOf(terminalWidth, [])).toEqual([]);
});
