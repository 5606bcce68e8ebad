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
 * Hooks of one session come in bursts (parallel tools). Each holds the lock for about a millisecond, but
 * a machine under heavy load can hold twenty of them up for two seconds. A harness waits for its hooks,
 * so this is also the longest that we can delay it.
 */
const LOCK_WAIT_MS = 5000;

const LOCKS_FOLDER = "locks";

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
  const stored = readFile(join(sessionsDir(stateDir), name));
  return stored?.sessionId === sessionId ? stored : undefined;
}

/**
 * Reads, folds and writes under the session's own lock, so that no update is lost. A damaged file
 * counts as empty. Gives the reason when nothing could be written; the old file then stands.
 */
export async function updateSession(update: SessionUpdate): Promise<Result<void>> {
  const { stateDir, harness, sessionId, facts, atMs } = update;
  const name = sessionFileName(sessionId);
  if (name === undefined) {
    return failed(`no state is kept for a session id of ${sessionId.length} characters`);
  }
  const folder = sessionsDir(stateDir);
  const written = await withLock(
    join(folder, LOCKS_FOLDER, `${name}.lock`),
    () => {
      const path = join(folder, name);
      const old = readFile(path);
      const before =
        old?.sessionId === sessionId ? knownBy(old, atMs) : emptySession(harness, sessionId);
      const after = foldObserved(before, facts, atMs);
      return writeWhole(path, `${JSON.stringify(after)}\n`, { durable: false });
    },
    { waitMs: LOCK_WAIT_MS },
  );
  if (written.ok) pruneDaily(folder, join(folder, LOCKS_FOLDER), atMs);
  return written.ok ? written.value : written;
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
