import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { fallbackModel } from "./fallback-model.ts";

const facts = (model?: string) => [{ kind: "fallback-changed", ...(model && { model }) }] as const;
const REFERENCE = "anthropic/claude-opus-5-5@messages";

test.each([
  [undefined, REFERENCE],
  [100, REFERENCE],
  [99, "claude-opus-5-5@messages"],
  [59, "claude-opus-5-5"],
  [47, "claude-opus"],
])("in a row of %p columns it is shortened like the main model", (widthCols, name) => {
  const own = widthCols === undefined ? {} : { widthCols };
  expect(formsOf(fallbackModel, facts(REFERENCE), own)).toEqual([`<dim>→ <warning>${name}`]);
});

test("in ASCII the arrow is two characters", () => {
  expect(formsOf(fallbackModel, facts("b/m2"), { ascii: true })).toEqual(["<dim>-> <warning>b/m2"]);
});

test("no fallback, or the main model is back: absent", () => {
  expect(formsOf(fallbackModel, [])).toEqual([]);
  expect(formsOf(fallbackModel, [...facts("b/m2"), ...facts()])).toEqual([]);
});
