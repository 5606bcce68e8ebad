import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { GitHeadRead } from "../facts/git.ts";
import { gitHead } from "./git-head.ts";

const forms = (head: Omit<GitHeadRead, "kind">, ascii = false) =>
  formsOf(gitHead, [{ kind: "git-head-read", ...head }], { ascii });

test("branch and commit; detached: the commit alone; no commit yet: the branch alone", () => {
  expect(forms({ repo: true, branch: "main", commit: "5ae9e54" })).toEqual([
    "<dim>⎇ <success>main<dim> 5ae9e54",
  ]);
  expect(forms({ repo: true, detached: true, commit: "5ae9e54" })).toEqual(["<dim>⎇ 5ae9e54"]);
  expect(forms({ repo: true, branch: "trunk", unborn: true })).toEqual(["<dim>⎇ <success>trunk"]);
});

test("no repository, nobody has looked, nothing read of HEAD: absent", () => {
  expect(forms({ repo: false })).toEqual([]);
  expect(forms({ repo: true })).toEqual([]);
  expect(formsOf(gitHead, [])).toEqual([]);
});

test("in ASCII the mark is a word", () => {
  expect(forms({ repo: true, branch: "main", commit: "5ae9e54" }, true)).toEqual([
    "<dim>git <success>main<dim> 5ae9e54",
  ]);
});
