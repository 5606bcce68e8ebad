/**
 * One lock for every writer of a file: SQLite's write lock on an empty file. The system drops it when
 * its holder ends, however it ends, so there is no stale lock and no guess by age or pid. Figures and
 * the comparison with flock are in the README of this room.
 */
import fs from "node:fs";
import { dirname } from "node:path";
import { failed, ok, type Result } from "../base/result.ts";
import { errorText } from "./system-error.ts";

/** How long to wait for another holder. */
export interface LockOptions {
  /** 0 gives up at once if the lock is taken. */
  readonly waitMs: number;
}

/** Waiting is polling, as a blocking wait would stop a holder in this same process. */
const POLL_MIN_MS = 1;
const POLL_MAX_MS = 8;
/** What is done without a promise takes a millisecond or two; who slept longer would leave the lock lying free. */
const POLL_SYNC_MAX_MS = 3;
/** Of a hundred waiters that ask every few milliseconds the asking alone would keep the machine busy. */
const POLL_SHARE_OF_WAITED = 1 / 8;
/** But never so much less often than newcomers that these always come first: then some wait for ever. */
const POLL_GROWTH_MAX = 4;
/** Who waited so long for what takes a millisecond was overtaken often, and asks before all others. */
const OVERTAKEN_MS = 1000;
const POLL_OVERTAKEN_MAX_MS = 1.5;

/**
 * Runs `body` while no other process and no other caller in this process holds `lockFile`, and gives
 * what it returns. The file is made if need be (0600, folders 0700), stays empty and stays there. A
 * reason is given when the lock was not had within the time, cannot be made, or `body` threw.
 *
 * Not re-entrant: asking again for the same file inside `body` waits for itself. Nothing else may
 * open the lock file: on POSIX, closing any other descriptor of it in this process drops the lock.
 */
export async function withLock<T>(
  lockFile: string,
  body: () => T | Promise<T>,
  options: LockOptions,
): Promise<Result<T>> {
  const { Database } = await import("bun:sqlite");
  const opened = openLock(Database, lockFile);
  if (!opened.ok) return opened;
  try {
    const taken = await take(opened.value, lockFile, options.waitMs);
    if (taken !== undefined) return failed(taken);
    try {
      return ok(await body());
    } catch (error) {
      return failed(stopped(lockFile, error));
    }
  } finally {
    // Closing ends the transaction, and with it the lock.
    opened.value.close();
  }
}

/**
 * The same for a caller that cannot wait for a promise, and for a body that gives none. Waiting blocks
 * the thread: a holder in this same process, if there were one, would never get to its end, so a lock
 * file is taken either by this function everywhere or by `withLock` everywhere.
 */
export function withLockSync<T>(lockFile: string, body: () => T, options: LockOptions): Result<T> {
  // Loaded here, as a status line that never writes should not pay for it.
  const { Database } = require("bun:sqlite") as typeof import("bun:sqlite");
  const opened = openLock(Database, lockFile);
  if (!opened.ok) return opened;
  try {
    const taken = takeSync(opened.value, lockFile, options.waitMs);
    if (taken !== undefined) return failed(taken);
    try {
      return ok(body());
    } catch (error) {
      return failed(stopped(lockFile, error));
    }
  } finally {
    opened.value.close();
  }
}

interface LockDatabase {
  run(sql: string): unknown;
  close(): void;
}

type DatabaseClass = new (
  file: string,
  options: { readonly create: true; readonly readwrite: true },
) => LockDatabase;

function openLock(Database: DatabaseClass, lockFile: string): Result<LockDatabase> {
  const prepared = prepare(lockFile);
  if (prepared !== undefined) return failed(prepared);
  let database: LockDatabase | undefined;
  try {
    database = new Database(lockFile, { create: true, readwrite: true });
    fs.chmodSync(lockFile, 0o600);
    // SQLite's own waiting sleeps in the thread that the holder may need.
    database.run("PRAGMA busy_timeout=0");
    // The file stays empty: a journal of it would only be a second file, left behind by a killed holder.
    database.run("PRAGMA journal_mode=MEMORY");
    return ok(database);
  } catch (error) {
    database?.close();
    return failed(`cannot open the lock ${lockFile}: ${lockErrorText(error)}`);
  }
}

function stopped(lockFile: string, error: unknown): string {
  return `the work under the lock ${lockFile} stopped: ${errorText(error)}`;
}

/** Makes the folder; refuses what is no plain file, which SQLite might wait for or damage. */
function prepare(lockFile: string): string | undefined {
  try {
    fs.mkdirSync(dirname(lockFile), { recursive: true, mode: 0o700 });
    const stat = fs.statSync(lockFile, { throwIfNoEntry: false });
    if (stat === undefined || (stat.isFile() && stat.size === 0)) return undefined;
    return `${lockFile} is no lock file: it should be an empty regular file; remove it`;
  } catch (error) {
    return `cannot make the lock ${lockFile}: ${errorText(error)}`;
  }
}

async function take(
  database: LockDatabase,
  lockFile: string,
  waitMs: number,
): Promise<string | undefined> {
  const startMs = performance.now();
  for (;;) {
    const step = tryTake(database, lockFile, {
      startMs,
      waitMs,
      pollMaxMs: (waitedMs) => grown(POLL_MAX_MS, waitedMs),
    });
    if (step.kind === "taken") return undefined;
    if (step.kind === "refused") return step.reason;
    await new Promise((done) => setTimeout(done, step.pauseMs));
  }
}

function takeSync(database: LockDatabase, lockFile: string, waitMs: number): string | undefined {
  const startMs = performance.now();
  for (;;) {
    const step = tryTake(database, lockFile, {
      startMs,
      waitMs,
      pollMaxMs: (waitedMs) =>
        waitedMs > OVERTAKEN_MS ? POLL_OVERTAKEN_MAX_MS : grown(POLL_SYNC_MAX_MS, waitedMs),
    });
    if (step.kind === "taken") return undefined;
    if (step.kind === "refused") return step.reason;
    Bun.sleepSync(step.pauseMs);
  }
}

type TakeStep =
  | { readonly kind: "taken" }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "wait"; readonly pauseMs: number };

interface Waiting {
  readonly startMs: number;
  readonly waitMs: number;
  /** The longest pause of who has waited so long. */
  readonly pollMaxMs: (waitedMs: number) => number;
}

function grown(maxMs: number, waitedMs: number): number {
  return Math.min(maxMs + waitedMs * POLL_SHARE_OF_WAITED, maxMs * POLL_GROWTH_MAX);
}

function tryTake(
  database: LockDatabase,
  lockFile: string,
  { startMs, waitMs, pollMaxMs }: Waiting,
): TakeStep {
  try {
    database.run("BEGIN IMMEDIATE");
    return { kind: "taken" };
  } catch (error) {
    if (!isBusy(error)) {
      return {
        kind: "refused",
        reason: `cannot take the lock ${lockFile}: ${lockErrorText(error)}`,
      };
    }
  }
  const waitedMs = performance.now() - startMs;
  const leftMs = waitMs - waitedMs;
  if (leftMs <= 0) {
    const reason = `another process holds ${lockFile} (waited ${waitMs} ms); try again`;
    return { kind: "refused", reason };
  }
  // Spread, so that many waiters do not ask at the same moments again and again.
  const pauseMs = POLL_MIN_MS + Math.random() * (pollMaxMs(waitedMs) - POLL_MIN_MS);
  return { kind: "wait", pauseMs: Math.min(pauseMs, leftMs) };
}

function isBusy(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" && code.startsWith("SQLITE_BUSY");
}

const SQLITE_WORDS: Readonly<Record<string, string>> = {
  SQLITE_CANTOPEN: "it cannot be made or opened there",
  SQLITE_READONLY: "the disk is read-only",
  SQLITE_FULL: "the disk is full",
};

function lockErrorText(error: unknown): string {
  const text = errorText(error);
  const words = Object.entries(SQLITE_WORDS).find(([code]) => text.startsWith(code))?.[1];
  return words === undefined ? text : `${words} (${text})`;
}
