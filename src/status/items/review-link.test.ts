import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { reviewLink } from "./review-link.ts";

const URL = "https://github.com/acme/shop-api/pull/88";
const PULL = { kind: "review-found", vendor: "github", number: 88, url: URL } as const;
const MERGE = {
  kind: "review-found",
  vendor: "gitlab",
  number: 312,
  url: "https://gitlab.com/acme/shop/-/merge_requests/312",
} as const;

test("a pull request and a merge request: label and number, then the number alone", () => {
  expect(formsOf(reviewLink, [PULL])).toEqual(["<accent>PR <muted>#88", "<muted>#88"]);
  expect(formsOf(reviewLink, [MERGE])).toEqual(["<accent>MR <muted>!312", "<muted>!312"]);
});

test("where links may be shown both parts carry it, and the text is the same", () => {
  expect(formsOf(reviewLink, [PULL], { links: true })).toEqual([
    `<accent ${URL}>PR <muted ${URL}>#88`,
    `<muted ${URL}>#88`,
  ]);
});

test("an address that is no web address: the number without a link", () => {
  for (const url of ["javascript:alert(1)", "not a url", "https://x/\u001b]8;;"]) {
    expect(formsOf(reviewLink, [{ ...PULL, url }], { links: true }).at(-1)).toMatch(
      /^<muted[^>\u001b]*>#88$/,
    );
  }
  expect(formsOf(reviewLink, [{ ...PULL, url: "javascript:alert(1)" }], { links: true })).toEqual([
    "<accent>PR <muted>#88",
    "<muted>#88",
  ]);
});

test("no review, or one that is gone: absent", () => {
  expect(formsOf(reviewLink, [])).toEqual([]);
  expect(formsOf(reviewLink, [PULL, { kind: "review-gone" }])).toEqual([]);
});

test("in ASCII the forms are the same", () => {
  expect(formsOf(reviewLink, [MERGE], { ascii: true })).toEqual(formsOf(reviewLink, [MERGE]));
});
