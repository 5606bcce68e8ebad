/**
 * Real Git repositories in temporary folders, for tests: a Git that reads no configuration of the
 * machine or the person, and programs named `git` that do what a test says.
 */
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";

/** A new empty folder, by its real path. The test removes it. */
export function tempFolder(name: string): string {
  return fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), `telltale-${name}-`)));
}

/** The environment in which Git sees nothing but the repository, and commits are always the same. */
export function gitTestEnv(path = process.env.PATH ?? ""): Record<string, string> {
  return {
    PATH: path,
    HOME: "/nonexistent",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "A",
    GIT_AUTHOR_EMAIL: "a@example.com",
    GIT_COMMITTER_NAME: "A",
    GIT_COMMITTER_EMAIL: "a@example.com",
  };
}

/** Runs Git in `folder` and gives its output without the last line feed; throws what it complains. */
export function git(folder: string, ...args: string[]): string {
  const run = Bun.spawnSync(["git", "-c", "protocol.file.allow=always", ...args], {
    cwd: folder,
    env: gitTestEnv(),
    timeout: 20_000,
  });
  if (run.exitCode !== 0) throw new Error(`git ${args.join(" ")}: ${run.stderr.toString()}`);
  return run.stdout.toString().replace(/\n$/, "");
}

/** A repository `name` in `folder` with branch main and one commit of `a.txt`. Gives its path. */
export function makeRepo(folder: string, name = "repo", ...options: string[]): string {
  const repo = join(folder, name);
  git(folder, "init", "-q", "-b", "main", "--template=", ...options, repo);
  fs.writeFileSync(join(repo, "a.txt"), "one\n");
  git(repo, "add", ".");
  git(repo, "commit", "-q", "-m", "first");
  return repo;
}

/** Puts a shell script named `git` into a new folder below `folder`; gives a PATH that finds it first. */
export function fakeGit(folder: string, script: string): string {
  const bin = fs.mkdtempSync(join(folder, "bin-"));
  fs.writeFileSync(join(bin, "git"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return `${bin}:${process.env.PATH ?? ""}`;
}
