import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { ModelSelected } from "../facts/model.ts";
import { model } from "./model.ts";

const forms = (chosen: Omit<ModelSelected, "kind">, ascii = false) =>
  formsOf(model, [{ kind: "model-selected", ...chosen }], { ascii });

test("one form, without the path before the name", () => {
  expect(forms({ id: "m2", provider: "minimax" })).toEqual(["<accent>✦ m2"]);
  expect(forms({ id: "minimax/m2" })).toEqual(["<accent>✦ m2"]);
});

test("the display name goes before provider and id", () => {
  expect(forms({ id: "m2", provider: "minimax", displayName: "MiniMax M2" })).toEqual([
    "<accent>✦ MiniMax M2",
  ]);
});

test("a variant is named, unless it is thinking itself", () => {
  expect(forms({ id: "m2", variant: "fast" })).toEqual(["<accent>✦ m2#fast"]);
  expect(forms({ id: "m2", variant: "thinking" })).toEqual(["<accent>✦ m2"]);
});

test("no model is known: a word that says so", () => {
  expect(formsOf(model, [])).toEqual(["<accent>✦ no model"]);
  expect(forms({ displayName: "\u001b[31m" })).toEqual(["<accent>✦ no model"]);
});

test("a name with control characters and a line feed: one clean line", () => {
  expect(forms({ displayName: "Opus\u001b]0;x\u0007\n5" })).toEqual(["<accent>✦ Opus 5"]);
});

test("in ASCII the mark is ASCII", () => {
  expect(forms({ id: "m2" }, true)).toEqual(["<accent>* m2"]);
});
