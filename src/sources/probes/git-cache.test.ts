import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { factOf, fillGitCache, kindsOf } from "../../testing/git-cache.ts";
import { fakeGit, git, makeRepo, tempFolder } from "../../testing/temp-git.ts";
import { type GitFactsInput, type GitFactsReading, readGitFacts } from "./git-cache.ts";
import { gitCachePaths, parseGitCache } from "./git-cache-file.ts";
import { readGitHead } from "./git-head.ts";
import type { RefreshRequest } from "./git-request.ts";

const ALL = new Set(["git-head", "git-counts", "git-upstream", "git-changes", "transcript"]);
let folder = "";
beforeAll(() => {
  folder = tempFolder("cache");
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

let cacheDir = "";
let asked: RefreshRequest[] = [];
let caches = 0;
beforeEach(() => {
  cacheDir = join(folder, `cache-${++caches}`);
  asked = [];
});

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

describe("readGitFacts, without a process", () => {
  // covers: no-process-by-default
  test("no need of Git: nothing; HEAD alone: from files, nothing written or started", () => {
    const repo = makeRepo(folder, "head-only");
    git(repo, "remote", "add", "origin", "git@github.com:o/n.git");
    expect(read(repo, { needs: new Set(["tokens"]) })).toEqual({ facts: [], notes: [] });
    const reading = read(repo, { needs: new Set(["git-head"]) });
    expect(kindsOf(reading.facts)).toEqual(["git-head-read"]);
    const remote = read(repo, { needs: new Set(["git-remote"]) });
    expect(kindsOf(remote.facts)).toEqual(["git-head-read", "repository-known"]);
    expect(asked).toEqual([]);
    expect(fs.existsSync(cacheDir)).toBe(false);
  });

  test("no repository: the fact that there is none, and a note", () => {
    const reading = read(folder);
    expect(reading.facts).toEqual([{ kind: "git-head-read", repo: false }]);
    expect(reading.notes.join()).toContain("no repository around");
  });

  test("switched off: branch and commit from files, no number, even with a filled cache", async () => {
    const repo = makeRepo(folder, "off");
    await fill(repo, Date.now());
    const reading = read(repo, { statusEnabled: false });
    expect(kindsOf(reading.facts)).toEqual(["git-head-read"]);
    expect(reading.facts[0]).toMatchObject({ branch: "main" });
    expect(asked).toEqual([]);
    expect(reading.notes.join()).toContain("TELLTALE_STATUS_GIT=0");
  });

  test("no cache folder, or one that cannot be written: nothing run, no wait, and a note", () => {
    const repo = makeRepo(folder, "no-cache");
    const { cacheDir: _, ...rest } = { cacheDir };
    const without = readGitFacts({
      ...rest,
      cwd: repo,
      needs: ALL,
      nowMs: Date.now,
      spawnRefresh: never,
      statusEnabled: true,
    });
    expect(without.notes.join()).toContain("no cache folder");
    fs.writeFileSync(cacheDir, "a file in its place");
    const startMs = performance.now();
    expect(read(repo, { waitMs: 5000 }).notes.join()).toContain("cannot be written");
    expect(performance.now() - startMs).toBeLessThan(2000);
    expect(asked).toEqual([]);
  });

  test("an unborn branch: the name, no upstream, no lines, nothing asked for these", () => {
    git(folder, "init", "-q", "-b", "trunk", "unborn");
    const reading = read(join(folder, "unborn"), {
      needs: new Set(["git-upstream", "git-changes"]),
    });
    expect(reading.facts).toEqual([
      { kind: "git-head-read", repo: true, branch: "trunk", unborn: true },
      { kind: "git-compared" },
    ]);
    expect(asked).toEqual([]);
  });

  test("detached, or a branch without upstream: compared with nothing, without a process", () => {
    const repo = makeRepo(folder, "alone");
    const needs = new Set(["git-upstream"]);
    expect(factOf(read(repo, { needs }), "git-compared")).toEqual({ kind: "git-compared" });
    git(repo, "checkout", "-q", "--detach");
    expect(factOf(read(repo, { needs }), "git-compared")).toEqual({ kind: "git-compared" });
    expect(asked).toEqual([]);
  });

  test("a bare repository: no counts, no lines, nothing asked", () => {
    const source = makeRepo(folder, "for-bare");
    git(folder, "clone", "-q", "--bare", source, "bare.git");
    const reading = read(join(folder, "bare.git"), {
      needs: new Set(["git-counts", "git-changes"]),
    });
    expect(kindsOf(reading.facts)).toContain("git-head-read");
    expect(asked).toEqual([]);
    expect(reading.notes.join()).toContain("no work tree");
  });
});

describe("readGitFacts, the cache by age and key", () => {
  const T = 1_700_000_000_000;
  const at = (ageMs: number): Partial<GitFactsInput> => ({ nowMs: () => T + ageMs, waitMs: 20 });

  test("fresh: taken, nothing started; older: taken, a refresh started; old: waited for, then taken", async () => {
    const repo = makeRepo(folder, "ages");
    fs.writeFileSync(join(repo, "a.txt"), "one\ntwo\n");
    await fill(repo, T);
    const numbers = ["git-head-read", "git-counted", "git-compared", "git-diffed"];
    expect(kindsOf(read(repo, at(100)).facts).sort()).toEqual(numbers.sort());
    expect(asked).toEqual([]);

    const older = read(repo, at(30_000));
    expect(factOf(older, "git-diffed")).toEqual({
      kind: "git-diffed",
      linesAdded: 1,
      linesRemoved: 0,
    });
    expect(asked).toEqual([{ cwd: repo, cacheDir, parts: ["counts", "changes"] }]);
    expect(older.notes.join()).not.toContain("not answered");

    const old = read(repo, at(120_000));
    expect(old.notes.join()).toContain("not answered within 20 ms");
    expect(factOf(old, "git-counted")).toBeDefined();
    expect(factOf(read(repo, at(700_000)), "git-counted")).toBeUndefined();
  });

  test("another commit or index: waited for, then the old numbers of the same branch", async () => {
    const repo = makeRepo(folder, "keys");
    await fill(repo, T);
    git(repo, "commit", "-q", "--allow-empty", "-m", "second");
    const moved = read(repo, at(1000));
    expect(asked).toHaveLength(1);
    expect(moved.notes.join()).toContain("not answered");
    expect(factOf(moved, "git-counted")).toBeDefined();
    git(repo, "checkout", "-q", "-b", "other");
    const other = read(repo, at(5000));
    expect(factOf(other, "git-counted")).toBeUndefined();
    expect(other.notes.join()).toContain("about branch main");
  });

  test("a staged file: a new key", async () => {
    const repo = makeRepo(folder, "index");
    await fill(repo, T);
    fs.writeFileSync(join(repo, "new.txt"), "x");
    read(repo, at(100));
    expect(asked).toEqual([]);
    git(repo, "add", ".");
    read(repo, at(100));
    expect(asked).toHaveLength(1);
  });

  test("given up: no number, no start until the rest is over; the note says why", async () => {
    const repo = makeRepo(folder, "given-up");
    await fill(repo, T, fakeGit(folder, "echo 'fatal: broken' >&2; exit 128"));
    const resting = read(repo, { ...at(59_000), needs: new Set(["git-counts"]) });
    expect(kindsOf(resting.facts)).toEqual(["git-head-read"]);
    expect(asked).toEqual([]);
    expect(resting.notes.join()).toContain("fatal: broken");
    read(repo, { ...at(61_000), needs: new Set(["git-counts"]) });
    expect(asked).toHaveLength(1);
  });

  test("a refresh just started by another: none started again, and waited only for the rest", async () => {
    const repo = makeRepo(folder, "claimed");
    for (const ageMs of [0, 100, 3000]) read(repo, at(ageMs));
    expect(asked).toHaveLength(1);
    const late = read(repo, { nowMs: () => T + 3000, waitMs: 300 });
    expect(late.notes.join()).toContain("started 3000 ms ago");
    expect(late.notes.join()).not.toContain("not answered");
    // It must have died: the next one takes its place.
    read(repo, at(4000));
    expect(asked).toHaveLength(2);
  });

  test.each([
    ["a folder", (path: string) => fs.mkdirSync(join(path, "below"), { recursive: true })],
    ["a named pipe", (path: string) => Bun.spawnSync(["mkfifo", path])],
    ["a long text", (path: string) => fs.writeFileSync(path, "1".repeat(1000))],
  ])("%s in place of the note of a start: taken away, and a refresher is started", (what, put) => {
    const repo = makeRepo(folder, `in place of ${what}`);
    const found = readGitHead(repo).repo;
    if (found === undefined) throw new Error("no repository");
    const paths = gitCachePaths(cacheDir, found);
    fs.mkdirSync(paths.folder, { recursive: true });
    put(paths.startFile);
    read(repo, at(0));
    expect(asked).toHaveLength(1);
    read(repo, at(100));
    expect(asked).toHaveLength(1);
  });

  test("a start that fails or throws: no wait, and the next rendering tries again", () => {
    const repo = makeRepo(folder, "no-start");
    const throwing = (): boolean => {
      asked.push({ cwd: "", cacheDir: "", parts: [] });
      throw new Error("no");
    };
    for (const spawnRefresh of [throwing, throwing]) {
      const reading = read(repo, { spawnRefresh, waitMs: 5000, needs: new Set(["git-counts"]) });
      expect(reading.notes.join()).toContain("could not be started");
    }
    expect(asked).toHaveLength(2);
  });

  test("a damaged cache of any kind: as none", async () => {
    const repo = makeRepo(folder, "damage");
    await fill(repo, T);
    const found = readGitHead(repo).repo;
    const { cacheFile } = gitCachePaths(cacheDir, found as NonNullable<typeof found>);
    const good = fs.readFileSync(cacheFile, "utf8");
    for (const bad of [
      "",
      "{",
      "null",
      "[]",
      good.replaceAll(/\d+/g, "-1"),
      good.slice(0, 99),
      "x".repeat(300_000),
    ]) {
      fs.writeFileSync(cacheFile, bad);
      const reading = read(repo, at(100));
      expect(factOf(reading, "git-counted")).toBeUndefined();
    }
    expect(parseGitCache(good)?.parts.counts).toBeDefined();
    fs.unlinkSync(cacheFile);
    Bun.spawnSync(["mkfifo", cacheFile]);
    expect(factOf(read(repo, at(100)), "git-counted")).toBeUndefined();
  });
});
