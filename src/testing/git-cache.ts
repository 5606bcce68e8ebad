/** What the tests of Git's cache have in common. */
import type { GitFactsReading } from "../sources/probes/git-cache.ts";
import { gitCachePaths } from "../sources/probes/git-cache-file.ts";
import { readGitHead } from "../sources/probes/git-head.ts";
import { refreshGit } from "../sources/probes/git-refresh.ts";
import type { Fact } from "../status/facts/fact.ts";
import { gitTestEnv } from "./temp-git.ts";

/** More than a Git on a busy machine takes. */
const LIMIT_MS = 20_000;

/** Fills the cache of a repository as a refresher at `nowMs` would; `path` is where `git` is found. */
export async function fillGitCache(
  cacheDir: string,
  repo: string,
  nowMs: number,
  path = process.env.PATH ?? "",
): Promise<void> {
  const { repo: found, needsProcess } = readGitHead(repo);
  if (found === undefined) throw new Error("no repository");
  const parts = ["head", "counts", "upstream", "changes"] as const;
  await refreshGit({
    cwd: repo,
    parts: needsProcess ? parts : parts.slice(1),
    ...gitCachePaths(cacheDir, found),
    env: gitTestEnv(path),
    limitMs: LIMIT_MS,
    nowMs: () => nowMs,
  });
}

/** Kinds of facts, in order. */
export function kindsOf(facts: readonly Fact[]): string[] {
  return facts.map((fact) => fact.kind);
}

/** The first fact of a kind. */
export function factOf(reading: GitFactsReading, kind: Fact["kind"]): Fact | undefined {
  return reading.facts.find((fact) => fact.kind === kind);
}
