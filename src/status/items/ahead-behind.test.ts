import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { aheadBehind } from "./ahead-behind.ts";

const forms = (ahead: number, behind: number, ascii = false) =>
  formsOf(aheadBehind, [{ kind: "git-compared", ahead, behind }], { ascii });

test("both, or the one that is not zero", () => {
  expect(forms(2, 1)).toEqual(["<code>↑2<error> ↓1"]);
  expect(forms(5, 0)).toEqual(["<code>↑5"]);
  expect(forms(0, 3)).toEqual(["<error>↓3"]);
  expect(forms(2, 1, true)).toEqual(["<code>^2<error> v1"]);
});

test("level, or no upstream: absent", () => {
  expect(forms(0, 0)).toEqual([]);
  expect(formsOf(aheadBehind, [{ kind: "git-compared" }])).toEqual([]);
  expect(formsOf(aheadBehind, [])).toEqual([]);
});
