import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { Review } from "../facts/review.ts";
import { reviewState } from "./review-state.ts";

const PULL = {
  kind: "review-found",
  vendor: "github",
  number: 91,
  url: "https://x.example/91",
} as const;
const forms = (own: Partial<Review>) => formsOf(reviewState, [{ ...PULL, ...own }]);

test.each([
  ["approved", "success", "approved"],
  ["merged", "success", "merged"],
  ["changes_requested", "error", "changes requested"],
  ["closed", "error", "closed"],
  ["pending", "warning", "pending"],
  ["draft", "muted", "draft"],
  ["from_tomorrow", "muted", "from tomorrow"],
])("state %p is %s and reads %p", (state, tone, words) => {
  expect(forms({ state })).toEqual([`<muted>#91<> <${tone}>${words}`, `<${tone}>${words}`]);
});

test("a merge request has its own sign", () => {
  expect(forms({ vendor: "gitlab", state: "merged" })[0]).toBe("<muted>!91<> <success>merged");
});

test("no state, or no review: absent", () => {
  expect(forms({})).toEqual([]);
  expect(forms({ state: " \u001b[31m" })).toEqual([]);
  expect(formsOf(reviewState, [])).toEqual([]);
});
