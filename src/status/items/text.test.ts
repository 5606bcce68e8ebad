import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { text } from "./text.ts";

const forms = (itemOptions: Record<string, unknown>) => formsOf(text, [], { itemOptions });

test("what it is told, in the colour it is told; muted without one", () => {
  expect(forms({ text: "deploy freeze" })).toEqual(["<muted>deploy freeze"]);
  expect(forms({ text: "deploy freeze", tone: "warning" })).toEqual(["<warning>deploy freeze"]);
  expect(forms({ text: "x", tone: "plain" })).toEqual(["<plain>x"]);
});

test("an unknown colour is muted, control characters go", () => {
  expect(forms({ text: "a\u001b[31mb\nc", tone: "pink" })).toEqual(["<muted>ab c"]);
});

test("no text, an empty one, something else: absent", () => {
  expect(formsOf(text, [])).toEqual([]);
  for (const own of ["", 5, null, ["a"]]) expect(forms({ text: own })).toEqual([]);
});
