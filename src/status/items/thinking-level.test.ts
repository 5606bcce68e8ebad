import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { thinkingLevel } from "./thinking-level.ts";

const forms = (effort: string) => formsOf(thinkingLevel, [{ kind: "reasoning-set", effort }]);

test("the level in its own word", () => {
  expect(forms("high")).toEqual(["<user>high"]);
  expect(forms(" xhigh\n")).toEqual(["<user>xhigh"]);
});

test("off, blank or unknown: absent", () => {
  expect(forms("off")).toEqual([]);
  expect(forms("\t")).toEqual([]);
  expect(formsOf(thinkingLevel, [{ kind: "reasoning-set", thinking: true }])).toEqual([]);
  expect(formsOf(thinkingLevel, [])).toEqual([]);
});
