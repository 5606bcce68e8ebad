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
import { type MachineFolder, shelfFolder } from "./store-paths.ts";

const CACHE_VERSION = 1;
/** Two seconds are the coarsest clock of a file system: a folder that changed so lately may change unseen. */
const SETTLED_MS = 2000;
/** Listing fewer costs no more than the cache does. */
const MIN_CACHED_COUNT = 200;
/** The idle list shows ten; some may be broken, and some as old as the tenth. */
const KEPT_NEWEST = 48;
/** Files of so nearly the same time are ordered by what stands in them: a system's clock ticks every 10 ms. */
const SAME_TIME_MS = 20;
const MAX_CACHE_BYTES = 65_536;
const CACHED_NAME = /^[A-Za-z0-9%~-]+\.json$/;

/** A file of the shelf with its time. */
type TimedName = readonly [name: string, mtimeMs: number];

interface Listing {
  readonly count: number;
  /** Newest first, as many as are kept; absent where only the count was asked for. */
  readonly newest?: readonly TimedName[];
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
    const { newest, isSure } = newestOf(folder, cached.newest, limit);
    if (isSure || cached.newest.length === cached.count) return { count: cached.count, newest };
  }
  const names = shelfNames(folder.dir, "paused");
  const count = names.length;
  if (limit === undefined || count <= limit) {
    const untimed = names.map((name): TimedName => [name, 0]);
    return { count, newest: newestOf(folder, untimed, count).newest };
  }
  const timed = byFileTime(folder, names);
  writeCache(folder, stamp, cacheDir, { count, newest: timed.slice(0, KEPT_NEWEST) });
  return { count, newest: newestOf(folder, timed, limit).newest };
}

/**
 * Reads from the newest on until so many are had. Sure, if all that could belong to them were seen:
 * the names went on to one that is older beyond doubt.
 */
function newestOf(
  folder: MachineFolder,
  timed: readonly TimedName[],
  limit: number,
): { readonly newest: readonly InstanceRecord[]; readonly isSure: boolean } {
  const records: InstanceRecord[] = [];
  let oldestMs = Number.NEGATIVE_INFINITY;
  let isSure = false;
  for (const [name, mtimeMs] of timed) {
    isSure = records.length >= limit && mtimeMs < oldestMs - SAME_TIME_MS;
    if (isSure) break;
    const record = readShelved(folder, "paused", name)?.record;
    if (record?.status !== "paused") continue;
    records.push(record);
    if (records.length === limit) oldestMs = mtimeMs;
  }
  return { newest: records.sort(comparePaused).slice(0, limit), isSure };
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
  const newest = timedNames(raw.newest);
  return newest === undefined ? undefined : { count, newest };
}

function timedNames(value: unknown): readonly TimedName[] | undefined {
  if (!Array.isArray(value) || value.length > KEPT_NEWEST) return undefined;
  const isTimed = (one: unknown): one is TimedName =>
    Array.isArray(one) && CACHED_NAME.test(one[0]) && typeof one[1] === "number";
  return value.every(isTimed) ? value : undefined;
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
