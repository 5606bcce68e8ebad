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
/** Of a hundred waiters that ask every few milliseconds the asking alone would keep the machine busy. */
const POLL_SHARE_OF_WAITED = 1 / 8;

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
  const prepared = prepare(lockFile);
  if (prepared !== undefined) return failed(prepared);

  let database: InstanceType<typeof Database> | undefined;
  try {
    try {
      database = new Database(lockFile, { create: true, readwrite: true });
      fs.chmodSync(lockFile, 0o600);
      // SQLite's own waiting sleeps in the thread that the holder may need.
      database.run("PRAGMA busy_timeout=0");
      // The file stays empty: a journal of it would only be a second file, left behind by a killed holder.
      database.run("PRAGMA journal_mode=MEMORY");
    } catch (error) {
      return failed(`cannot open the lock ${lockFile}: ${lockErrorText(error)}`);
    }
    const taken = await take(database, lockFile, options.waitMs);
    if (taken !== undefined) return failed(taken);
    try {
      return ok(await body());
    } catch (error) {
      return failed(`the work under the lock ${lockFile} stopped: ${errorText(error)}`);
    }
  } finally {
    // Closing ends the transaction, and with it the lock.
    database?.close();
  }
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
  database: { run(sql: string): unknown },
  lockFile: string,
  waitMs: number,
): Promise<string | undefined> {
  const startMs = performance.now();
  for (;;) {
    try {
      database.run("BEGIN IMMEDIATE");
      return undefined;
    } catch (error) {
      if (!isBusy(error)) return `cannot take the lock ${lockFile}: ${lockErrorText(error)}`;
    }
    const waitedMs = performance.now() - startMs;
    const leftMs = waitMs - waitedMs;
    if (leftMs <= 0) {
      return `another process holds ${lockFile} (waited ${waitMs} ms); try again`;
    }
    // Spread, so that many waiters do not ask at the same moments again and again.
    const maxMs = POLL_MAX_MS + waitedMs * POLL_SHARE_OF_WAITED;
    const pauseMs = POLL_MIN_MS + Math.random() * (maxMs - POLL_MIN_MS);
    await new Promise((done) => setTimeout(done, Math.min(pauseMs, leftMs)));
  }
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
