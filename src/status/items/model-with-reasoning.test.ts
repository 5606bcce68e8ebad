import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { modelWithReasoning } from "./model-with-reasoning.ts";

const M2 = { kind: "model-selected", id: "m2", provider: "minimax" } as const;

test("a model with effort: two lengths of the word, then the model alone", () => {
  expect(formsOf(modelWithReasoning, [M2, { kind: "reasoning-set", effort: "high" }])).toEqual([
    "<accent>✦ m2<muted> · Effort high",
    "<accent>✦ m2<muted> · Eff high",
    "<accent>✦ m2",
  ]);
});

test("a model that thinks: two lengths of the word, then the model alone", () => {
  expect(formsOf(modelWithReasoning, [M2, { kind: "reasoning-set", thinking: true }])).toEqual([
    "<accent>✦ m2<muted> · Thinking On",
    "<accent>✦ m2<muted> · Think On",
    "<accent>✦ m2",
  ]);
});

test("effort hides the thinking part", () => {
  const facts = [M2, { kind: "reasoning-set", effort: "low", thinking: true }] as const;
  expect(formsOf(modelWithReasoning, facts)[0]).toBe("<accent>✦ m2<muted> · Effort low");
});

test("thinking that is off or unknown: the model alone", () => {
  expect(formsOf(modelWithReasoning, [M2, { kind: "reasoning-set", thinking: false }])).toEqual([
    "<accent>✦ m2",
  ]);
  expect(formsOf(modelWithReasoning, [M2])).toEqual(["<accent>✦ m2"]);
});

test("no model: a word that claims none, whatever the effort", () => {
  const effort = { kind: "reasoning-set", effort: "high" } as const;
  for (const facts of [[], [effort]]) {
    expect(formsOf(modelWithReasoning, facts)).toEqual(["<accent>✦ no model"]);
  }
});

test("in ASCII the mark is ASCII and the dot stays", () => {
  const facts = [M2, { kind: "reasoning-set", effort: "high" }] as const;
  expect(formsOf(modelWithReasoning, facts, { ascii: true })[0]).toBe(
    "<accent>* m2<muted> · Effort high",
  );
});
