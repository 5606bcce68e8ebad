/**
 * The paused instances of a machine. A folder of ten thousand costs 7 ms to list and 47 ms to look at
 * each; so what was found stands in the cache, with the times of the folder that it was found at.
 */
import fs from "node:fs";
import { join } from "node:path";
import { asCount, asRecord } from "../../base/shape.ts";
import { readBounded } from "../../files/read-bounded.ts";
import { errorCode, errorText } from "../../files/system-error.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { comparePaused } from "../engine/paused-list.ts";
import type { PausedInstances } from "../engine/ports.ts";
import type { InstanceRecord } from "../engine/records.ts";
import { fnv1a64 } from "./file-names.ts";
import { readShelved, shelfNames } from "./instance-files.ts";
import { storeFault } from "./locked.ts";
import { parseJson } from "./parse-record.ts";
import { instanceName, type MachineFolder, shelfFolder } from "./store-paths.ts";

const CACHE_VERSION = 1;
/** Two seconds are the coarsest clock of a file system: a folder that changed so lately may change unseen. */
const SETTLED_MS = 2000;
/** Listing fewer costs no more than the cache does. */
const MIN_CACHED_COUNT = 200;
/** The idle list shows ten; a few of them may have been broken since. */
const KEPT_NEWEST = 32;
/** Files of so nearly the same time are ordered by what stands in them: a system's clock ticks every 10 ms. */
const SAME_TIME_MS = 20;
const MAX_CACHE_BYTES = 65_536;
const CACHED_NAME = /^[A-Za-z0-9%~-]+\.json$/;

/** A file of the shelf with its time. */
type TimedName = readonly [name: string, mtimeMs: number];

interface Listing {
  readonly count: number;
  /** Names of files, as many as are kept, in the order of the list; absent where only the count was asked for. */
  readonly newest?: readonly string[];
}

/** When the folder last changed, in all that the system says of it. */
type Stamp = readonly [mtimeMs: number, ctimeMs: number, inode: number];

/** How many files there are. Reads none of them. */
export function pausedCount(folder: MachineFolder, cacheDir: string | undefined): number {
  const stamp = stampOf(folder);
  if (stamp === undefined) return 0;
  const cached = readCache(folder, stamp, cacheDir);
  if (cached !== undefined) return cached.count;
  const { length: count } = shelfNames(folder.dir, "paused");
  writeCache(folder, stamp, cacheDir, { count });
  return count;
}

/** The newest by the time of their files, in the order of `updated`, then label; all without a limit. */
export function pausedInstances(
  folder: MachineFolder,
  limit: number | undefined,
  cacheDir: string | undefined,
): PausedInstances {
  const stamp = stampOf(folder);
  if (stamp === undefined) return { count: 0, newest: [] };
  const cached = limit === undefined ? undefined : readCache(folder, stamp, cacheDir);
  if (limit !== undefined && cached?.newest !== undefined) {
    const newest = firstOf(folder, cached.newest, limit);
    if (newest.length === Math.min(limit, cached.count)) return { count: cached.count, newest };
  }
  const names = shelfNames(folder.dir, "paused");
  const count = names.length;
  if (limit === undefined || count <= limit) {
    return { count, newest: firstOf(folder, names, count) };
  }
  const newest = newestOf(folder, byFileTime(folder, names), Math.max(limit, KEPT_NEWEST));
  const kept = newest.slice(0, KEPT_NEWEST).map(({ id }) => instanceName(id));
  writeCache(folder, stamp, cacheDir, { count, newest: kept });
  return { count, newest: newest.slice(0, limit) };
}

/** The first so many that are readable, in the order of the list. */
function firstOf(
  folder: MachineFolder,
  names: readonly string[],
  limit: number,
): readonly InstanceRecord[] {
  const records: InstanceRecord[] = [];
  for (const name of names) {
    if (records.length === limit) break;
    const record = readPaused(folder, name);
    if (record !== undefined) records.push(record);
  }
  return records.sort(comparePaused);
}

/**
 * Reads from the newest file on until so many are had, and on to one that is older beyond doubt: of
 * files of one time the records say which is the newest.
 */
function newestOf(
  folder: MachineFolder,
  timed: readonly TimedName[],
  limit: number,
): readonly InstanceRecord[] {
  const records: InstanceRecord[] = [];
  let oldestMs = Number.NEGATIVE_INFINITY;
  for (const [name, mtimeMs] of timed) {
    if (records.length >= limit && mtimeMs < oldestMs - SAME_TIME_MS) break;
    const record = readPaused(folder, name);
    if (record === undefined) continue;
    records.push(record);
    if (records.length === limit) oldestMs = mtimeMs;
  }
  return records.sort(comparePaused).slice(0, limit);
}

/** Undefined for a file that is broken, or holds one that is on its way elsewhere. */
function readPaused(folder: MachineFolder, name: string): InstanceRecord | undefined {
  const record = readShelved(folder, "paused", name)?.record;
  return record?.status === "paused" ? record : undefined;
}

function byFileTime(folder: MachineFolder, names: readonly string[]): readonly TimedName[] {
  const shelf = shelfFolder(folder.dir, "paused");
  const timed = names.flatMap((name): TimedName[] => {
    const stat = statOf(join(shelf, name));
    return stat === undefined ? [] : [[name, stat.mtimeMs]];
  });
  return timed.sort(([, one], [, other]) => other - one);
}

/** Undefined where the shelf was never made. Throws when it cannot be looked at. */
function stampOf(folder: MachineFolder): Stamp | undefined {
  const shelf = shelfFolder(folder.dir, "paused");
  try {
    const stat = fs.statSync(shelf, { throwIfNoEntry: false });
    return stat === undefined ? undefined : [stat.mtimeMs, stat.ctimeMs, stat.ino];
  } catch (error) {
    if (errorCode(error) === "ENOTDIR") return undefined;
    throw storeFault(`cannot look at ${shelf}: ${errorText(error)}`);
  }
}

function statOf(path: string): fs.Stats | undefined {
  try {
    return fs.statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function cacheFile(folder: MachineFolder, cacheDir: string): string {
  const hash = fnv1a64(new TextEncoder().encode(folder.dir));
  return join(cacheDir, "paused", `${hash}.json`);
}

/** What was found at that stamp; undefined where it has to be looked for. */
function readCache(
  folder: MachineFolder,
  stamp: Stamp,
  cacheDir: string | undefined,
): Listing | undefined {
  if (cacheDir === undefined) return undefined;
  const text = readBounded(cacheFile(folder, cacheDir), MAX_CACHE_BYTES);
  const raw = text.ok ? asRecord(parseJson(text.value)) : undefined;
  if (raw?.version !== CACHE_VERSION || raw.dir !== folder.dir) return undefined;
  if (JSON.stringify(raw.stamp) !== JSON.stringify(stamp)) return undefined;
  const count = asCount(raw.count);
  if (count === undefined || !Number.isSafeInteger(count)) return undefined;
  if (raw.newest === undefined) return { count };
  const names: unknown = raw.newest;
  const isList =
    Array.isArray(names) &&
    names.length <= KEPT_NEWEST &&
    names.every((name) => typeof name === "string" && CACHED_NAME.test(name));
  return isList ? { count, newest: names } : undefined;
}

/** Keeps it if the folder has been at rest for long enough. A cache that cannot be written is none. */
function writeCache(
  folder: MachineFolder,
  stamp: Stamp,
  cacheDir: string | undefined,
  listing: Listing,
): void {
  if (cacheDir === undefined || listing.count < MIN_CACHED_COUNT) return;
  // Looked at again: what changed while it was listed has another time now, or is too young.
  const [mtimeMs] = stamp;
  if (Date.now() - mtimeMs < SETTLED_MS) return;
  if (JSON.stringify(stampOf(folder)) !== JSON.stringify(stamp)) return;
  const text = JSON.stringify({ version: CACHE_VERSION, dir: folder.dir, stamp, ...listing });
  writeWhole(cacheFile(folder, cacheDir), text, { durable: false, mode: 0o600 });
}
