/**
 * Asks Git again and again while an item on the line needs it: every ten seconds, at once when that
 * begins, on another directory and when a turn has ended. HEAD comes from files alone; numbers come from
 * Git, without anybody waiting. A late answer is dropped; a failed question leaves what was known. The
 * review of the branch is looked up with it; where that fails the link alone is lost.
 */

import { readGitFacts } from "../../sources/probes/git-cache.ts";
import type { GitPart } from "../../sources/probes/git-cache-file.ts";
import { gitCachePaths } from "../../sources/probes/git-cache-file.ts";
import { readGitHead } from "../../sources/probes/git-head.ts";
import { refreshGit } from "../../sources/probes/git-refresh.ts";
import { readReview } from "../../sources/probes/git-review.ts";
import type { Fact } from "../../status/facts/fact.ts";
import type { Need } from "../../status/items/item.ts";

export interface GitWatchDeps {
  readonly cacheDir: string | undefined;
  /** Where reviews are remembered; absent: there are none. */
  readonly stateDir?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly nowMs: () => number;
  /** What was read; never of another directory than the one that is watched. */
  readonly onFacts: (facts: readonly Fact[]) => void;
  /** Nothing is watched any more, or another directory: what was read holds no longer. */
  readonly onClear: () => void;
  /** Calls `tick` with a fixed period until the result is called. Default: a timer, unref'd. */
  readonly every?: (periodMs: number, tick: () => void) => () => void;
}

export interface GitWatch {
  /** Where, and what the items on the line need; without a need of Git's nothing is watched. */
  readonly watch: (cwd: string, needs: ReadonlySet<Need>) => void;
  /** Something may have changed: asks at once, if anything is watched. */
  readonly ask: () => void;
  readonly dispose: () => void;
}

const PERIOD_MS = 10_000;
/** What switches Git's processes off. */
const NO: readonly string[] = ["0", "false", "no", "off"];
const REVIEW = "review";
const GIT_NEEDS: ReadonlySet<string> = new Set<Need>([
  "git-head",
  "git-remote",
  "git-counts",
  "git-upstream",
  "git-changes",
  REVIEW,
]);

interface Watched {
  readonly cwd: string;
  readonly needs: ReadonlySet<Need>;
}

/** A watch that watches nothing yet. */
export function gitWatch(deps: GitWatchDeps): GitWatch {
  const every = deps.every ?? everyUnref;
  const statusEnabled = !NO.includes(deps.env.TELLTALE_STATUS_GIT?.trim().toLowerCase() ?? "");
  let watched: Watched | undefined;
  let stopTimer: (() => void) | undefined;
  /** Grows with every question; answers to earlier ones are not taken. */
  let question = 0;
  let asking: AbortController | undefined;

  const ask = (): void => {
    if (watched === undefined) return;
    const mine = ++question;
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    const due: GitPart[] = [];
    deps.onFacts(readNow(deps, watched, statusEnabled, due));
    if (due.length === 0) return;
    const { cwd } = watched;
    void refreshed(deps, cwd, due, signal).then((isNew) => {
      if (!isNew || mine !== question || watched === undefined) return;
      deps.onFacts(readNow(deps, watched, statusEnabled, []));
    });
  };

  const stop = (): void => {
    question++;
    asking?.abort();
    stopTimer?.();
    stopTimer = undefined;
  };

  return {
    watch(cwd, allNeeds) {
      const needs = new Set([...allNeeds].filter((need) => GIT_NEEDS.has(need)));
      // It is that of a branch.
      if (needs.has(REVIEW)) needs.add("git-head");
      if (needs.size === 0) {
        if (watched === undefined) return;
        watched = undefined;
        stop();
        deps.onClear();
        return;
      }
      const before = watched;
      watched = { cwd, needs };
      if (before !== undefined && before.cwd !== cwd) deps.onClear();
      // Nobody looks whether it still holds.
      if (before?.needs.has(REVIEW) && !needs.has(REVIEW)) deps.onFacts([{ kind: "review-gone" }]);
      const isNew = before?.cwd !== cwd || [...needs].some((need) => !before.needs.has(need));
      stopTimer ??= every(PERIOD_MS, ask);
      if (isNew) ask();
    },
    ask,
    dispose() {
      watched = undefined;
      stop();
    },
  };
}

/** What files and the cache say now; `due` gets what only Git can say. */
function readNow(
  { cacheDir, stateDir, nowMs }: GitWatchDeps,
  { cwd, needs }: Watched,
  statusEnabled: boolean,
  due: GitPart[],
): readonly Fact[] {
  const { facts } = readGitFacts({
    cwd,
    needs,
    ...(cacheDir !== undefined && { cacheDir }),
    nowMs,
    waitMs: 0,
    statusEnabled,
    spawnRefresh: (request) => {
      due.push(...request.parts);
      return false;
    },
  });
  if (!needs.has(REVIEW)) return facts;
  return [...facts, ...readReview({ cwd, facts, ...(stateDir !== undefined && { stateDir }) })];
}

/** Asks Git in a process of its own; true if the cache has answers now. */
async function refreshed(
  { cacheDir, env, nowMs }: GitWatchDeps,
  cwd: string,
  parts: readonly GitPart[],
  signal: AbortSignal,
): Promise<boolean> {
  const { repo } = readGitHead(cwd);
  if (repo === undefined || cacheDir === undefined) return false;
  const { cacheFile, lockFile } = gitCachePaths(cacheDir, repo);
  try {
    return (await refreshGit({ cwd, parts, cacheFile, lockFile, env, nowMs, signal })).ok;
  } catch {
    // No numbers this time; the next question comes in ten seconds.
    return false;
  }
}

function everyUnref(periodMs: number, tick: () => void): () => void {
  const timer = setInterval(tick, periodMs);
  timer.unref();
  return () => clearInterval(timer);
}
