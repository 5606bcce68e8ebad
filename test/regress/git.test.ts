/** Branches and paths that were not found, wrong, or broke what they stood in. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { git, makeRepo } from "../../src/testing/temp-git.ts";
import { openSession, payloadOf, type Session } from "./line.ts";

let session: Session;
beforeEach(() => {
  session = openSession();
});
afterEach(() => session.end());

function show(cwd: string, options: Record<string, string>, env: Record<string, string> = {}) {
  return session.render(payloadOf({ workspace: { current_dir: cwd } }), { options, env });
}

const BRANCH = { items: "git-branch,worktree" };

// covers: git-unborn
test("unborn-branch: its name, no arrows and no error", async () => {
  const repo = join(session.folder, "new");
  git(session.folder, "init", "-q", "-b", "trunk", "--template=", repo);
  expect(await show(repo, { items: "git-branch,ahead-behind,line-changes,git-counts" })).toBe(
    "⎇ trunk",
  );
  expect(await show(repo, { layout: "full", width: "100" })).toContain("new ⎇ trunk");
});

// covers: git-worktree
describe("git-is-a-file", () => {
  test("a linked worktree: its own branch and name", async () => {
    const repo = makeRepo(session.folder);
    git(repo, "worktree", "add", "-q", "-b", "side", join(session.folder, "linked"));
    expect(await show(join(session.folder, "linked"), BRANCH)).toBe(
      "⎇ side · worktree │ wt linked",
    );
    expect(await show(repo, BRANCH)).toBe("⎇ main");
  });

  test("a submodule with a relative gitdir: its branch, and no worktree", async () => {
    const inner = makeRepo(session.folder, "inner");
    const outer = makeRepo(session.folder, "outer");
    git(outer, "submodule", "--quiet", "add", inner, "part");
    git(join(outer, "part"), "checkout", "-q", "-b", "own");
    expect(fs.readFileSync(join(outer, "part/.git"), "utf8")).toStartWith("gitdir: ../");
    expect(await show(join(outer, "part"), BRANCH)).toBe("⎇ own");
  });

  test("a worktree of a bare repository: its name", async () => {
    const repo = makeRepo(session.folder);
    const bare = join(session.folder, "repo.git");
    git(session.folder, "clone", "-q", "--bare", repo, bare);
    git(bare, "worktree", "add", "-q", "-b", "feature-x", join(session.folder, "feature-x"));
    expect(await show(join(session.folder, "feature-x"), BRANCH)).toBe(
      "⎇ feature-x · worktree │ wt feature-x",
    );
  });
});

// covers: links-encoded
describe("signs-in-names-break-links", () => {
  test.each(["feature/ui#123", "100%2Fdone", "数据/修复", "a&b"])(
    "a branch %p: shown as it is named",
    async (name) => {
      const repo = makeRepo(session.folder);
      git(repo, "checkout", "-q", "-b", name);
      expect(await show(repo, { items: "git-branch" })).toBe(`⎇ ${name}`);
    },
  );

  test("an owner and a name with such signs: encoded in the address, segment by segment", async () => {
    const repo = { host: "git.example", owner: "grüppe/ui#1", name: "100%2F修" };
    const payload = payloadOf({ workspace: { current_dir: "/srv/app", repo } });
    const options = { items: "repository", format: "ansi", color: "never" };
    const address = "https://git.example/gr%C3%BCppe/ui%231/100%252F%E4%BF%AE";
    expect(await session.render(payload, { options })).toBe(
      `\x1b]8;;${address}\x1b\\grüppe/ui#1/100%2F修\x1b]8;;\x1b\\`,
    );
  });
});

// covers: home-as-tilde
describe("another-person's-home-as-tilde", () => {
  const rows: readonly (readonly [home: string, cwd: string, row: string])[] = [
    ["/Users/alice", "/Users/alice2/project", "/Users/alice2/project"],
    ["/Users/alice", "/Users/alice/project", "~/project"],
    ["/Users/alice/", "/Users/alice/project", "~/project"],
    ["/Users/alice/", "/Users/alice", "~"],
    ["/Users/alice", "/Users/alice/", "~"],
    ["/", "/", "/"],
    ["/", "/srv/app", "/srv/app"],
    ["", "/srv/app", "/srv/app"],
  ];

  test.each(rows)("HOME=%p in %p: %s", async (HOME, cwd, row) => {
    expect(await show(cwd, { items: "current-dir" }, { HOME })).toBe(row);
  });
});
