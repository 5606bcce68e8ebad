/** One runtime owns a session at a time: a lock that the system drops with its holder. */
import fs from "node:fs";
import { failed, ok, type Result } from "../../base/result.ts";
import { asCount, asRecord } from "../../base/shape.ts";
import { withLock } from "../../files/lock.ts";
import { readBounded } from "../../files/read-bounded.ts";
import { writeWhole } from "../../files/write-whole.ts";
import type { SessionFolder } from "./session-folder.ts";

/** A runtime that ends lets go within this time; who takes longer still owns the session. */
const LOCK_WAIT_MS = 300;
/** `{"pid":4194304}` and nothing else. */
const OWNER_MAX_BYTES = 200;

export interface SessionLock {
  /** Resolves when another one can take it. */
  readonly release: () => Promise<void>;
}

/** Takes the session, or says which process has it. */
export async function lockSession(folder: SessionFolder): Promise<Result<SessionLock>> {
  const taken = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = withLock(
    folder.lock,
    async () => {
      taken.resolve();
      await released.promise;
    },
    { waitMs: LOCK_WAIT_MS },
  );
  const refusal = await Promise.race([taken.promise.then(() => undefined), holding]);
  if (refusal !== undefined)
    return failed(refusal.ok ? "the lock was let go" : owned(folder, refusal.reason));
  // For the message of who comes second; without it the message only says less.
  writeWhole(folder.owner, JSON.stringify({ pid: process.pid }), { durable: false });
  return ok({
    async release() {
      released.resolve();
      await holding;
    },
  });
}

function owned(folder: SessionFolder, reason: string): string {
  if (!reason.startsWith("another process holds")) return reason;
  const pid = ownerPid(folder);
  if (pid === process.pid) return "this session is open in this process already";
  const who = pid === undefined ? "another process" : `the process ${pid}`;
  return `this session is open in ${who}; close it there first`;
}

function ownerPid(folder: SessionFolder): number | undefined {
  const text = readBounded(folder.owner, OWNER_MAX_BYTES);
  if (!text.ok) return undefined;
  try {
    return asCount(asRecord(JSON.parse(text.value))?.["pid"]);
  } catch {
    return undefined;
  }
}

/** Takes an empty session's folder away. Its lock must have been released. Never throws. */
export function removeSession(folder: SessionFolder): void {
  try {
    fs.rmSync(folder.path, { recursive: true, force: true });
  } catch {
    // It is listed as an empty session then.
  }
}
