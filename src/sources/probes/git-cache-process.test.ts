import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { factOf, fillGitCache, kindsOf } from "../../testing/git-cache.ts";
import { fakeGit, git, gitTestEnv, makeRepo, tempFolder } from "../../testing/temp-git.ts";
import { type GitFactsInput, type GitFactsReading, readGitFacts } from "./git-cache.ts";
import { encodeRefreshRequest, type RefreshRequest, spawnDetached } from "./git-request.ts";

const ALL = new Set(["git-head", "git-counts", "git-upstream", "git-changes", "transcript"]);
let folder = "";
let script = "";
beforeAll(() => {
  folder = tempFolder("cache");
  script = join(folder, "refresher.ts");
  const here = import.meta.dir;
  fs.writeFileSync(
    script,
    `import { parseRefreshRequest } from ${JSON.stringify(join(here, "git-request.ts"))};
     import { runRefresh } from ${JSON.stringify(join(here, "git-refresh.ts"))};
     const request = parseRefreshRequest(process.argv[2]);
     if (request.ok) await runRefresh(request.value, process.env);`,
  );
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const knowsReftable = Bun.spawnSync(["git", "init", "-h"]).stdout.includes("--ref-format");

let cacheDir = "";
let asked: RefreshRequest[] = [];
let caches = 0;
beforeEach(() => {
  cacheDir = join(folder, `cache-${++caches}`);
  asked = [];
});

const real =
  (path = process.env.PATH ?? "") =>
  (request: RefreshRequest): boolean => {
    asked.push(request);
    return spawnDetached([process.execPath, script, encodeRefreshRequest(request)], {
      env: gitTestEnv(path),
    });
  };
const never = (request: RefreshRequest): boolean => {
  asked.push(request);
  return true;
};

function read(cwd: string, more: Partial<GitFactsInput> = {}): GitFactsReading {
  return readGitFacts({
    cwd,
    needs: ALL,
    cacheDir,
    nowMs: Date.now,
    spawnRefresh: never,
    statusEnabled: true,
    ...more,
  });
}
const fill = (repo: string, nowMs: number, path?: string): Promise<void> =>
  fillGitCache(cacheDir, repo, nowMs, path);

describe("readGitFacts with a real refresher", () => {
  test("a cold cache: the numbers within the wait, then from the cache", async () => {
    const source = makeRepo(folder, "cold-source");
    const repo = join(folder, "cold");
    git(folder, "clone", "-q", source, repo);
    fs.writeFileSync(join(repo, "a.txt"), "two\n");
    fs.writeFileSync(join(repo, "b"), "");
    const first = read(repo, { spawnRefresh: real(), waitMs: 10_000 });
    expect(factOf(first, "git-counted")).toEqual({
      kind: "git-counted",
      counts: { staged: 0, unstaged: 1, untracked: 1, conflicts: 0, stash: 0 },
    });
    expect(factOf(first, "git-compared")).toEqual({ kind: "git-compared", ahead: 0, behind: 0 });
    expect(factOf(first, "git-diffed")).toMatchObject({ linesAdded: 1, linesRemoved: 1 });
    expect(first.notes.join()).toContain("refresh of counts, upstream, changes started");
  }, 20_000);

  // covers: git-numstat
  test("numstat rows of three files, one binary: 12 added, 7 removed", () => {
    const repo = makeRepo(folder, "numstat");
    fs.writeFileSync(join(repo, "a.ts"), "1\n2\n3\n");
    fs.writeFileSync(join(repo, "b.ts"), "1\n2\n3\n4\n5\n");
    fs.writeFileSync(join(repo, "logo.png"), Buffer.from([0, 1]));
    git(repo, "add", ".");
    git(repo, "commit", "-q", "-m", "base");
    fs.writeFileSync(join(repo, "a.ts"), Array.from({ length: 12 }, (_, i) => `n${i}\n`).join(""));
    fs.writeFileSync(join(repo, "b.ts"), "1\n");
    fs.writeFileSync(join(repo, "logo.png"), Buffer.from([0, 2, 3]));
    git(repo, "add", "a.ts");
    const reading = read(repo, {
      spawnRefresh: real(),
      waitMs: 10_000,
      needs: new Set(["git-changes"]),
    });
    expect(factOf(reading, "git-diffed")).toEqual({
      kind: "git-diffed",
      linesAdded: 12,
      linesRemoved: 7,
    });
  }, 20_000);

  // covers: git-wait
  test("a Git slower than the wait: nothing now, the limit marks it, then it is left alone", async () => {
    const repo = makeRepo(folder, "slow");
    const runs = join(folder, "slow.log");
    const path = fakeGit(folder, `echo x >> '${runs}'; exec sleep 30`);
    const needs = new Set(["git-counts"]);
    const startMs = performance.now();
    const first = read(repo, { spawnRefresh: real(path), waitMs: 300, needs });
    expect(performance.now() - startMs).toBeLessThan(2000);
    expect(kindsOf(first.facts)).toEqual(["git-head-read"]);
    let notes = "";
    for (let tries = 0; !notes.includes("took too long") && tries < 300; tries += 1) {
      await Bun.sleep(50);
      notes = read(repo, { spawnRefresh: real(path), waitMs: 0, needs }).notes.join();
    }
    expect(notes).toContain("git counts: git took too long; tried again in");
    expect(fs.readFileSync(runs, "utf8")).toBe("x\n");
    expect(asked).toHaveLength(1);
  }, 20_000);

  // covers: git-one-refresher
  test("5 renderings at once in processes of their own: one Git, all have the numbers", async () => {
    const repo = makeRepo(folder, "five");
    const runs = join(folder, "five.log");
    const path = fakeGit(
      folder,
      `case "$*" in *status*) echo x >> '${runs}'; sleep 0.3;; esac; PATH='${process.env.PATH}' exec git "$@"`,
    );
    const reader = join(folder, "reader.ts");
    const here = import.meta.dir;
    fs.writeFileSync(
      reader,
      `import { readGitFacts } from ${JSON.stringify(join(here, "git-cache.ts"))};
       import { encodeRefreshRequest, spawnDetached } from ${JSON.stringify(join(here, "git-request.ts"))};
       const reading = readGitFacts({
         cwd: ${JSON.stringify(repo)}, needs: new Set(["git-counts"]), cacheDir: ${JSON.stringify(cacheDir)},
         nowMs: Date.now, statusEnabled: true, waitMs: 8000,
         spawnRefresh: (request) => spawnDetached(
           [process.execPath, ${JSON.stringify(script)}, encodeRefreshRequest(request)], { env: process.env }),
       });
       console.log(reading.facts.map((fact) => fact.kind).join());`,
    );
    const readers = Array.from({ length: 5 }, () =>
      Bun.spawn([process.execPath, reader], { env: gitTestEnv(path), stdout: "pipe" }),
    );
    const outputs = await Promise.all(readers.map((child) => new Response(child.stdout).text()));
    expect(outputs).toEqual(Array.from({ length: 5 }, () => "git-head-read,git-counted\n"));
    expect(fs.readFileSync(runs, "utf8")).toBe("x\n");
  }, 20_000);
});

// covers: git-reftable
describe("readGitFacts, reftable", () => {
  /**
   * The shape on disk by hand and a `git` that answers for it, as Git before 2.45 knows no such
   * repository.
   */
  function makeReftable(name: string): { repo: string; path: string; tables: string } {
    const repo = join(folder, name);
    const dir = join(repo, ".git");
    for (const sub of ["objects", "refs", "reftable"]) {
      fs.mkdirSync(join(dir, sub), { recursive: true });
    }
    fs.writeFileSync(join(dir, "HEAD"), "ref: refs/heads/.invalid\n");
    const tables = join(dir, "reftable", "tables.list");
    fs.writeFileSync(tables, "0x01-0x01-aaaaaaaa.ref\n");
    fs.writeFileSync(join(dir, "branch"), "refs/heads/topic/x\n");
    const oid = "1234567".padEnd(40, "0");
    const path = fakeGit(
      folder,
      `case "$*" in
*symbolic-ref*) cat '${join(dir, "branch")}' || exit 1;;
*rev-parse*) echo ${oid};;
*status*) printf '# branch.oid ${oid}\\0# branch.head topic/x\\0# branch.upstream o/x\\0# branch.ab +1 -0\\0? a\\0';;
*numstat*) printf '3\\t1\\ta\\0';;
*) exit 99;;
esac`,
    );
    return { repo, path, tables };
  }

  test("the branch from Git, kept while the tables are the same, however old; asked anew when not", async () => {
    const { repo, path, tables } = makeReftable("tables");
    const needs = new Set(["git-head"]);
    const first = read(repo, { needs, spawnRefresh: real(path), waitMs: 10_000 });
    expect(first.facts).toEqual([
      { kind: "git-head-read", repo: true, branch: "topic/x", commit: "1234567" },
    ]);
    asked = [];
    const later = read(repo, { needs, nowMs: () => Date.now() + 3_600_000 });
    expect(later.facts).toEqual(first.facts);
    expect(asked).toEqual([]);
    fs.writeFileSync(tables, "0x01-0x02-bbbbbbbb.ref\n");
    const anew = () => read(repo, { needs, waitMs: 0 }).facts;
    expect(anew()).toEqual([{ kind: "git-head-read", repo: true }]);
    // The first refresher may not have ended yet: until then no second one is started.
    for (let waits = 0; waits < 500 && asked.length === 0; waits += 1) {
      await Bun.sleep(10);
      anew();
    }
    expect(asked).toMatchObject([{ parts: ["head"] }]);
  }, 20_000);

  test.skipIf(!knowsReftable)(
    "made by a Git that has the format (2.45 on): a switch, a worktree, detached, unborn",
    () => {
      const repo = makeRepo(folder, "real-tables", "--ref-format=reftable");
      const commit = git(repo, "rev-parse", "HEAD").slice(0, 7);
      const more = { spawnRefresh: real(), waitMs: 10_000, needs: new Set(["git-head"]) };
      const head = (cwd: string) => read(cwd, more).facts[0] as unknown;
      const base = { kind: "git-head-read", repo: true };
      expect(head(repo)).toEqual({ ...base, branch: "main", commit });
      git(repo, "switch", "-q", "-c", "数据/修复");
      expect(head(repo)).toEqual({ ...base, branch: "数据/修复", commit });
      git(repo, "worktree", "add", "-q", "-b", "side", join(folder, "real-side"));
      const tree = join(folder, "real-side");
      expect(head(tree)).toEqual({ ...base, branch: "side", commit, worktree: "real-side" });
      git(tree, "switch", "-q", "--detach");
      expect(head(tree)).toEqual({ ...base, detached: true, commit, worktree: "real-side" });
      expect(head(repo)).toEqual({ ...base, branch: "数据/修复", commit });
      git(folder, "init", "-q", "-b", "trunk", "--ref-format=reftable", "real-unborn");
      expect(head(join(folder, "real-unborn"))).toEqual({ ...base, branch: "trunk", unborn: true });
      git(folder, "clone", "-q", "--bare", "--ref-format=reftable", repo, "real-bare.git");
      expect(head(join(folder, "real-bare.git"))).toMatchObject({ branch: "数据/修复", commit });
      fs.writeFileSync(join(repo, "a.txt"), "two\n");
      expect(factOf(read(repo, { ...more, needs: ALL }), "git-diffed")).toMatchObject({
        linesAdded: 1,
      });
    },
    30_000,
  );

  test("all needs: head and numbers in one go", async () => {
    const { repo, path } = makeReftable("all");
    const reading = read(repo, { spawnRefresh: real(path), waitMs: 10_000 });
    expect(kindsOf(reading.facts)).toEqual([
      "git-head-read",
      "git-counted",
      "git-compared",
      "git-diffed",
    ]);
    expect(factOf(reading, "git-counted")).toMatchObject({ counts: { untracked: 1, stash: 0 } });
  }, 20_000);

  test("detached: the commit alone", async () => {
    const { repo, path } = makeReftable("detached");
    fs.unlinkSync(join(repo, ".git", "branch"));
    await fill(repo, Date.now(), path);
    expect(read(repo, { needs: new Set(["git-head"]) }).facts).toEqual([
      { kind: "git-head-read", repo: true, detached: true, commit: "1234567" },
    ]);
  });

  test("switched off: the repository without a branch, no process", () => {
    const { repo } = makeReftable("off");
    const reading = read(repo, { statusEnabled: false });
    expect(reading.facts).toEqual([{ kind: "git-head-read", repo: true }]);
    expect(asked).toEqual([]);
  });
});
