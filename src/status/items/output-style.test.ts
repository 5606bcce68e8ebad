import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { outputStyle } from "./output-style.ts";

const forms = (name: string) => formsOf(outputStyle, [{ kind: "output-style-set", name }]);

test("a style of its own: its name; the default one, a blank one, none: absent", () => {
  expect(forms("Explanatory")).toEqual(["<muted>Explanatory"]);
  expect(forms("default")).toEqual([]);
  expect(forms(" ")).toEqual([]);
  expect(formsOf(outputStyle, [])).toEqual([]);
});
