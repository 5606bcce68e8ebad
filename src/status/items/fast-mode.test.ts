import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { fastMode } from "./fast-mode.ts";

test("on: a word; off or not known: absent", () => {
  expect(formsOf(fastMode, [{ kind: "fast-mode-set", on: true }])).toEqual(["<warning>fast"]);
  expect(formsOf(fastMode, [{ kind: "fast-mode-set", on: false }])).toEqual([]);
  expect(formsOf(fastMode, [{ kind: "model-selected", id: "m2" }])).toEqual([]);
  expect(formsOf(fastMode, [])).toEqual([]);
});
