import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { Fact } from "../facts/fact.ts";
import { modelReference } from "./model-reference.ts";

const OPUS: Fact = {
  kind: "model-selected",
  provider: "anthropic",
  id: "claude-opus-5-5",
  channel: "messages",
};
const MAIN: Fact = { kind: "model-selected", provider: "a", id: "m1" };
const STAND_IN: Fact = { kind: "fallback-changed", model: "b/m2" };
const SHOWN = { itemOptions: { fallback: true } };

test.each([
  [undefined, "anthropic/claude-opus-5-5@messages"],
  [120, "anthropic/claude-opus-5-5@messages"],
  [100, "anthropic/claude-opus-5-5@messages"],
  [99, "claude-opus-5-5@messages"],
  [60, "claude-opus-5-5@messages"],
  [59, "claude-opus-5-5"],
  [48, "claude-opus-5-5"],
  [47, "claude-opus"],
  [1, "claude-opus"],
])("in a row of %p columns it reads %p", (widthCols, name) => {
  const own = widthCols === undefined ? {} : { widthCols };
  expect(formsOf(modelReference, [OPUS], own)).toEqual([`<accent>${name}`]);
});

test("below 48 columns everything from the first number after a dash goes", () => {
  const codex: Fact = { kind: "model-selected", provider: "openai", id: "gpt-5.4-codex" };
  expect(formsOf(modelReference, [codex], { widthCols: 47 })).toEqual(["<accent>gpt"]);
  const plain: Fact = { kind: "model-selected", id: "sonnet" };
  expect(formsOf(modelReference, [plain], { widthCols: 20 })).toEqual(["<accent>sonnet"]);
});

test("without an id the display name stands; without either a question mark", () => {
  expect(formsOf(modelReference, [{ kind: "model-selected", displayName: "Opus 5.5" }])).toEqual([
    "<accent>Opus 5.5",
  ]);
  expect(formsOf(modelReference, [])).toEqual(["<accent>?"]);
  expect(formsOf(modelReference, [{ kind: "reasoning-set", effort: "high" }])).toEqual([
    "<accent>?",
  ]);
});

test("a fallback is shown behind an arrow where the place asks for it", () => {
  const facts = [MAIN, STAND_IN];
  expect(formsOf(modelReference, facts, SHOWN)).toEqual(["<accent>a/m1<dim> → <warning>b/m2"]);
  expect(formsOf(modelReference, facts, { ...SHOWN, widthCols: 80 })).toEqual([
    "<accent>m1<dim> → <warning>m2",
  ]);
  expect(formsOf(modelReference, facts, { ...SHOWN, ascii: true })).toEqual([
    "<accent>a/m1<dim> -> <warning>b/m2",
  ]);
  expect(formsOf(modelReference, facts)).toEqual(["<accent>a/m1"]);
  expect(formsOf(modelReference, [MAIN], SHOWN)).toEqual(["<accent>a/m1"]);
});
