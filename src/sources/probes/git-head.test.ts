import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { git, makeRepo, tempFolder } from "../../testing/temp-git.ts";
import { readGitHead } from "./git-head.ts";

let folder = "";
let repo = "";
let commit = "";
beforeAll(() => {
  folder = tempFolder("head");
  repo = makeRepo(folder);
  commit = git(repo, "rev-parse", "HEAD").slice(0, 7);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const head = (cwd: string): unknown => readGitHead(cwd).facts;
const read = (rest: object): unknown => [{ kind: "git-head-read", repo: true, ...rest }];
const NONE = [{ kind: "git-head-read", repo: false }] as const;

// covers: git-head-files
describe("readGitHead", () => {
  test("a branch: name and 7 characters, from the top, a subfolder and through a link", () => {
    const deep = join(repo, "x", "y");
    fs.mkdirSync(deep, { recursive: true });
    fs.symlinkSync(deep, join(folder, "link"));
    for (const cwd of [repo, deep, join(folder, "link")]) {
      expect(head(cwd)).toEqual(read({ branch: "main", commit }));
    }
    expect(readGitHead(deep).repo).toMatchObject({
      gitDir: join(repo, ".git"),
      commonDir: join(repo, ".git"),
      workTree: repo,
    });
  });

  test("inside .git: the branch, and no work tree", () => {
    const inside = readGitHead(join(repo, ".git", "refs"));
    expect(inside.facts).toEqual(read({ branch: "main", commit }) as never);
    expect(inside.repo?.workTree).toBeUndefined();
  });

  test("packed references: as before", () => {
    const packed = makeRepo(folder, "packed");
    git(packed, "tag", "-a", "-m", "t", "v1");
    git(packed, "branch", "other/deep");
    git(packed, "checkout", "-q", "other/deep");
    git(packed, "pack-refs", "--all", "--prune");
    expect(fs.existsSync(join(packed, ".git", "refs", "heads", "other"))).toBe(false);
    const oid = git(packed, "rev-parse", "--short=7", "HEAD");
    expect(head(packed)).toEqual(read({ branch: "other/deep", commit: oid }));
  });

  test("detached: the commit alone", () => {
    const detached = makeRepo(folder, "detached");
    git(detached, "checkout", "-q", "--detach");
    const oid = git(detached, "rev-parse", "--short=7", "HEAD");
    expect(head(detached)).toEqual(read({ detached: true, commit: oid }));
  });

  test("no commit yet: the branch, marked unborn", () => {
    git(folder, "init", "-q", "-b", "trunk", "unborn");
    expect(head(join(folder, "unborn"))).toEqual(read({ branch: "trunk", unborn: true }));
  });

  test.each(["feature/ui#123", "100%2Fdone", "数据/修复", "it's-$(id)`x`;&|<>\"!"])(
    "branch %s: as it is named",
    (branch) => {
      git(repo, "branch", branch);
      const tree = join(folder, `wt-${Bun.hash(branch)}`);
      git(repo, "worktree", "add", "-q", tree, branch);
      expect(readGitHead(tree).facts[0]).toMatchObject({ branch, commit });
    },
  );

  test("a linked worktree: its own HEAD, common references, the name of the worktree", () => {
    git(repo, "worktree", "add", "-q", "-b", "side", join(folder, "my-tree"));
    git(repo, "pack-refs", "--all");
    const sub = join(folder, "my-tree", "sub");
    fs.mkdirSync(sub);
    expect(head(sub)).toEqual(read({ branch: "side", commit, worktree: "my-tree" }));
    expect(readGitHead(sub).repo).toMatchObject({
      gitDir: join(repo, ".git", "worktrees", "my-tree"),
      commonDir: join(repo, ".git"),
      workTree: join(folder, "my-tree"),
    });
    expect(head(repo)).toEqual(read({ branch: "main", commit }));
  });

  test("a linked worktree with a relative pointer: the same", () => {
    const tree = join(folder, "relative");
    git(repo, "worktree", "add", "-q", "-b", "rel", tree);
    fs.writeFileSync(join(tree, ".git"), "gitdir: ../repo/.git/worktrees/relative\n");
    expect(head(tree)).toEqual(read({ branch: "rel", commit, worktree: "relative" }));
  });

  test("a bare repository and a worktree of it", () => {
    const bare = join(folder, "r.git");
    git(folder, "clone", "-q", "--bare", repo, bare);
    expect(head(bare)).toEqual(read({ branch: "main", commit }));
    expect(readGitHead(bare).repo?.workTree).toBeUndefined();
    git(bare, "worktree", "add", "-q", "-b", "feature-x", join(folder, "feature-x"));
    expect(head(join(folder, "feature-x"))).toEqual(
      read({ branch: "feature-x", commit, worktree: "feature-x" }),
    );
  });

  test("a submodule: its own branch, no worktree name", () => {
    const top = makeRepo(folder, "top");
    git(top, "submodule", "--quiet", "add", repo, "lib");
    expect(fs.statSync(join(top, "lib", ".git")).isFile()).toBe(true);
    expect(head(join(top, "lib"))).toEqual(read({ branch: "main", commit }));
    expect(readGitHead(join(top, "lib")).repo?.gitDir).toBe(join(top, ".git", "modules", "lib"));
  });

  test("object ids of SHA-256: 7 characters too", () => {
    const sha256 = makeRepo(folder, "sha256", "--object-format=sha256");
    const oid = git(sha256, "rev-parse", "HEAD");
    expect(oid).toHaveLength(64);
    expect(head(sha256)).toEqual(read({ branch: "main", commit: oid.slice(0, 7) }));
  });

  test("HEAD as a link to the reference, as very old Git made it: the branch", () => {
    const old = makeRepo(folder, "old");
    fs.unlinkSync(join(old, ".git", "HEAD"));
    fs.symlinkSync("refs/heads/main", join(old, ".git", "HEAD"));
    expect(readGitHead(old).facts[0]).toMatchObject({ branch: "main" });
    fs.unlinkSync(join(old, ".git", "HEAD"));
    fs.symlinkSync("refs/heads/next", join(old, ".git", "HEAD"));
    expect(head(old)).toEqual(read({ branch: "next", unborn: true }));
  });

  test("a commit, a checkout and a reset: each changes the key", () => {
    const moving = makeRepo(folder, "moving");
    const keys = [readGitHead(moving).repo?.headKey];
    git(moving, "commit", "-q", "--allow-empty", "-m", "second");
    keys.push(readGitHead(moving).repo?.headKey);
    git(moving, "checkout", "-q", "-b", "b2");
    keys.push(readGitHead(moving).repo?.headKey);
    git(moving, "checkout", "-q", "--detach", "HEAD~1");
    keys.push(readGitHead(moving).repo?.headKey);
    expect(new Set(keys).size).toBe(4);
  });

  test("GIT_DIR of the environment: no say", () => {
    const run = Bun.spawnSync(
      [
        process.execPath,
        "-e",
        `import { readGitHead } from ${JSON.stringify(join(import.meta.dir, "git-head.ts"))};
         console.log(readGitHead(${JSON.stringify(folder)}).facts[0].repo);`,
      ],
      { env: { PATH: process.env.PATH, GIT_DIR: join(repo, ".git") } },
    );
    expect(run.stdout.toString()).toBe("false\n");
  });
});

/** The shape on disk, made by hand: Git writes it from version 2.45 on. */
function makeReftable(name: string): string {
  const path = join(folder, name);
  const dir = join(path, ".git");
  for (const sub of ["objects", "refs", "reftable"]) {
    fs.mkdirSync(join(dir, sub), { recursive: true });
  }
  fs.writeFileSync(join(dir, "HEAD"), "ref: refs/heads/.invalid\n");
  fs.writeFileSync(join(dir, "refs", "heads"), "this repository uses the reftable format\n");
  fs.writeFileSync(join(dir, "reftable", "tables.list"), "0x01-0x01-aaaaaaaa.ref\n");
  return path;
}

describe("readGitHead, reftable", () => {
  test("references in tables: says that Git is needed, never `.invalid`", () => {
    const path = makeReftable("tables");
    const reading = readGitHead(path);
    expect(reading.needsProcess).toBe("reftable");
    expect(reading.facts).toEqual([{ kind: "git-head-read", repo: true }]);
    fs.writeFileSync(join(path, ".git", "reftable", "tables.list"), "0x01-0x02-bbbbbbbb.ref\n");
    expect(readGitHead(path).repo?.headKey).not.toBe(reading.repo?.headKey);
  });

  test("that HEAD without tables: a repository without a branch", () => {
    const path = makeReftable("no-tables");
    fs.rmSync(join(path, ".git", "reftable"), { recursive: true });
    expect(readGitHead(path)).toMatchObject({ facts: [{ kind: "git-head-read", repo: true }] });
    expect(readGitHead(path).needsProcess).toBeUndefined();
  });
});

describe("readGitHead, no repository and damage", () => {
  test("no repository around: says so; a missing or relative directory: nothing known", () => {
    expect(head(folder)).toEqual(NONE as never);
    expect(head(join(folder, "gone"))).toEqual([]);
    expect(head("repo")).toEqual([]);
    expect(head("")).toEqual([]);
    expect(head(`${folder}/\0`)).toEqual([]);
  });

  test("an empty .git folder: the search goes on above it", () => {
    fs.mkdirSync(join(repo, "inner", ".git"), { recursive: true });
    expect(head(join(repo, "inner"))).toEqual(read({ branch: "main", commit }));
  });

  test.each([
    ["garbage", "hello"],
    ["nothing", ""],
    ["bytes", "\0\u0001\u001b[31m"],
    ["a name outside", "ref: ../../../etc/passwd"],
    ["a name with ESC", "ref: refs/heads/a\u001b]0;x\u0007"],
    ["2 MB", "a".repeat(2_000_000)],
  ])("HEAD holding %s: a repository without a branch", (name, text) => {
    const path = makeRepo(folder, `bad-${name.replaceAll(" ", "-")}`);
    fs.writeFileSync(join(path, ".git", "HEAD"), text);
    expect(head(path)).toEqual(read({}));
  });

  test("HEAD as a folder or a pipe: a repository without a branch, without waiting", () => {
    const path = makeRepo(folder, "odd");
    fs.unlinkSync(join(path, ".git", "HEAD"));
    fs.mkdirSync(join(path, ".git", "HEAD"));
    expect(head(path)).toEqual(read({}));
    fs.rmdirSync(join(path, ".git", "HEAD"));
    Bun.spawnSync(["mkfifo", join(path, ".git", "HEAD")]);
    expect(head(path)).toEqual(read({}));
  });

  test("a .git file that leads nowhere, is too big, or is a pipe: no repository", () => {
    const path = join(folder, "pointers");
    fs.mkdirSync(path);
    for (const text of [
      "gitdir: /nonexistent\n",
      "hello",
      "",
      "gitdir: ",
      `gitdir: ${"x".repeat(9000)}`,
    ]) {
      fs.writeFileSync(join(path, ".git"), text);
      expect(head(path)).toEqual(NONE as never);
    }
    fs.unlinkSync(join(path, ".git"));
    Bun.spawnSync(["mkfifo", join(path, ".git")]);
    expect(head(path)).toEqual(NONE as never);
  });

  test("a branch name that is no UTF-8: shown with U+FFFD is not tried, no wrong `unborn`", () => {
    const path = makeRepo(folder, "latin");
    const line = Buffer.concat([Buffer.from("ref: refs/heads/caf"), Buffer.from([0xe9, 10])]);
    fs.writeFileSync(join(path, ".git", "HEAD"), line);
    expect(head(path)).toEqual(read({}));
  });

  test("300 folders deep: ends", () => {
    const deep = join(folder, ...Array.from({ length: 300 }, () => "d"));
    fs.mkdirSync(deep, { recursive: true });
    expect(head(deep)).toEqual(NONE as never);
  });
});
