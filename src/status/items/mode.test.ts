import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { mode } from "./mode.ts";

test.each([
  ["default", "<text>Manual"],
  ["acceptEdits", "<text>Accept edits"],
  ["plan", "<accent>Plan"],
  ["auto", "<text>Auto"],
  ["bypassPermissions", "<warning>Bypass permissions"],
  ["dontAsk", "<text>Don't ask"],
  ["from\u001b[31m-tomorrow", "<text>from-tomorrow"],
])("permission mode %p reads %p", (word, form) => {
  expect(formsOf(mode, [{ kind: "permission-mode-set", mode: word }])).toEqual([form]);
});

test("not known: absent", () => {
  expect(formsOf(mode, [])).toEqual([]);
  expect(formsOf(mode, [{ kind: "plan-mode-set", on: true }])).toEqual([]);
});
