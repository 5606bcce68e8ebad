/**
 * The background refresher: asks Git for what the cache lacks and writes the answers whole. One at a
 * time per repository; a part that fails or is too slow is marked and left alone for a while, so that
 * a big repository does not pay for it at every rendering.
 *
 * A refresher that is killed by force leaves no lock (the system drops it) and no half file. A Git
 * that it had started then ends by itself at the latest when it prints, as nobody reads any more.
 */
import fs from "node:fs";
import { join } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";
import { known } from "../../base/shape.ts";
import { withLock } from "../../files/lock.ts";
import { readBounded } from "../../files/read-bounded.ts";
import { writeWhole } from "../../files/write-whole.ts";
import {
  type CachedHead,
  EMPTY_CACHE,
  encodeGitCache,
  type GitCache,
  type GitPart,
  gitCachePaths,
  giveUp,
  headOf,
  isFresh,
  isGivenUp,
  isUnborn,
  type PartValues,
  partKey,
  positionText,
  readGitCache,
  releaseStart,
} from "./git-cache-file.ts";
import { withoutOwnFilters } from "./git-filters.ts";
import { branchName, type GitHeadReading, type GitRepo, readGitHead } from "./git-head.ts";
import type { RefreshRequest } from "./git-request.ts";
import { findGit, type GitRun, runGit } from "./git-run.ts";
import {
  NUMSTAT_ARGUMENTS,
  parseGitStatus,
  parseNumstat,
  parseUpstream,
  statusArguments,
  upstreamArguments,
} from "./git-status.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What to refresh, where, and how long it may take. */
export interface GitRefreshInput {
  /** A folder in the repository. */
  readonly cwd: string;
  readonly parts: Iterable<GitPart>;
  readonly cacheFile: string;
  readonly lockFile: string;
  readonly env: Environment;
  /** For all of Git's runs together; 2000 by default. */
  readonly limitMs?: number;
  /** Epoch milliseconds; the real clock by default. */
  readonly nowMs?: () => number;
  /** Stops Git and leaves the cache as it is. */
  readonly signal?: AbortSignal;
}

const LIMIT_MS = 2000;
/** A repository that nobody looked at for so long is a worktree of a finished job, most of the time. */
const CACHE_KEEP_MS = 30 * 24 * 60 * 60_000;
const CACHE_FILE_NAME = /^[0-9a-f]{32}\.json$/;
/** A stash entry takes some 150 bytes. */
const STASH_LOG_MAX_BYTES = 1024 * 1024;
const REASON_MAX_CHARS = 200;

type Answer = {
  readonly [Part in GitPart]: {
    readonly part: Part;
    readonly at: string;
    readonly tookMs: number;
    readonly value: PartValues[Part];
  };
}[GitPart];
type Outcome =
  | Answer
  | { readonly part: GitPart; readonly failure: string }
  | { readonly part: GitPart; readonly stopped: true };

/** What every question needs to know. */
interface Asking {
  readonly repo: GitRepo;
  readonly reftable: boolean;
  readonly run: (args: readonly string[]) => Promise<GitRun>;
}

/**
 * Carries a request out: the command behind the detached process. Ends Git and itself on SIGTERM,
 * SIGINT and SIGHUP. Never throws, and takes `limitMs` and a little at the most.
 */
export async function runRefresh(
  request: RefreshRequest,
  env: Environment,
  limitMs = LIMIT_MS,
): Promise<Result<string>> {
  const { repo } = readGitHead(request.cwd);
  if (repo === undefined) return failed(`${request.cwd} is in no Git repository`);
  const { cacheFile, lockFile, startFile } = gitCachePaths(request.cacheDir, repo);
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, onSignal);
  try {
    const { cwd, parts } = request;
    const input = { cwd, parts, cacheFile, lockFile, env, limitMs, signal: stop.signal };
    const result = await refreshGit(input);
    // Whoever holds the lock is the one whose end makes room for another start.
    if (result.ok) releaseStart(startFile);
    return result;
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
  }
}

/**
 * Asks Git for the parts that are neither fresh nor given up, and writes the cache. Gives a word on
 * what was done; a reason if another refresher is at work, or nothing could be written.
 */
export async function refreshGit(input: GitRefreshInput): Promise<Result<string>> {
  const nowMs = input.nowMs ?? Date.now;
  const result = await withLock(input.lockFile, () => refreshLocked(input, nowMs), { waitMs: 0 });
  return result.ok ? result.value : result;
}

async function refreshLocked(input: GitRefreshInput, nowMs: () => number): Promise<Result<string>> {
  const reading = readGitHead(input.cwd);
  const repo = reading.repo;
  if (repo === undefined) return failed(`${input.cwd} is in no Git repository`);
  const before = readGitCache(input.cacheFile);
  const old = before ?? EMPTY_CACHE;
  const startedAtMs = nowMs();
  // Before Git looks: what changes while it does must make the next rendering ask again.
  const keyOf = keysOf(repo);
  const due = new Set(
    [...input.parts].filter(
      (part) =>
        !isFresh(part, old.parts[part], keyOf(part), startedAtMs) &&
        !isGivenUp(old.gaveUp[part], startedAtMs),
    ),
  );
  if (due.size === 0) return ok("nothing was due");

  const outcomes = await askGit(input, reading, repo, due, old.parts.head?.value);
  if (outcomes.some((outcome) => "stopped" in outcome)) return failed("stopped by a signal");
  const cache = merged(old, outcomes, keyOf, startedAtMs, nowMs());
  const written = writeWhole(input.cacheFile, encodeGitCache(cache), {
    mode: 0o600,
    durable: false,
  });
  if (!written.ok) return failed(written.reason);
  if (before === undefined) removeOld(input.cacheFile, startedAtMs);
  return ok(`asked for ${[...due].join(", ")}`);
}

function keysOf(repo: GitRepo): (part: GitPart) => string {
  const [head, rest] = [partKey("head", repo), partKey("counts", repo)];
  return (part) => (part === "head" ? head : rest);
}

async function askGit(
  input: GitRefreshInput,
  reading: GitHeadReading,
  repo: GitRepo,
  due: ReadonlySet<GitPart>,
  cachedHead: CachedHead | undefined,
): Promise<readonly Outcome[]> {
  const git = findGit(input.env);
  if (git === undefined) return all(due, "git is not on PATH");
  const endMs = performance.now() + (input.limitMs ?? LIMIT_MS);
  const run = (args: readonly string[], settings?: Readonly<Record<string, string>>) =>
    runGit(args, {
      git,
      cwd: repo.workTree ?? repo.gitDir,
      env: input.env,
      limitMs: Math.max(1, endMs - performance.now()),
      ...known({ settings, signal: input.signal }),
    });
  const readsFiles = due.has("counts") || due.has("changes");
  const settings = readsFiles ? await withoutOwnFilters(repo, run) : ok({});
  if (!settings.ok) return all(due, input.signal?.aborted === true ? undefined : settings.reason);
  const asking: Asking = {
    repo,
    reftable: reading.needsProcess === "reftable",
    run: (args) => run(args, settings.value),
  };
  const outcomes: Outcome[] = [];
  let head: CachedHead | undefined = asking.reftable ? cachedHead : headOf(reading, repo);
  if (due.has("head")) {
    const outcome = await askHead(asking);
    outcomes.push(outcome);
    if (!("value" in outcome)) return all(due, "failure" in outcome ? outcome.failure : undefined);
    head = outcome.value as CachedHead;
  }
  if (head === undefined) return all(due, "HEAD cannot be read");
  const at = positionText(head);
  const questions: Promise<readonly Outcome[]>[] = [];
  if (due.has("counts")) questions.push(askStatus(asking, due.has("upstream"), at));
  else if (due.has("upstream")) questions.push(askUpstream(asking, head.branch, at));
  // Before the first commit there is nothing to compare with.
  const unborn = asking.reftable ? head.oid === undefined : isUnborn(reading);
  if (due.has("changes") && !unborn) questions.push(askChanges(asking, at));
  return [...outcomes, ...(await Promise.all(questions)).flat()];
}

async function askHead(asking: Asking): Promise<Outcome> {
  const part = "head";
  const startMs = performance.now();
  const [symbolic, object] = await Promise.all([
    asking.run(["symbolic-ref", "-q", "HEAD"]),
    asking.run(["rev-parse", "-q", "--verify", "HEAD"]),
  ]);
  // Exit code 1 is the answer "detached" to the first question and "unborn" to the second.
  const bad = [symbolic, object].find((run) => run.kind !== "ended" || run.exitCode > 1);
  if (bad !== undefined) return notAnswered(part, bad);
  const ref = symbolic.kind === "ended" ? symbolic.stdout.trim() : "";
  const oid = object.kind === "ended" ? object.stdout.trim() : "";
  if (ref === "" && oid === "") return { part, failure: "git tells neither branch nor commit" };
  const value = {
    ...(ref === "" ? {} : { branch: branchName(ref) }),
    ...(oid === "" ? {} : { oid }),
  };
  return { part, at: positionText(value), tookMs: performance.now() - startMs, value };
}

async function askStatus(
  asking: Asking,
  withUpstream: boolean,
  at: string,
): Promise<readonly Outcome[]> {
  const startMs = performance.now();
  const run = await asking.run(statusArguments(!withUpstream));
  if (run.kind !== "ended" || run.exitCode !== 0) {
    const parts: readonly GitPart[] = withUpstream ? ["counts", "upstream"] : ["counts"];
    return parts.map((part) => notAnswered(part, run));
  }
  const status = parseGitStatus(run.stdout);
  const tookMs = performance.now() - startMs;
  const stash = status.counts.stash ?? (asking.reftable ? 0 : countStash(asking.repo.commonDir));
  const counts = stash === undefined ? status.counts : { ...status.counts, stash };
  const named = status.branch !== undefined || status.oid !== undefined;
  const about = named ? positionText(status) : at;
  const answers: Outcome[] = [{ part: "counts", at: about, tookMs, value: counts }];
  if (withUpstream) {
    answers.push({ part: "upstream", at: about, tookMs, value: status.distance ?? {} });
  }
  return answers;
}

/** Before 2.35 `git status` keeps the stash to itself; its log has one line an entry. */
function countStash(commonDir: string): number | undefined {
  const log = readBounded(join(commonDir, "logs", "refs", "stash"), STASH_LOG_MAX_BYTES);
  if (log.ok) return log.value.split("\n").length - 1;
  return log.kind === "missing" ? 0 : undefined;
}

async function askUpstream(
  asking: Asking,
  branch: string | undefined,
  at: string,
): Promise<readonly Outcome[]> {
  const part = "upstream";
  if (branch === undefined) return [{ part, at, tookMs: 0, value: {} }];
  const startMs = performance.now();
  const run = await asking.run(upstreamArguments(branch));
  if (run.kind !== "ended" || run.exitCode !== 0) return [notAnswered(part, run)];
  const tookMs = performance.now() - startMs;
  return [{ part, at, tookMs, value: parseUpstream(run.stdout) }];
}

async function askChanges(asking: Asking, at: string): Promise<readonly Outcome[]> {
  const part = "changes";
  const startMs = performance.now();
  const run = await asking.run(NUMSTAT_ARGUMENTS);
  if (run.kind !== "ended" || run.exitCode !== 0) return [notAnswered(part, run)];
  return [{ part, at, tookMs: performance.now() - startMs, value: parseNumstat(run.stdout) }];
}

function all(parts: ReadonlySet<GitPart>, failure: string | undefined): readonly Outcome[] {
  return [...parts].map((part) =>
    failure === undefined ? { part, stopped: true } : { part, failure },
  );
}

function notAnswered(part: GitPart, run: GitRun): Outcome {
  switch (run.kind) {
    case "stopped":
      return { part, stopped: true };
    case "too-slow":
      return { part, failure: "git took too long" };
    case "too-much":
      return { part, failure: "git said too much" };
    case "not-started":
      return { part, failure: `git could not be started: ${oneLine(run.reason)}` };
    case "ended":
      return { part, failure: `git ended with ${run.exitCode}: ${oneLine(run.stderr)}` };
    default:
      return run satisfies never;
  }
}

function oneLine(text: string): string {
  const end = text.indexOf("\n");
  const line = end === -1 ? text : text.slice(0, end);
  return line.replace(/[\u0000-\u001f\u007f-\u009f]/g, " ").slice(0, REASON_MAX_CHARS);
}

function merged(
  old: GitCache,
  outcomes: readonly Outcome[],
  keyOf: (part: GitPart) => string,
  startedAtMs: number,
  endedAtMs: number,
): GitCache {
  const parts: { [Part in GitPart]?: unknown } = { ...old.parts };
  const gaveUp = { ...old.gaveUp };
  for (const outcome of outcomes) {
    const { part } = outcome;
    delete parts[part];
    if ("failure" in outcome) {
      gaveUp[part] = giveUp(old.gaveUp[part], outcome.failure, endedAtMs);
    } else if ("value" in outcome) {
      delete gaveUp[part];
      const { at, value } = outcome;
      const tookMs = Math.round(outcome.tookMs);
      parts[part] = { key: keyOf(part), at, startedAtMs, tookMs, value };
    }
  }
  return { parts: parts as GitCache["parts"], gaveUp };
}

/** Runs when a repository is new to the cache, so the folder cannot grow for ever. */
function removeOld(cacheFile: string, nowMs: number): void {
  const folder = join(cacheFile, "..");
  try {
    for (const name of fs.readdirSync(folder)) {
      if (!CACHE_FILE_NAME.test(name)) continue;
      const path = join(folder, name);
      const stat = fs.lstatSync(path, { throwIfNoEntry: false });
      if (stat === undefined || nowMs - stat.mtimeMs < CACHE_KEEP_MS) continue;
      const base = path.slice(0, -".json".length);
      for (const ending of [".json", ".lock", ".start"]) fs.rmSync(base + ending, { force: true });
    }
  } catch {
    // Nothing depends on tidying up.
  }
}
