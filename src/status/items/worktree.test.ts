import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { worktree } from "./worktree.ts";

const forms = (name: string, ascii = false) =>
  formsOf(worktree, [{ kind: "git-head-read", repo: true, worktree: name }], { ascii });

test("its name, then cut to 8 columns", () => {
  expect(forms("feat-tax-rules")).toEqual([
    "<dim>wt <success>feat-tax-rules",
    "<dim>wt <success>feat-ta…",
  ]);
  expect(forms("feat-tax")).toEqual(["<dim>wt <success>feat-tax"]);
  expect(forms("feat-tax-rules", true)[1]).toBe("<dim>wt <success>feat-...");
});

test("the main worktree, or no repository: absent", () => {
  expect(formsOf(worktree, [{ kind: "git-head-read", repo: true, branch: "main" }])).toEqual([]);
  expect(formsOf(worktree, [])).toEqual([]);
});
