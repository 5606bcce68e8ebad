import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { GitCounts } from "../facts/git.ts";
import { gitCounts } from "./git-counts.ts";

const CLEAN: GitCounts = { staged: 0, unstaged: 0, untracked: 0, conflicts: 0 };
const forms = (own: Partial<GitCounts>, show?: readonly string[]) =>
  formsOf(
    gitCounts,
    [{ kind: "git-counted", counts: { ...CLEAN, ...own } }],
    show ? { itemOptions: { show } } : {},
  );

test("each count with its sign and colour, then without the blanks", () => {
  expect(forms({ staged: 2, unstaged: 3, untracked: 1, conflicts: 4, stash: 5 })).toEqual([
    "<error>!4<> <success>+2<> <warning>~3<> <muted>?1<> <accent>$5",
    "<error>!4<success>+2<warning>~3<muted>?1<accent>$5",
  ]);
});

test("counts of zero are left out, large ones are short", () => {
  expect(forms({ untracked: 20_000 })).toEqual(["<muted>?20k"]);
});

test("only the chosen counts, in the usual order", () => {
  expect(forms({ staged: 2, untracked: 1, stash: 5 }, ["stash", "staged"])[1]).toBe(
    "<success>+2<accent>$5",
  );
  expect(forms({ staged: 2 }, [])).toEqual([]);
});

test("a clean tree, or one that nobody counted: absent", () => {
  expect(forms({})).toEqual([]);
  expect(formsOf(gitCounts, [{ kind: "git-head-read", repo: true, branch: "main" }])).toEqual([]);
  expect(formsOf(gitCounts, [])).toEqual([]);
});
