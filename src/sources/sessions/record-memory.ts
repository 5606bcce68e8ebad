/**
 * The number of a session's record between two renders, each of which is a process of its own. It is
 * state and no cache: a number that was published must not come again for something else.
 */
import { join } from "node:path";
import { asCount, asRecord, asText, known } from "../../base/shape.ts";
import { withLock } from "../../files/lock.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { advanceRecord, type RecordMemory } from "../../status/automation-record.ts";
import type { Snapshot } from "../../status/snapshot.ts";
import { readMemory } from "./memory-file.ts";
import { pruneDaily } from "./prune.ts";
import { sessionFileName } from "./session-file-name.ts";

/** A number, some counts and three ids, each of a few thousand characters at most. */
const MAX_FILE_BYTES = 64 * 1024;

/**
 * Two renders of one session meet seldom, and each holds the lock for about a millisecond; a machine on
 * which that takes longer may still wait, as a number that comes twice misleads a script.
 */
const LOCK_WAIT_MS = 1000;

const LOCKS_FOLDER = "locks";

/** Where numbers are kept and when it is. */
export interface RecordStore {
  readonly stateDir: string;
  readonly nowMs: number;
}

/** A number, and why it could not be kept. */
export interface NumberedRecord {
  readonly seq: number;
  readonly reason?: string;
}

/**
 * The number under which the snapshot is published now. As long as nothing changes that is one read;
 * a change is numbered and kept under a lock of the session's own, so that two renders at once never
 * give one number to two records. Where it cannot be kept, the number that it would have had.
 */
export async function numberRecord(
  store: RecordStore,
  snapshot: Snapshot,
): Promise<NumberedRecord> {
  const sessionId = snapshot.session?.id;
  const name = sessionId === undefined ? undefined : sessionFileName(sessionId);
  if (sessionId === undefined || name === undefined) return { seq: 0 };
  const folder = join(store.stateDir, "records");
  const path = join(folder, name);
  const before = readRecordMemory(path, sessionId);
  const { seq, said } = advanceRecord(before, snapshot).memory;
  if (before?.said === said) return { seq };
  const numbered = await withLock(
    join(folder, LOCKS_FOLDER, `${name}.lock`),
    () => {
      const { memory } = advanceRecord(readRecordMemory(path, sessionId), snapshot);
      const kept = writeWhole(path, `${JSON.stringify(memory)}\n`, { durable: false });
      return { seq: memory.seq, kept };
    },
    { waitMs: LOCK_WAIT_MS },
  );
  if (!numbered.ok) return { seq, reason: numbered.reason };
  const { kept } = numbered.value;
  if (!kept.ok) return { seq: numbered.value.seq, reason: kept.reason };
  pruneDaily(folder, join(folder, LOCKS_FOLDER), store.nowMs);
  return { seq: numbered.value.seq };
}

function readRecordMemory(path: string, sessionId: string): RecordMemory | undefined {
  const raw = asRecord(readMemory(path, MAX_FILE_BYTES));
  const seq = asCount(raw?.seq);
  const said = asText(raw?.said);
  if (raw?.sessionId !== sessionId || said === undefined || !Number.isSafeInteger(seq)) {
    return undefined;
  }
  return known({ sessionId, seq: seq ?? 0, said });
}
