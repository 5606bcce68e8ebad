/**
 * The files by which one run of the program leaves Git's numbers to the next: per repository a cache
 * (JSON, written whole), a lock, and a note that a refresher was started. All may be deleted at any
 * time. The cache is read back as hostile: a member of a wrong shape is absent.
 */
import fs from "node:fs";
import { join } from "node:path";
import { asCount, asRecord, asText, known } from "../../base/shape.ts";
import { readBounded } from "../../files/read-bounded.ts";
import type { GitCounts } from "../../status/facts/git.ts";
import type { GitHeadReading, GitRepo } from "./git-head.ts";
import type { GitDistance } from "./git-status.ts";

/** What is asked of Git, each with an age and a failure of its own. `head`: in reftable repositories. */
export const GIT_PARTS = ["head", "counts", "upstream", "changes"] as const;
export type GitPart = (typeof GIT_PARTS)[number];

/** HEAD as Git tells it; detached without branch, unborn without object id. */
export interface CachedHead {
  readonly branch?: string;
  readonly oid?: string;
}

/** The value of each part. */
export interface PartValues {
  readonly head: CachedHead;
  readonly counts: GitCounts;
  readonly upstream: GitDistance;
  readonly changes: { readonly linesAdded: number; readonly linesRemoved: number };
}

/** One answer of Git. Times are epoch milliseconds. */
export interface CachedPart<Value> {
  /** The {@link partKey} before Git was asked. */
  readonly key: string;
  /** The branch, or the commit of a detached HEAD: what the numbers are about. */
  readonly at: string;
  readonly startedAtMs: number;
  readonly tookMs: number;
  readonly value: Value;
}

/** Git failed or took too long: it is not asked again before `untilMs`. */
export interface GaveUp {
  readonly failures: number;
  readonly untilMs: number;
  readonly reason: string;
}

/** The whole file. */
export interface GitCache {
  readonly parts: { readonly [Part in GitPart]?: CachedPart<PartValues[Part]> };
  readonly gaveUp: { readonly [Part in GitPart]?: GaveUp };
}

/** Absolute paths of one repository's files. */
export interface GitCachePaths {
  readonly folder: string;
  readonly cacheFile: string;
  readonly lockFile: string;
  readonly startFile: string;
}

export const EMPTY_CACHE: GitCache = { parts: {}, gaveUp: {} };

const VERSION = 1;
/** Four parts with a branch name and a key of some kilobytes at the most. */
const CACHE_MAX_BYTES = 256 * 1024;
const START_MAX_BYTES = 64;
/** 128 bits: two repositories never meet. */
const NAME_CHARS = 32;

/** Where the files of `repo` are below the program's cache folder. Nothing is made. */
export function gitCachePaths(cacheDir: string, repo: GitRepo): GitCachePaths {
  const hash = new Bun.CryptoHasher("sha256").update(`${repo.commonDir}\0${repo.gitDir}`);
  const folder = join(cacheDir, "git");
  const base = join(folder, hash.digest("hex").slice(0, NAME_CHARS));
  return {
    folder,
    cacheFile: `${base}.json`,
    lockFile: `${base}.lock`,
    startFile: `${base}.start`,
  };
}

/**
 * The key of one part: changes when HEAD moves or the index is written (add, commit, merge, checkout). An edit of a file
 * does not change it: that is what the age of a part is for. The index says nothing about `head`.
 */
export function partKey(part: GitPart, repo: GitRepo): string {
  if (part === "head") return repo.headKey;
  try {
    const stat = fs.statSync(join(repo.gitDir, "index"), { throwIfNoEntry: false });
    if (stat !== undefined) return `${repo.headKey} index ${stat.mtimeMs} ${stat.size}`;
  } catch {
    // Unreadable is told apart from nothing by Git, not by the key.
  }
  return `${repo.headKey} no index`;
}

/** Reads the cache; undefined if there is none or it is damaged. */
export function readGitCache(cacheFile: string): GitCache | undefined {
  const text = readBounded(cacheFile, CACHE_MAX_BYTES);
  return text.ok ? parseGitCache(text.value) : undefined;
}

/** The text of the file. */
export function encodeGitCache(cache: GitCache): string {
  return `${JSON.stringify({ version: VERSION, ...cache })}\n`;
}

/** Reads the text of the file; undefined if it is no cache of this version. */
export function parseGitCache(text: string): GitCache | undefined {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return undefined;
  }
  const root = asRecord(raw);
  if (root?.version !== VERSION) return undefined;
  const parts = asRecord(root.parts) ?? {};
  const gaveUp = asRecord(root.gaveUp) ?? {};
  return {
    parts: known({
      head: parsePart(parts.head, parseHead),
      counts: parsePart(parts.counts, parseCounts),
      upstream: parsePart(parts.upstream, parseDistance),
      changes: parsePart(parts.changes, parseLines),
    }),
    gaveUp: known({
      head: parseGaveUp(gaveUp.head),
      counts: parseGaveUp(gaveUp.counts),
      upstream: parseGaveUp(gaveUp.upstream),
      changes: parseGaveUp(gaveUp.changes),
    }),
  };
}

function parsePart<Value>(
  raw: unknown,
  parseValue: (value: Readonly<Record<string, unknown>>) => Value | undefined,
): CachedPart<Value> | undefined {
  const part = asRecord(raw);
  const value = parseValue(asRecord(part?.value) ?? {});
  const key = asText(part?.key);
  const at = asText(part?.at);
  const startedAtMs = asCount(part?.startedAtMs);
  const tookMs = asCount(part?.tookMs);
  if (value === undefined || key === undefined || at === undefined) return undefined;
  if (startedAtMs === undefined || tookMs === undefined) return undefined;
  return { key, at, startedAtMs, tookMs, value };
}

function parseHead(raw: Readonly<Record<string, unknown>>): CachedHead | undefined {
  const head = known({ branch: asText(raw.branch), oid: asText(raw.oid) });
  return head.branch === undefined && head.oid === undefined ? undefined : head;
}

function parseCounts(raw: Readonly<Record<string, unknown>>): GitCounts | undefined {
  const staged = asCount(raw.staged);
  const unstaged = asCount(raw.unstaged);
  const untracked = asCount(raw.untracked);
  const conflicts = asCount(raw.conflicts);
  if (staged === undefined || unstaged === undefined) return undefined;
  if (untracked === undefined || conflicts === undefined) return undefined;
  return known({ staged, unstaged, untracked, conflicts, stash: asCount(raw.stash) });
}

function parseDistance(raw: Readonly<Record<string, unknown>>): GitDistance {
  return known({ ahead: asCount(raw.ahead), behind: asCount(raw.behind) });
}

function parseLines(raw: Readonly<Record<string, unknown>>): PartValues["changes"] | undefined {
  const linesAdded = asCount(raw.linesAdded);
  const linesRemoved = asCount(raw.linesRemoved);
  if (linesAdded === undefined || linesRemoved === undefined) return undefined;
  return { linesAdded, linesRemoved };
}

function parseGaveUp(raw: unknown): GaveUp | undefined {
  const mark = asRecord(raw);
  const failures = asCount(mark?.failures);
  const untilMs = asCount(mark?.untilMs);
  if (failures === undefined || untilMs === undefined) return undefined;
  return { failures, untilMs, reason: asText(mark?.reason) ?? "unknown" };
}

/** What the numbers of a part are about: they are never shown for another branch or commit. */
export function positionText(head: CachedHead): string {
  return head.branch === undefined ? `commit ${head.oid ?? ""}` : `branch ${head.branch}`;
}

/** Whether the files say that the branch has no commit yet. */
export function isUnborn(reading: GitHeadReading): boolean {
  return reading.facts.some((fact) => fact.kind === "git-head-read" && fact.unborn === true);
}

/** HEAD as the files tell it; undefined if they do not. */
export function headOf(reading: GitHeadReading, repo: GitRepo): CachedHead | undefined {
  const fact = reading.facts.find((known) => known.kind === "git-head-read");
  const last = repo.headKey.slice(repo.headKey.lastIndexOf(" ") + 1);
  // The other endings of a key are words.
  const oid = last.length >= 40 ? last : undefined;
  if (fact?.branch === undefined && oid === undefined) return undefined;
  return {
    ...(fact?.branch === undefined ? {} : { branch: fact.branch }),
    ...(oid === undefined ? {} : { oid }),
  };
}

/** Younger numbers are taken as they are; each `git status` of a big repository is paid for in full. */
const FRESH_MS = 2000;
/** Git runs at most a fifth of the time, however long one run takes. */
const FRESH_TIMES_TOOK = 4;

/** Whether a part needs no refresh now. References in tables are exact as long as the key is. */
export function isFresh(
  part: GitPart,
  entry: CachedPart<unknown> | undefined,
  key: string,
  nowMs: number,
): boolean {
  if (entry === undefined || entry.key !== key) return false;
  if (part === "head") return true;
  const ageMs = nowMs - entry.startedAtMs;
  return ageMs >= 0 && ageMs < Math.max(FRESH_MS, FRESH_TIMES_TOOK * entry.tookMs);
}

const GIVE_UP_FIRST_MS = 60_000;
const GIVE_UP_MAX_MS = 10 * 60_000;

/** The mark after one more failure: a minute of rest, doubled each time, ten minutes at the most. */
export function giveUp(before: GaveUp | undefined, reason: string, nowMs: number): GaveUp {
  const failures = (before?.failures ?? 0) + 1;
  const restMs = Math.min(GIVE_UP_FIRST_MS * 2 ** (failures - 1), GIVE_UP_MAX_MS);
  return { failures, untilMs: nowMs + restMs, reason };
}

/** Whether the rest still lasts. One that is longer than any rest comes from a clock set back. */
export function isGivenUp(mark: GaveUp | undefined, nowMs: number): boolean {
  if (mark === undefined) return false;
  const leftMs = mark.untilMs - nowMs;
  return leftMs > 0 && leftMs <= GIVE_UP_MAX_MS;
}

/**
 * Claims the start of a refresher, so that many renderings do not start many; the lock decides which
 * one works, this only saves processes. "ours": start one. A number: another one was started so many
 * milliseconds ago. "unwritable": nothing can be kept here, so no refresher would be of any use.
 */
export function claimStart(
  paths: GitCachePaths,
  nowMs: number,
  staleAfterMs: number,
): "ours" | "unwritable" | number {
  try {
    fs.mkdirSync(paths.folder, { recursive: true, mode: 0o700 });
    const text = readBounded(paths.startFile, START_MAX_BYTES);
    if (text.ok) {
      const ageMs = nowMs - Number(text.value);
      if (text.value !== "" && ageMs >= 0 && ageMs < staleAfterMs) return ageMs;
    }
    // Whatever else has come to stand there would keep every refresher from starting.
    const isThere = text.ok || text.kind !== "missing";
    if (isThere) fs.rmSync(paths.startFile, { recursive: true, force: true });
  } catch {
    // Another rendering may have removed it at the same moment: the next step decides.
  }
  return writeStart(paths.startFile, nowMs);
}

function writeStart(startFile: string, nowMs: number): "ours" | "unwritable" | number {
  let fd: number | undefined;
  try {
    fd = fs.openSync(startFile, "wx", 0o600);
    fs.writeSync(fd, String(nowMs));
    return "ours";
  } catch (error) {
    if ((error as { code?: unknown }).code === "EEXIST") return 0;
    if (fd !== undefined) releaseStart(startFile);
    return "unwritable";
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

/** Lets the next one start a refresher. */
export function releaseStart(startFile: string): void {
  try {
    fs.unlinkSync(startFile);
  } catch {
    // Gone already.
  }
}
