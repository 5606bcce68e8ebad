import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { preset } from "./preset.ts";

const forms = (name: string) => formsOf(preset, [{ kind: "switches-set", preset: name }]);

test("a preset of its own: its name, cleaned", () => {
  expect(forms("minimal")).toEqual(["<dim>preset minimal"]);
  expect(forms("min\u001b[31mimal\n")).toEqual(["<dim>preset minimal"]);
});

test("the one called default, a blank one, none: absent", () => {
  expect(forms("default")).toEqual([]);
  expect(forms(" ")).toEqual([]);
  expect(formsOf(preset, [])).toEqual([]);
});
