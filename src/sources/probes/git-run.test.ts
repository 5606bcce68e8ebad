import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { fakeGit, git, gitTestEnv, makeRepo, tempFolder } from "../../testing/temp-git.ts";
import { findGit, type GitRun, gitEnvironment, runGit } from "./git-run.ts";
import { NUMSTAT_ARGUMENTS, statusArguments } from "./git-status.ts";

let folder = "";
beforeAll(() => {
  folder = tempFolder("run");
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

async function run(args: readonly string[], cwd: string, path?: string): Promise<GitRun> {
  const env = gitTestEnv(path);
  return runGit(args, { git: findGit(env) ?? "", cwd, env, limitMs: 20_000 });
}

/** Other runs of this file may be at work at the same time: their processes are not ours. */
const sleepFor = (digit: number): string => `sleep 31.${digit}${process.pid}`;

/** Living processes whose command line has `mark`. */
function living(mark: string): string[] {
  return Bun.spawnSync(["ps", "-A", "-o", "stat=,args="])
    .stdout.toString()
    .split("\n")
    .filter((line) => line.includes(mark) && !line.startsWith("Z"));
}

describe("findGit", () => {
  test("absolute entries of PATH only: never a program of the working directory", () => {
    const bin = join(folder, "bin");
    fs.mkdirSync(bin);
    fs.writeFileSync(join(bin, "git"), "", { mode: 0o755 });
    expect(findGit({ PATH: `.::bin:${bin}` })).toBe(join(bin, "git"));
    expect(findGit({ PATH: ".::bin" })).toBeUndefined();
    expect(findGit({})).toBeUndefined();
    fs.mkdirSync(join(folder, "dirs", "git"), { recursive: true });
    expect(findGit({ PATH: join(folder, "dirs") })).toBeUndefined();
  });
});

describe("gitEnvironment", () => {
  test("variables that lead to another repository, trace or ask: gone; the person's settings stay", () => {
    const env = gitEnvironment({
      PATH: "/bin",
      HOME: "/h",
      LANGUAGE: "de",
      LC_ALL: "de_DE.UTF-8",
      GIT_DIR: "/x",
      GIT_INDEX_FILE: "/x",
      GIT_EXTERNAL_DIFF: "evil",
      GIT_TRACE: "/tmp/x",
      GIT_CONFIG_GLOBAL: "/g",
      GIT_CONFIG_PARAMETERS: "'core.fsmonitor=evil'",
      GONE: undefined,
    });
    expect(env).toEqual({
      PATH: "/bin",
      HOME: "/h",
      GIT_CONFIG_GLOBAL: "/g",
      LC_ALL: "C",
      GIT_OPTIONAL_LOCKS: "0",
      GIT_TERMINAL_PROMPT: "0",
      GIT_NO_LAZY_FETCH: "1",
      GIT_ALLOW_PROTOCOL: "none",
    });
  });
});

describe("runGit", () => {
  test("a real command: its output and exit code; a failing one: what it says", async () => {
    const repo = makeRepo(folder);
    expect(await run(["rev-parse", "--abbrev-ref", "HEAD"], repo)).toEqual({
      kind: "ended",
      exitCode: 0,
      stdout: "main\n",
      stderr: "",
    });
    expect(await run(["rev-parse", "--verify", "none"], repo)).toMatchObject({
      kind: "ended",
      exitCode: 128,
      stderr: "fatal: Needed a single revision",
    });
    expect(await run(["version"], join(folder, "gone"))).toMatchObject({ kind: "not-started" });
  });

  test("programs that a repository and its submodule configure: not run", async () => {
    const repo = makeRepo(folder, "hostile");
    const lib = makeRepo(folder, "lib");
    git(repo, "submodule", "--quiet", "add", lib, "lib");
    fs.writeFileSync(join(repo, ".gitattributes"), "*.txt diff=evil\n");
    git(repo, "add", ".");
    git(repo, "commit", "-q", "-m", "second");
    const proof = join(folder, "proof");
    const evil = join(folder, "evil");
    fs.writeFileSync(evil, `#!/bin/sh\necho "$0 $*" >> '${proof}'\nprintf '/\\0'\n`, {
      mode: 0o755,
    });
    for (const at of [repo, join(repo, "lib")]) {
      for (const key of [
        "core.fsmonitor",
        "core.pager",
        "pager.status",
        "pager.diff",
        "diff.external",
        "diff.evil.command",
        "diff.evil.textconv",
        "core.sshCommand",
      ]) {
        git(at, "config", key, evil);
      }
      git(at, "config", "core.hooksPath", folder);
      fs.writeFileSync(join(at, "a.txt"), "changed\n");
    }
    fs.copyFileSync(evil, join(folder, "post-index-change"));
    // Without the hardening the same command does run it, or this test would prove nothing.
    git(repo, "status", "--porcelain=v2");
    expect(fs.readFileSync(proof, "utf8")).toContain("evil");
    fs.unlinkSync(proof);
    const status = await run(statusArguments(false), repo);
    const numstat = await run(NUMSTAT_ARGUMENTS, repo);
    expect([status, numstat]).toMatchObject([
      { exitCode: 0 },
      { exitCode: 0, stdout: "1\t1\ta.txt\0" },
    ]);
    expect(fs.existsSync(proof)).toBe(false);
  });

  test("a repository of another owner: Git refuses, we pass its word on", async () => {
    if (process.getuid?.() !== 0) return;
    const repo = makeRepo(folder, "foreign");
    fs.chownSync(repo, 12345, 12345);
    fs.chownSync(join(repo, ".git"), 12345, 12345);
    const result = await run(statusArguments(true), repo);
    expect(result).toMatchObject({ kind: "ended", exitCode: 128 });
    expect(result.kind === "ended" && result.stderr).toContain("dubious ownership");
  });

  test("too slow, stops when asked: its lock is gone, and so are its children", async () => {
    const lock = join(folder, "index.lock");
    const path = fakeGit(
      folder,
      `touch '${lock}'; trap "rm -f '${lock}'; exit 1" TERM; ${sleepFor(1)} & wait`,
    );
    const env = gitTestEnv(path);
    const startMs = performance.now();
    const result = await runGit(["status"], {
      git: findGit(env) ?? "",
      cwd: folder,
      env,
      limitMs: 300,
    });
    expect(result).toEqual({ kind: "too-slow" });
    expect(performance.now() - startMs).toBeLessThan(5000);
    expect(fs.existsSync(lock)).toBe(false);
    await Bun.sleep(30);
    expect(living(sleepFor(1))).toEqual([]);
  });

  test("too slow and deaf to the request: ended by force, with its children", async () => {
    const env = gitTestEnv(
      fakeGit(folder, `trap "" TERM; (${sleepFor(2)}; true) & ${sleepFor(2)}; ${sleepFor(2)}`),
    );
    const result = await runGit([], { git: findGit(env) ?? "", cwd: folder, env, limitMs: 100 });
    expect(result).toEqual({ kind: "too-slow" });
    await Bun.sleep(30);
    expect(living(sleepFor(2))).toEqual([]);
  });

  // covers: git-no-lock-left
  test("a real git status held up by a filter: no lock file, no process left", async () => {
    const repo = makeRepo(folder, "slow");
    fs.writeFileSync(join(repo, ".gitattributes"), "*.txt filter=slow\n");
    git(repo, "config", "filter.slow.clean", `${sleepFor(3)}; cat`);
    fs.writeFileSync(join(repo, "a.txt"), "two\n");
    const env = gitTestEnv();
    const options = { git: findGit(env) ?? "", cwd: repo, env, limitMs: 400 };
    expect(await runGit(statusArguments(true), options)).toEqual({ kind: "too-slow" });
    await Bun.sleep(30);
    expect(living(sleepFor(3))).toEqual([]);
    expect(fs.readdirSync(join(repo, ".git")).filter((name) => name.endsWith(".lock"))).toEqual([]);
  });

  test.skipIf(Bun.which("setsid") === null)(
    "a child that left the group and holds the pipe: does not hold us",
    async () => {
      const pidFile = join(folder, "left");
      const env = gitTestEnv(
        fakeGit(folder, `setsid sh -c 'echo $$ > "${pidFile}"; exec sleep 5' & sleep 5`),
      );
      const startMs = performance.now();
      expect(await runGit([], { git: findGit(env) ?? "", cwd: folder, env, limitMs: 300 })).toEqual(
        {
          kind: "too-slow",
        },
      );
      expect(performance.now() - startMs).toBeLessThan(3000);
      process.kill(Number(fs.readFileSync(pidFile, "utf8")), "SIGKILL");
    },
  );

  test("output without end: stopped at the cap", async () => {
    expect(await run([], folder, fakeGit(folder, "exec yes 0123456789"))).toEqual({
      kind: "too-much",
    });
  });

  test("errors without end and a signal of ours: stopped", async () => {
    const env = gitTestEnv(fakeGit(folder, "exec yes error >&2"));
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 100);
    const result = await runGit([], {
      git: findGit(env) ?? "",
      cwd: folder,
      env,
      limitMs: 20_000,
      signal: stop.signal,
    });
    expect(result).toEqual({ kind: "stopped" });
  });
});
