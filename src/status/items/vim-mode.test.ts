import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { vimMode } from "./vim-mode.ts";

const forms = (mode: string) => formsOf(vimMode, [{ kind: "vim-mode-set", mode }]);

test.each([
  ["INSERT", "I"],
  ["NORMAL", "N"],
  ["VISUAL", "V"],
  ["VISUAL LINE", "VL"],
])("mode %p: the word, then its initials", (mode, initials) => {
  expect(forms(mode)).toEqual([`<accent bold>${mode}`, `<accent bold>${initials}`]);
});

test("blank, or vim keys are off: absent", () => {
  expect(forms(" ")).toEqual([]);
  expect(formsOf(vimMode, [])).toEqual([]);
});
