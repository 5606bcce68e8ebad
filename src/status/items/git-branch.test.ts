import { expect, test } from "bun:test";
import { drawFacts } from "../../testing/draw.ts";
import { formsOf } from "../../testing/item-forms.ts";
import type { GitHeadRead } from "../facts/git.ts";
import { lineOfItems } from "../layouts/items.ts";
import { gitBranch } from "./git-branch.ts";

function drawn(head: Omit<GitHeadRead, "kind" | "repo">): readonly string[] {
  return drawFacts([{ kind: "git-head-read", repo: true, ...head }], [lineOfItems(["git-branch"])]);
}

test("a branch, a detached HEAD, no commit yet: its name, or the word for it", () => {
  expect(drawn({ branch: "main", commit: "5ae9e54" })).toEqual(["⎇ main"]);
  expect(drawn({ branch: "trunk", unborn: true })).toEqual(["⎇ trunk"]);
  expect(drawn({ detached: true, commit: "5ae9e54" })).toEqual(["⎇ detached"]);
  expect(drawn({ unborn: true })).toEqual(["⎇ unborn"]);
  expect(drawn({ branch: "tax", worktree: "w" })).toEqual(["⎇ tax · worktree"]);
});

test("a repository or worktree whose HEAD is not known: absent, never `unborn`", () => {
  expect(drawn({})).toEqual([]);
  expect(drawn({ worktree: "feat-tax" })).toEqual([]);
});

const read = (head: Omit<GitHeadRead, "kind" | "repo">, ascii = false) =>
  formsOf(gitBranch, [{ kind: "git-head-read", repo: true, ...head }], { ascii });

test("a long name: whole, cut to 12 columns, cut to 7; the mark in accent, the text muted", () => {
  expect(read({ branch: "feature/tax-rules" })).toEqual([
    "<accent>⎇ <muted>feature/tax-rules",
    "<accent>⎇ <muted>feature/tax…",
    "<accent>⎇ <muted>featur…",
  ]);
});

test("in a linked worktree the word for it shrinks with the name", () => {
  expect(read({ branch: "feature/tax-rules", worktree: "tax" })).toEqual([
    "<accent>⎇ <muted>feature/tax-rules · worktree",
    "<accent>⎇ <muted>feature/tax… · wt",
    "<accent>⎇ <muted>featur… · wt",
  ]);
  expect(read({ branch: "main", worktree: "tax" })).toEqual([
    "<accent>⎇ <muted>main · worktree",
    "<accent>⎇ <muted>main · wt",
  ]);
});

test("names at the borders of the cuts: forms that read the same are one", () => {
  expect(read({ branch: "1234567" })).toHaveLength(1);
  expect(read({ branch: "12345678" })).toHaveLength(2);
  expect(read({ branch: "123456789012" })).toHaveLength(2);
  expect(read({ branch: "1234567890123" })).toHaveLength(3);
});

test("no repository, or nobody has looked: absent", () => {
  expect(formsOf(gitBranch, [{ kind: "git-head-read", repo: false }])).toEqual([]);
  expect(formsOf(gitBranch, [])).toEqual([]);
});

test("in ASCII the mark is a word and the ellipsis three dots", () => {
  expect(read({ branch: "feature/tax-rules" }, true)).toEqual([
    "<accent>git <muted>feature/tax-rules",
    "<accent>git <muted>feature/t...",
    "<accent>git <muted>feat...",
  ]);
});
