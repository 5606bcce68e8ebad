import { describe, expect, test } from "bun:test";
import { foldGit, type Git, type GitFact } from "./git.ts";

const fold = (...facts: GitFact[]) =>
  facts.reduce<Git | undefined>((state, fact) => foldGit(state, fact), undefined);

const MAIN: GitFact = { kind: "git-head-read", repo: true, branch: "main", commit: "5ae9e54" };
const COUNTS = { staged: 1, unstaged: 0, untracked: 0, conflicts: 0 };
const MEASURED: readonly GitFact[] = [
  { kind: "git-counted", counts: COUNTS },
  { kind: "git-compared", ahead: 2, behind: 1 },
  { kind: "git-diffed", linesAdded: 12, linesRemoved: 3 },
];

describe("HEAD is read again", () => {
  test("another commit of the same branch: what was measured stays", () => {
    const moved: GitFact = { ...MAIN, commit: "c0ffee1" };
    const known = fold(MAIN, ...MEASURED);
    expect(fold(MAIN, ...MEASURED, moved)).toEqual({ ...known, commit: "c0ffee1" } as Git);
  });

  test("another branch: what was measured of the old one is gone", () => {
    const next: GitFact = { kind: "git-head-read", repo: true, branch: "next", commit: "c0ffee1" };
    expect(fold(MAIN, ...MEASURED, next)).toEqual({
      repo: true,
      branch: "next",
      commit: "c0ffee1",
    });
  });

  test("detached: neither branch nor its numbers are left", () => {
    const detached: GitFact = {
      kind: "git-head-read",
      repo: true,
      detached: true,
      commit: "5ae9e54",
    };
    expect(fold(MAIN, ...MEASURED, detached)).toEqual({
      repo: true,
      detached: true,
      commit: "5ae9e54",
    });
  });

  test("no repository any more: nothing is left of it", () => {
    expect(fold(MAIN, ...MEASURED, { kind: "git-head-read", repo: false })).toEqual({
      repo: false,
    });
    const remote: GitFact = { kind: "repository-known", name: "shop" };
    expect(fold(MAIN, remote, { kind: "git-head-read", repo: false })).toEqual({ repo: false });
  });

  test("the remote of the repository outlives a change of branch", () => {
    const remote: GitFact = { kind: "repository-known", owner: "acme", name: "shop" };
    const next: GitFact = { kind: "git-head-read", repo: true, branch: "next" };
    expect(fold(remote, MAIN, next)?.remote).toEqual({ owner: "acme", name: "shop" });
  });

  test("a worktree that is left is not shown any more", () => {
    const linked: GitFact = { ...MAIN, worktree: "tax" };
    expect(fold(linked, MAIN)).not.toHaveProperty("worktree");
  });
});

test("no upstream any more: ahead and behind are not known, the rest stays", () => {
  const git = fold(MAIN, ...MEASURED, { kind: "git-compared" });
  expect(git).not.toHaveProperty("ahead");
  expect(git).not.toHaveProperty("behind");
  expect(git?.linesAdded).toBe(12);
});

test("numbers before HEAD is read prove a repository, not a branch", () => {
  expect(fold({ kind: "git-counted", counts: COUNTS })).toEqual({ repo: true, counts: COUNTS });
});

test("a remote that a harness names proves no repository here", () => {
  expect(fold({ kind: "repository-known", name: "shop" })).toEqual({ remote: { name: "shop" } });
});
