/**
 * The session state store: one file a session, `<state dir>/sessions/<name>.json` (0600 in 0700),
 * written by the hooks of a harness and read by every surface. Locks stand in a folder of their own.
 */
import { join } from "node:path";
import { failed, type Result } from "../../base/result.ts";
import { withLock } from "../../files/lock.ts";
import { readBounded } from "../../files/read-bounded.ts";
import { writeWhole } from "../../files/write-whole.ts";
import type { Fact } from "../../status/facts/fact.ts";
import { foldObserved } from "./fold-observed.ts";
import { leavePending, type PendingUpdate, readPending, removePending } from "./pending.ts";
import { pruneDaily } from "./prune.ts";
import { sessionFileName } from "./session-file-name.ts";
import {
  emptySession,
  MAX_ID_UNITS,
  parseStoredSession,
  type StoredSession,
} from "./stored-session.ts";

/** All members at their caps in ASCII; a bigger file is none that we wrote. */
const MAX_FILE_BYTES = 1024 * 1024;

/**
 * Hooks of one session come in bursts (parallel tools), and each holds the lock for about a millisecond.
 * A harness waits for its hooks: who has waited this long leaves the update for another to fold in.
 */
const LOCK_WAIT_MS = 1000;

const LOCKS_FOLDER = "locks";
const PENDING_FOLDER = "pending";

/**
 * Hooks that overtake each other are a few seconds apart, see above. What was observed this much later
 * than now was observed before the clock was set back.
 */
const OVERTAKEN_MS = 60_000;

/** New facts of one session. */
export interface SessionUpdate {
  readonly stateDir: string;
  /** Id of the harness, such as `claude-code`. */
  readonly harness: string;
  readonly sessionId: string;
  readonly facts: readonly Fact[];
  /** When all of them were observed, epoch milliseconds. */
  readonly atMs: number;
}

/** The folder of the session files. */
export function sessionsDir(stateDir: string): string {
  return join(stateDir, "sessions");
}

/**
 * What is stored of a session: one bounded read. Undefined if there is nothing, or if the file is
 * damaged or belongs to another session.
 */
export function readSession(stateDir: string, sessionId: string): StoredSession | undefined {
  const name = sessionFileName(sessionId);
  if (name === undefined) return undefined;
  const folder = sessionsDir(stateDir);
  const stored = readFile(join(folder, name));
  const own = stored?.sessionId === sessionId ? stored : undefined;
  const pending = readPending(join(folder, PENDING_FOLDER, name));
  const [first] = pending;
  if (first === undefined) return own;
  const folded = foldPending(own ?? emptySession(first.harness, sessionId), pending);
  // What stands in those files was not checked when it was read: the way of every other file checks it.
  return parseStoredSession(JSON.stringify(folded));
}

/**
 * Reads, folds and writes under the session's own lock, so that no update is lost. Where the lock is not
 * had in time the update is left beside the file: readers know it at once, and the next holder folds it
 * in. A damaged file counts as empty. Gives the reason when nothing could be written.
 */
export async function updateSession(update: SessionUpdate): Promise<Result<void>> {
  const { stateDir, harness, sessionId, facts, atMs } = update;
  const name = sessionFileName(sessionId);
  if (name === undefined) {
    return failed(`no state is kept for a session id of ${sessionId.length} characters`);
  }
  const folder = sessionsDir(stateDir);
  const pendingFolder = join(folder, PENDING_FOLDER, name);
  const written = await withLock(
    join(folder, LOCKS_FOLDER, `${name}.lock`),
    () => {
      const path = join(folder, name);
      const old = readFile(path);
      const before =
        old?.sessionId === sessionId ? knownBy(old, atMs) : emptySession(harness, sessionId);
      const pending = readPending(pendingFolder);
      const after = foldObserved(foldPending(before, pending), facts, atMs);
      const kept = writeWhole(path, `${JSON.stringify(after)}\n`, { durable: false });
      if (kept.ok) removePending(pendingFolder, pending);
      return kept;
    },
    { waitMs: LOCK_WAIT_MS },
  );
  if (!written.ok) return leavePending(pendingFolder, { harness, facts, atMs });
  pruneDaily(folder, join(folder, LOCKS_FOLDER), atMs);
  return written.value;
}

function foldPending(stored: StoredSession, pending: readonly PendingUpdate[]): StoredSession {
  return pending.reduce((before, { facts, atMs }) => foldObserved(before, facts, atMs), stored);
}

/**
 * The session with no observation in the future. Else a clock that was set back would make all that
 * follows look old, and a turn that has long ended would run until the clock is there again.
 */
function knownBy(stored: StoredSession, nowMs: number): StoredSession {
  const times = Object.entries(stored.observedAtMs);
  if (times.every(([, atMs]) => atMs <= nowMs + OVERTAKEN_MS)) return stored;
  const observedAtMs = times.map(([subject, atMs]) => [subject, Math.min(atMs, nowMs)]);
  return { ...stored, observedAtMs: Object.fromEntries(observedAtMs) };
}

function readFile(path: string): StoredSession | undefined {
  const read = readBounded(path, MAX_FILE_BYTES);
  if (!read.ok) return undefined;
  const stored = parseStoredSession(read.value);
  return stored === undefined || stored.sessionId.length > MAX_ID_UNITS ? undefined : stored;
}
