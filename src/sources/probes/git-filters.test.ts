import { afterAll, beforeAll, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { git, gitTestEnv, makeRepo, tempFolder } from "../../testing/temp-git.ts";
import { gitCachePaths, readGitCache } from "./git-cache-file.ts";
import { readGitHead } from "./git-head.ts";
import { refreshGit } from "./git-refresh.ts";

let folder = "";
beforeAll(() => {
  folder = tempFolder("filters");
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const proof = (name: string): string => join(folder, `proof-${name}`);
const command = (name: string): string => `touch '${proof(name)}'; cat`;

/** A touched file below each kind of filter. */
function hostileRepo(name: string): string {
  const repo = makeRepo(folder, name);
  const lines = [
    "a.txt filter=evil",
    "b.txt filter=a=b",
    "c.txt filter=included",
    "d.txt filter=own",
  ];
  fs.writeFileSync(join(repo, ".gitattributes"), `${lines.join("\n")}\n`);
  for (const file of ["b.txt", "c.txt", "d.txt"]) fs.writeFileSync(join(repo, file), "one\n");
  git(repo, "add", ".");
  git(repo, "commit", "-q", "-m", "second");
  git(repo, "config", "filter.evil.clean", command("clean"));
  git(repo, "config", "filter.evil.required", "true");
  git(repo, "config", "filter.a=b.process", command("process"));
  git(repo, "config", "-f", join(repo, "more"), "filter.included.clean", command("included"));
  git(repo, "config", "include.path", "../more");
  // Same sizes: Git must read them to know.
  for (const file of ["a.txt", "b.txt", "c.txt", "d.txt"])
    fs.writeFileSync(join(repo, file), "two\n");
  return repo;
}

async function refresh(repo: string, env: Record<string, string>) {
  const reading = readGitHead(repo);
  if (reading.repo === undefined) throw new Error("no repository");
  const { cacheFile, lockFile } = gitCachePaths(join(folder, "cache"), reading.repo);
  const parts = ["counts", "changes"] as const;
  expect(
    await refreshGit({ cwd: repo, parts: [...parts], cacheFile, lockFile, env, limitMs: 20_000 }),
  ).toMatchObject({ ok: true });
  return readGitCache(cacheFile)?.parts;
}

// covers: security-hostile-repository
test("filters of a repository's own configuration, also included ones: none runs, and the numbers are right", async () => {
  const repo = hostileRepo("hostile");
  const global = join(folder, "global");
  git(folder, "config", "-f", global, "filter.own.clean", command("own"));
  const parts = await refresh(repo, { ...gitTestEnv(), GIT_CONFIG_GLOBAL: global });
  expect(parts?.counts?.value).toMatchObject({ unstaged: 4 });
  expect(parts?.changes?.value).toEqual({ linesAdded: 4, linesRemoved: 4 });
  for (const name of ["clean", "process", "included"])
    expect({ name, ran: fs.existsSync(proof(name)) }).toEqual({ name, ran: false });
  // The person's own is asked, as by any other `git status`.
  expect(fs.existsSync(proof("own"))).toBe(true);
  // Without the settings Git runs it, or this test would prove nothing.
  git(repo, "diff", "--numstat", "--", "c.txt");
  expect(fs.existsSync(proof("included"))).toBe(true);
});
