import { expect, test } from "bun:test";
import { drawFacts } from "../../testing/draw.ts";
import type { GitHeadRead } from "../facts/git.ts";
import { lineOfItems } from "../layouts/items.ts";

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
