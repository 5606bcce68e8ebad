/**
 * Git's facts for a program that runs once per rendering: HEAD from files at every call, numbers from
 * a cache that one background process refreshes. Starts nothing itself unless a number is asked for.
 *
 * A number of the cache is
 * - taken as it is while its key (HEAD, index) is the same and it is younger than two seconds;
 * - taken at once, with a refresh started, while the key is the same and it is up to a minute old;
 * - waited for otherwise, for `waitMs` at the most; then the old one is shown if it is about the same
 *   branch and younger than ten minutes, else nothing.
 *
 * Without a cache folder that can be written nothing is run: every rendering would pay for Git anew.
 */
import type { Fact } from "../../status/facts/fact.ts";
import type { GitHeadRead } from "../../status/facts/git.ts";
import {
  type CachedHead,
  claimStart,
  EMPTY_CACHE,
  type GitCache,
  type GitCachePaths,
  type GitPart,
  gitCachePaths,
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
import { abbreviate, type GitHeadReading, type GitRepo, readGitHead } from "./git-head.ts";
import { type GitRemoteReading, readGitRemote } from "./git-remote.ts";
import type { RefreshRequest } from "./git-request.ts";

/** What is asked, and how. */
export interface GitFactsInput {
  /** Absolute; the session's working directory. */
  readonly cwd: string;
  /** The needs of the items on the line; those that are not Git's are passed over. */
  readonly needs: ReadonlySet<string>;
  /** The program's cache folder; absent when the environment names none. */
  readonly cacheDir?: string;
  /** Epoch milliseconds. */
  readonly nowMs: () => number;
  /** Starts a detached process that runs the request; false if it could not. */
  readonly spawnRefresh: (request: RefreshRequest) => boolean;
  /** How long to wait for a number that is not there; 300 by default. */
  readonly waitMs?: number;
  /** False (`TELLTALE_STATUS_GIT=0`): no process for Git at all. */
  readonly statusEnabled: boolean;
}

/** The facts, and for `--explain` where each came from or why it is absent (uncleaned text). */
export interface GitFactsReading {
  readonly facts: readonly Fact[];
  readonly notes: readonly string[];
}

const WAIT_MS = 300;
const POLL_MS = 5;
/** Older numbers are waited for: after a pause the first rendering should already be right. */
const OLD_MS = 60_000;
/** Older numbers are not shown at all. */
const SHOWN_MS = 10 * 60_000;
/** The refresher's limit (2 s), the grace to stop (0.25 s), and its own start on a busy machine. */
const START_STALE_MS = 3500;

const PART_OF_NEED: Readonly<Record<string, GitPart>> = {
  "git-counts": "counts",
  "git-upstream": "upstream",
  "git-changes": "changes",
};

type Verdict = "fresh" | "old" | "too-old" | "changed" | "missing" | "given-up";

/** What the cache is worth at one moment. */
interface View {
  readonly cache: GitCache;
  readonly head: CachedHead | undefined;
  readonly verdicts: ReadonlyMap<GitPart, Verdict>;
}

/** Everything about one call that does not change while it waits. */
interface Call {
  readonly input: GitFactsInput;
  readonly reading: GitHeadReading;
  readonly repo: GitRepo;
  readonly beganMs: number;
  readonly notes: string[];
  readonly remoteOf: (branch: string | undefined) => GitRemoteReading;
}

/** Reads what the items need to know of Git. Never throws; takes `waitMs` and a little at the most. */
export function readGitFacts(input: GitFactsInput): GitFactsReading {
  const asked = Object.keys(PART_OF_NEED).some((need) => input.needs.has(need));
  const wanted = asked || input.needs.has("git-head") || input.needs.has("git-remote");
  if (!wanted) return { facts: [], notes: [] };
  const reading = readGitHead(input.cwd);
  const repo = reading.repo;
  if (repo === undefined) {
    const why = reading.facts.length > 0 ? "no repository around" : "cannot look at";
    return { facts: reading.facts, notes: [`git: ${why} ${input.cwd}`] };
  }
  if (!asked && !input.needs.has("git-remote") && reading.needsProcess === undefined) {
    // Most lines show HEAD alone, which its files have told: nothing else is looked at for them.
    return { facts: reading.facts, notes: [`git head: read from ${repo.gitDir}`] };
  }
  const call: Call = {
    input,
    reading,
    repo,
    beganMs: input.nowMs(),
    notes: [],
    remoteOf: remembered((branch) => readGitRemote(repo, branch)),
  };
  const view = numbersView(call);
  return { facts: factsOf(call, view), notes: call.notes };
}

/** The cache as it is after a refresh was started and waited for, where that was due. */
function numbersView(call: Call): View {
  const { input, repo, notes } = call;
  let view = look(call, EMPTY_CACHE);
  if (view.verdicts.size === 0) return view;
  const off = !input.statusEnabled
    ? "switched off by TELLTALE_STATUS_GIT=0"
    : input.cacheDir === undefined
      ? "no cache folder (is HOME set?), so git is not run"
      : undefined;
  if (off !== undefined || input.cacheDir === undefined) {
    const what = [...view.verdicts.keys()].join(", ");
    notes.push(`git ${what}: ${off ?? ""}`);
    return { ...view, verdicts: new Map() };
  }
  const paths = gitCachePaths(input.cacheDir, repo);
  view = look(call, readGitCache(paths.cacheFile) ?? EMPTY_CACHE);
  const due = [...view.verdicts].filter(([, verdict]) => isDue(verdict)).map(([part]) => part);
  if (due.length === 0) return view;
  const waitMs = startRefresh(call, paths, {
    cwd: input.cwd,
    cacheDir: input.cacheDir,
    parts: due,
  });
  return isSettled(view) ? view : waitFor(call, paths, waitMs, view);
}

/** Starts a refresher unless one was just started. Gives how long it is worth waiting for it. */
function startRefresh(call: Call, paths: GitCachePaths, request: RefreshRequest): number {
  const { input, notes } = call;
  const waitMs = input.waitMs ?? WAIT_MS;
  const claim = claimStart(paths, call.beganMs, START_STALE_MS);
  if (claim === "unwritable") {
    notes.push(`git: ${paths.folder} cannot be written, so git is not run`);
    return 0;
  }
  if (typeof claim === "number") {
    notes.push(`git: a refresh was started ${Math.round(claim)} ms ago`);
    // One slow repository must not hold every rendering for the whole time.
    return Math.max(0, waitMs - claim);
  }
  let started = false;
  try {
    started = input.spawnRefresh(request);
  } catch {
    // The same as false: the line is drawn with what there is.
  }
  notes.push(
    `git: refresh of ${request.parts.join(", ")} ${started ? "" : "could not be "}started`,
  );
  if (started) return waitMs;
  releaseStart(paths.startFile);
  return 0;
}

function waitFor(call: Call, paths: GitCachePaths, waitMs: number, before: View): View {
  let view = before;
  // Counted in pauses as well, so that a clock that stands still cannot hold us.
  for (let pausedMs = 0; pausedMs < waitMs; pausedMs += POLL_MS) {
    if (call.input.nowMs() - call.beganMs >= waitMs) break;
    Bun.sleepSync(POLL_MS);
    view = look(call, readGitCache(paths.cacheFile) ?? EMPTY_CACHE);
    if (isSettled(view)) return view;
  }
  if (waitMs > 0) call.notes.push(`git: not answered within ${waitMs} ms`);
  return view;
}

function isDue(verdict: Verdict): boolean {
  return verdict !== "fresh" && verdict !== "given-up";
}

function isSettled(view: View): boolean {
  return [...view.verdicts.values()].every((v) => v === "fresh" || v === "old" || v === "given-up");
}

function look(call: Call, cache: GitCache): View {
  const { reading, repo } = call;
  const cachedHead = cache.parts.head;
  const head =
    reading.needsProcess === undefined
      ? headOf(reading, repo)
      : isFresh("head", cachedHead, partKey("head", repo), call.beganMs)
        ? cachedHead?.value
        : undefined;
  const nowMs = call.input.nowMs();
  const keys = { head: partKey("head", repo), rest: partKey("counts", repo) };
  const verdicts = new Map<GitPart, Verdict>();
  for (const part of wantedParts(call, head)) {
    verdicts.set(part, judge(call, cache, part, part === "head" ? keys.head : keys.rest, nowMs));
  }
  return { cache, head, verdicts };
}

function judge(call: Call, cache: GitCache, part: GitPart, key: string, nowMs: number): Verdict {
  if (isGivenUp(cache.gaveUp[part], nowMs)) return "given-up";
  const entry = cache.parts[part];
  if (entry === undefined) return "missing";
  // Asked for after this call began, but HEAD has moved since: nothing newer will come soon.
  if (part !== "head" && entry.startedAtMs >= call.beganMs) return "fresh";
  if (entry.key !== key) return "changed";
  if (isFresh(part, entry, key, nowMs)) return "fresh";
  const ageMs = nowMs - entry.startedAtMs;
  return ageMs >= 0 && ageMs < OLD_MS ? "old" : "too-old";
}

/** The parts that a process must tell. With the head unknown all that are asked for. */
function wantedParts(call: Call, head: CachedHead | undefined): readonly GitPart[] {
  const { reading, repo } = call;
  const parts: GitPart[] = reading.needsProcess === undefined ? [] : ["head"];
  if (reading.needsProcess === undefined && head === undefined) return parts;
  for (const [need, part] of Object.entries(PART_OF_NEED)) {
    if (!call.input.needs.has(need)) continue;
    if (part === "upstream" ? hasNoUpstream(call, head) : repo.workTree === undefined) continue;
    if (part === "changes" && hasNoCommit(reading, head)) continue;
    parts.push(part);
  }
  return parts;
}

function hasNoCommit(reading: GitHeadReading, head: CachedHead | undefined): boolean {
  if (reading.needsProcess === undefined) return isUnborn(reading);
  return head !== undefined && head.oid === undefined;
}

function hasNoUpstream(call: Call, head: CachedHead | undefined): boolean {
  if (head === undefined) return false;
  if (head.branch === undefined || hasNoCommit(call.reading, head)) return true;
  return call.remoteOf(head.branch).upstream === false;
}

function remembered<Key, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? read(key);
    known.set(key, value);
    return value;
  };
}

function factsOf(call: Call, view: View): readonly Fact[] {
  const { input, reading, repo, notes } = call;
  const facts: Fact[] = [...headFacts(call, view)];
  const { head } = view;
  // A file of its own to read and parse, so only for lines that show it.
  const remote = input.needs.has("git-remote") ? call.remoteOf(head?.branch).fact : undefined;
  if (remote !== undefined) facts.push(remote);
  if (head === undefined) return facts;

  const asks = (part: GitPart): boolean => view.verdicts.has(part);
  const counts = asks("counts") ? shown(call, view, "counts", head) : undefined;
  if (counts !== undefined) facts.push({ kind: "git-counted", counts });
  const upstream = asks("upstream") ? shown(call, view, "upstream", head) : undefined;
  if (upstream !== undefined) facts.push({ kind: "git-compared", ...upstream });
  const changes = asks("changes") ? shown(call, view, "changes", head) : undefined;
  if (changes !== undefined) facts.push({ kind: "git-diffed", ...changes });

  if (input.needs.has("git-upstream") && input.statusEnabled && hasNoUpstream(call, head)) {
    notes.push("git upstream: none");
    facts.push({ kind: "git-compared" });
  }
  if (input.needs.has("git-changes") && hasNoCommit(reading, head)) {
    notes.push("git changes: no commit yet to compare with");
  }
  if (
    repo.workTree === undefined &&
    (input.needs.has("git-counts") || input.needs.has("git-changes"))
  ) {
    notes.push("git counts, changes: no work tree here");
  }
  return facts;
}

/** The fact of the files; in a reftable repository completed by what Git said. */
function headFacts(call: Call, view: View): readonly Fact[] {
  const { reading, repo, notes } = call;
  const { head } = view;
  const where = repo.gitDir;
  if (head === undefined) {
    notes.push(`git head: ${reading.needsProcess ?? "HEAD"} in ${where} is not read`);
    return reading.facts;
  }
  notes.push(
    `git head: ${positionText(head)}, ${reading.needsProcess === undefined ? "read from" : "told by git for"} ${where}`,
  );
  if (reading.needsProcess === undefined) return reading.facts;
  const base = reading.facts.find((fact): fact is GitHeadRead => fact.kind === "git-head-read");
  const fact: GitHeadRead = {
    kind: "git-head-read",
    repo: true,
    ...base,
    ...(head.branch === undefined ? { detached: true } : { branch: head.branch }),
    ...(head.oid === undefined ? { unborn: true } : { commit: abbreviate(head.oid) }),
  };
  return [fact];
}

/** The value of a part if it may be shown, with a note on it either way. */
function shown<Part extends Exclude<GitPart, "head">>(
  call: Call,
  view: View,
  part: Part,
  head: CachedHead,
): PartValues[Part] | undefined {
  const { notes } = call;
  const nowMs = call.input.nowMs();
  const mark = view.cache.gaveUp[part];
  if (view.verdicts.get(part) === "given-up" && mark !== undefined) {
    const leftS = Math.ceil((mark.untilMs - nowMs) / 1000);
    notes.push(`git ${part}: ${mark.reason}; tried again in ${leftS} s`);
    return undefined;
  }
  const entry = view.cache.parts[part];
  if (entry === undefined) {
    notes.push(`git ${part}: not known yet`);
    return undefined;
  }
  const ageMs = nowMs - entry.startedAtMs;
  const seconds = `${(ageMs / 1000).toFixed(1)} s`;
  if (entry.at !== positionText(head)) {
    notes.push(`git ${part}: the cached numbers are about ${entry.at}`);
    return undefined;
  }
  if (Math.abs(ageMs) > SHOWN_MS) {
    notes.push(`git ${part}: the cached numbers are ${seconds} old`);
    return undefined;
  }
  notes.push(`git ${part}: from the cache, ${seconds} old, git took ${entry.tookMs} ms`);
  return entry.value;
}
