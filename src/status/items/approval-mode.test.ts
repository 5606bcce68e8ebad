import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { approvalMode } from "./approval-mode.ts";

const forms = (mode: string, saving = false, ascii = false) =>
  formsOf(approvalMode, [{ kind: "permission-mode-set", mode, saving }], { ascii });

test.each([
  ["default", "<signal bold>Ask", "<signal bold>ASK"],
  ["auto", "<signal bold>Auto", "<signal bold>AUTO"],
  ["bypassPermissions", "<error bold>Full access", "<error bold>FULL"],
  ["off", "<signal bold>Off", "<signal bold>OFF"],
  ["acceptEdits", "<signal bold>Accept edits", "<signal bold>EDITS"],
  ["dontAsk", "<signal bold>Don't ask", "<signal bold>NOASK"],
  ["plan", "<signal bold>Ask", "<signal bold>ASK"],
])("mode %p: a long and a short label", (mode, long, short) => {
  expect(forms(mode)).toEqual([long, short]);
});

test("a mode that is not known yet: a word that claims nothing", () => {
  expect(formsOf(approvalMode, [])).toEqual(["<signal bold>Permissions"]);
});

test("a change that is being saved: an ellipsis right after the label", () => {
  expect(forms("auto", true)).toEqual(["<signal bold>Auto…", "<signal bold>AUTO…"]);
  expect(forms("bypassPermissions", true)[0]).toBe("<error bold>Full access…");
  expect(forms("auto", true, true)[0]).toBe("<signal bold>Auto...");
});

test("a mode of a newer program: its own word, cleaned", () => {
  expect(forms("yolo\u001b[31m")).toEqual(["<signal bold>yolo", "<signal bold>YOLO"]);
});

test("a mode without a word: the item stays", () => {
  expect(forms("\u0007")).toEqual(["<signal bold>Permissions"]);
  expect(forms("")).toEqual(["<signal bold>Permissions"]);
});
