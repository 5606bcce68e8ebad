import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { fakeGit, git, gitTestEnv, makeRepo, tempFolder } from "../../testing/temp-git.ts";
import { GIT_PARTS, type GitCache, gitCachePaths, readGitCache } from "./git-cache-file.ts";
import { readGitHead } from "./git-head.ts";
import { refreshGit, runRefresh } from "./git-refresh.ts";
import { encodeRefreshRequest } from "./git-request.ts";

let folder = "";
let script = "";
beforeAll(() => {
  folder = tempFolder("refresh");
  script = join(folder, "refresher.ts");
  fs.writeFileSync(
    script,
    `import { parseRefreshRequest } from ${JSON.stringify(join(import.meta.dir, "git-request.ts"))};
     import { runRefresh } from ${JSON.stringify(join(import.meta.dir, "git-refresh.ts"))};
     const request = parseRefreshRequest(process.argv[2]);
     if (request.ok) console.log(JSON.stringify(await runRefresh(request.value, process.env)));`,
  );
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

let caches = 0;
const newCacheDir = (): string => join(folder, `cache-${++caches}`);

function paths(repo: string, cacheDir: string) {
  const reading = readGitHead(repo);
  if (reading.repo === undefined) throw new Error("no repository");
  return gitCachePaths(cacheDir, reading.repo);
}
function cacheOf(repo: string, cacheDir: string): GitCache {
  return readGitCache(paths(repo, cacheDir).cacheFile) ?? { parts: {}, gaveUp: {} };
}
const ask = (cwd: string, cacheDir: string) => ({ cwd, cacheDir, parts: GIT_PARTS.slice(1) });

describe("runRefresh", () => {
  test("counts, upstream and lines of a real clone: written private and whole", async () => {
    const source = makeRepo(folder, "source");
    const repo = join(folder, "clone");
    git(folder, "clone", "-q", source, repo);
    git(repo, "commit", "-q", "--allow-empty", "-m", "mine");
    fs.writeFileSync(join(repo, "a.txt"), "stash\n");
    git(repo, "stash", "-q");
    fs.writeFileSync(join(repo, "a.txt"), "one\ntwo\n");
    fs.writeFileSync(join(repo, "new.txt"), "");
    const cacheDir = newCacheDir();
    expect(await runRefresh(ask(repo, cacheDir), gitTestEnv())).toMatchObject({ ok: true });
    const { parts, gaveUp } = cacheOf(repo, cacheDir);
    expect(parts.counts).toMatchObject({
      at: "branch main",
      value: { staged: 0, unstaged: 1, untracked: 1, conflicts: 0, stash: 1 },
    });
    expect(parts.upstream?.value).toEqual({ ahead: 1, behind: 0 });
    expect(parts.changes?.value).toEqual({ linesAdded: 1, linesRemoved: 0 });
    expect(gaveUp).toEqual({});
    const { cacheFile, folder: dir } = paths(repo, cacheDir);
    expect(fs.statSync(cacheFile).mode & 0o777).toBe(0o600);
    expect(fs.statSync(dir).mode & 0o777).toBe(0o700);
    expect(
      fs
        .readdirSync(dir)
        .map((name) => name.slice(32))
        .sort(),
    ).toEqual([".json", ".lock"]);
  });

  test("no commit yet: counts, no lines; detached: no upstream", async () => {
    git(folder, "init", "-q", "-b", "trunk", "unborn");
    const unborn = join(folder, "unborn");
    fs.writeFileSync(join(unborn, "x"), "");
    git(unborn, "add", "x");
    const cacheDir = newCacheDir();
    await runRefresh(ask(unborn, cacheDir), gitTestEnv());
    const first = cacheOf(unborn, cacheDir);
    expect(first.parts.counts).toMatchObject({
      at: "branch trunk",
      value: { staged: 1, stash: 0 },
    });
    expect([first.parts.changes, first.gaveUp]).toEqual([undefined, {}]);

    const detached = makeRepo(folder, "detached");
    git(detached, "checkout", "-q", "--detach");
    await runRefresh({ ...ask(detached, cacheDir), parts: ["upstream"] }, gitTestEnv());
    expect(cacheOf(detached, cacheDir).parts.upstream).toMatchObject({
      at: `commit ${git(detached, "rev-parse", "HEAD")}`,
      value: {},
    });
  });

  test("upstream alone: asked without looking at files", async () => {
    const log = join(folder, "upstream.log");
    const path = fakeGit(folder, `echo "$*" >> '${log}'; PATH='${process.env.PATH}' exec git "$@"`);
    const cacheDir = newCacheDir();
    const clone = join(folder, "clone");
    await runRefresh({ ...ask(clone, cacheDir), parts: ["upstream"] }, gitTestEnv(path));
    expect(cacheOf(clone, cacheDir).parts.upstream?.value).toEqual({ ahead: 1, behind: 0 });
    const lines = fs.readFileSync(log, "utf8").trim().split("\n");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("--no-optional-locks");
    expect(lines[0]).toContain("for-each-ref");
  });

  test("20,000 files: the right numbers", async () => {
    const repo = makeRepo(folder, "big");
    for (let d = 0; d < 100; d += 1) {
      fs.mkdirSync(join(repo, `d${d}`));
      for (let f = 0; f < 200; f += 1) fs.writeFileSync(join(repo, `d${d}`, `f${f}`), `${f}\n`);
    }
    git(repo, "add", ".");
    git(repo, "commit", "-q", "-m", "many");
    for (let d = 0; d < 100; d += 1) fs.writeFileSync(join(repo, `d${d}`, "f7"), "7\n8\n");
    const cacheDir = newCacheDir();
    await runRefresh(ask(repo, cacheDir), gitTestEnv(), 60_000);
    const { parts } = cacheOf(repo, cacheDir);
    expect(parts.counts?.value.unstaged).toBe(100);
    expect(parts.changes?.value).toEqual({ linesAdded: 100, linesRemoved: 0 });
  }, 60_000);

  test("no repository: a reason, nothing written", async () => {
    const cacheDir = newCacheDir();
    expect((await runRefresh(ask(folder, cacheDir), gitTestEnv())).ok).toBe(false);
    expect(fs.existsSync(cacheDir)).toBe(false);
  });
});

describe("refreshGit, failures", () => {
  const input = (repo: string, cacheDir: string, path: string, nowMs: number) => ({
    cwd: repo,
    parts: ["counts", "changes"] as const,
    ...paths(repo, cacheDir),
    env: gitTestEnv(path),
    limitMs: 1500,
    nowMs: () => nowMs,
  });

  test("a Git that fails: a minute of rest, doubled up to ten, ended by a success", async () => {
    const repo = makeRepo(folder, "failing");
    const cacheDir = newCacheDir();
    const runs = join(folder, "failing.log");
    const bad = fakeGit(
      folder,
      `echo >> '${runs}'; printf 'fatal: \\033[31mno\\nmore' >&2; exit 128`,
    );
    let nowMs = 1_000_000_000_000;
    const rests: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      await refreshGit(input(repo, cacheDir, bad, nowMs));
      const mark = cacheOf(repo, cacheDir).gaveUp.counts;
      rests.push(((mark?.untilMs ?? 0) - nowMs) / 1000);
      const before = fs.readFileSync(runs, "utf8").length;
      await refreshGit(input(repo, cacheDir, bad, (mark?.untilMs ?? 0) - 1));
      expect(fs.readFileSync(runs, "utf8").length).toBe(before);
      nowMs = mark?.untilMs ?? 0;
    }
    expect(rests).toEqual([60, 120, 240, 480, 600, 600]);
    expect(cacheOf(repo, cacheDir).gaveUp.counts?.reason).toBe(
      "git ended with 128: fatal:  [31mno",
    );
    await refreshGit(input(repo, cacheDir, process.env.PATH ?? "", nowMs));
    expect(cacheOf(repo, cacheDir)).toMatchObject({
      parts: { counts: { at: "branch main" } },
      gaveUp: {},
    });
    expect(cacheOf(repo, cacheDir).gaveUp).toEqual({});
  });

  test("one slow part: it is off, the other goes on, and what was known of it is gone", async () => {
    const repo = makeRepo(folder, "half");
    const cacheDir = newCacheDir();
    const nowMs = 1_000_000_000_000;
    await refreshGit(input(repo, cacheDir, process.env.PATH ?? "", nowMs));
    expect(cacheOf(repo, cacheDir).parts.changes).toBeDefined();
    const slow = fakeGit(
      folder,
      `case "$*" in *numstat*) exec sleep 30;; esac; PATH='${process.env.PATH}' exec git "$@"`,
    );
    await refreshGit(input(repo, cacheDir, slow, nowMs + 60_000));
    const cache = cacheOf(repo, cacheDir);
    expect(cache.parts.counts?.startedAtMs).toBe(nowMs + 60_000);
    expect(cache.parts.changes).toBeUndefined();
    expect(Object.keys(cache.gaveUp)).toEqual(["changes"]);
    expect(cache.gaveUp.changes?.reason).toBe("git took too long");
  });

  test("fresh already, as another was faster: Git is not run", async () => {
    const repo = makeRepo(folder, "fresh");
    const cacheDir = newCacheDir();
    const nowMs = 1_000_000_000_000;
    await refreshGit(input(repo, cacheDir, process.env.PATH ?? "", nowMs));
    const result = await refreshGit(input(repo, cacheDir, "/nonexistent", nowMs + 1500));
    expect(result).toEqual({ ok: true, value: "nothing was due" });
  });

  test("fresh, but HEAD has moved: asked anew", async () => {
    const repo = makeRepo(folder, "moved");
    const cacheDir = newCacheDir();
    const nowMs = 1_000_000_000_000;
    await refreshGit(input(repo, cacheDir, process.env.PATH ?? "", nowMs));
    git(repo, "commit", "-q", "--allow-empty", "-m", "second");
    await refreshGit(input(repo, cacheDir, process.env.PATH ?? "", nowMs + 100));
    expect(cacheOf(repo, cacheDir).parts.counts?.startedAtMs).toBe(nowMs + 100);
  });

  test("no Git on PATH: marked, with the reason", async () => {
    const repo = makeRepo(folder, "no-git");
    const cacheDir = newCacheDir();
    await refreshGit(input(repo, cacheDir, "/nonexistent", 5));
    expect(cacheOf(repo, cacheDir).gaveUp.counts?.reason).toBe("git is not on PATH");
  });

  test("a cache that cannot be written: a reason", async () => {
    const repo = makeRepo(folder, "blocked");
    const cacheDir = newCacheDir();
    fs.mkdirSync(paths(repo, cacheDir).cacheFile, { recursive: true });
    const result = await refreshGit(input(repo, cacheDir, process.env.PATH ?? "", 5));
    expect(result.ok).toBe(false);
  });

  test("a damaged cache: replaced", async () => {
    const repo = makeRepo(folder, "damaged");
    const cacheDir = newCacheDir();
    const { cacheFile, folder: dir } = paths(repo, cacheDir);
    fs.mkdirSync(dir, { recursive: true });
    fs.writeFileSync(cacheFile, '{"version":1,"parts":{"counts":[]');
    await refreshGit(input(repo, cacheDir, process.env.PATH ?? "", 5));
    expect(cacheOf(repo, cacheDir).parts.counts?.value.staged).toBe(0);
  });

  test("caches of repositories unseen for a month: removed when a new one comes", async () => {
    const repo = makeRepo(folder, "tidy");
    const cacheDir = newCacheDir();
    const dir = join(cacheDir, "git");
    fs.mkdirSync(dir, { recursive: true });
    const nowMs = Date.now();
    const age = (name: string, days: number): void => {
      fs.writeFileSync(join(dir, name), "{}");
      fs.utimesSync(join(dir, name), 0, (nowMs - days * 86_400_000) / 1000);
    };
    const [old, young] = ["a".repeat(32), "b".repeat(32)];
    age(`${old}.json`, 31);
    age(`${old}.lock`, 31);
    age(`${young}.json`, 29);
    age("other.json", 99);
    await refreshGit(input(repo, cacheDir, process.env.PATH ?? "", nowMs));
    const left = fs.readdirSync(dir);
    expect(left).not.toContain(`${old}.json`);
    expect(left).not.toContain(`${old}.lock`);
    expect(left).toContain(`${young}.json`);
    expect(left).toContain("other.json");
  });
});

describe("the refresher as a process", () => {
  const start = (repo: string, cacheDir: string, path: string) =>
    Bun.spawn([process.execPath, script, encodeRefreshRequest(ask(repo, cacheDir))], {
      env: gitTestEnv(path),
      stdout: "pipe",
    });
  const until = async (done: () => boolean): Promise<void> => {
    for (let tries = 0; !done() && tries < 1000; tries += 1) await Bun.sleep(10);
    expect(done()).toBe(true);
  };

  test("5 at once: one asks Git, the others go away", async () => {
    const repo = makeRepo(folder, "five");
    const cacheDir = newCacheDir();
    const log = join(folder, "five.log");
    const path = fakeGit(
      folder,
      `case "$*" in *status*) echo x >> '${log}'; sleep 1;; esac; PATH='${process.env.PATH}' exec git "$@"`,
    );
    const all = Array.from({ length: 5 }, () => start(repo, cacheDir, path));
    const outputs = await Promise.all(all.map((child) => new Response(child.stdout).text()));
    expect(outputs.filter((text) => text.includes("asked for"))).toHaveLength(1);
    expect(fs.readFileSync(log, "utf8")).toBe("x\n");
  }, 20_000);

  test("kill -9 while Git runs: the next one gets the lock at once; no half file", async () => {
    const repo = makeRepo(folder, "killed");
    const cacheDir = newCacheDir();
    const pidFile = join(folder, "killed.pid");
    const path = fakeGit(folder, `echo $$ > '${pidFile}'; exec sleep 20`);
    const child = start(repo, cacheDir, path);
    await until(() => fs.existsSync(pidFile) && fs.readFileSync(pidFile, "utf8") !== "");
    process.kill(child.pid, "SIGKILL");
    await child.exited;
    try {
      expect(await runRefresh(ask(repo, cacheDir), gitTestEnv())).toMatchObject({ ok: true });
      expect(cacheOf(repo, cacheDir).parts.counts).toBeDefined();
      const names = fs.readdirSync(join(cacheDir, "git")).map((name) => name.slice(32));
      expect(names.sort()).toEqual([".json", ".lock"]);
    } finally {
      process.kill(Number(fs.readFileSync(pidFile, "utf8")), "SIGKILL");
    }
  }, 20_000);

  test("SIGTERM while Git runs: both end, the cache is as it was, no mark", async () => {
    const repo = makeRepo(folder, "stopped");
    const cacheDir = newCacheDir();
    const pidFile = join(folder, "stopped.pid");
    const child = start(repo, cacheDir, fakeGit(folder, `echo $$ > '${pidFile}'; exec sleep 20`));
    await until(() => fs.existsSync(pidFile) && fs.readFileSync(pidFile, "utf8") !== "");
    child.kill("SIGTERM");
    expect(await new Response(child.stdout).text()).toContain("stopped by a signal");
    await child.exited;
    const pid = Number(fs.readFileSync(pidFile, "utf8"));
    expect(() => process.kill(pid, 0)).toThrow();
    expect(fs.readdirSync(join(cacheDir, "git")).map((name) => name.slice(32))).toEqual([".lock"]);
  }, 20_000);
});
