/** Work under a lock of the store, and faults of the store as what its callers expect. */
import { withLockSync } from "../../files/lock.ts";
import { type WriteOptions, writeWhole } from "../../files/write-whole.ts";
import { WorkflowError } from "../engine/ports.ts";

/**
 * A lock is held for a few milliseconds. Who waits so long stands behind hundreds of others, or behind
 * a disk that does not answer.
 */
const LOCK_WAIT_MS = 30_000;

export function storeFault(message: string): WorkflowError {
  return new WorkflowError("store", message);
}

/** What `body` gives, with no other process in it. Throws `WorkflowError`, also that of `body`. */
export function locked<T>(lockFile: string, body: () => T): T {
  let thrown: unknown;
  const result = withLockSync(
    lockFile,
    () => {
      try {
        return { value: body() };
      } catch (error) {
        thrown = error;
        return undefined;
      }
    },
    { waitMs: LOCK_WAIT_MS },
  );
  if (!result.ok) throw storeFault(result.reason);
  if (result.value === undefined) throw thrown;
  return result.value.value;
}

/** Replaces a file of the store, without waiting for the disk. Throws `WorkflowError`. */
export function writeRecord(path: string, text: string, tempFolder: string): void {
  const options: WriteOptions = { durable: false, tempFolder };
  const written = writeWhole(path, text, options);
  if (!written.ok) throw storeFault(written.reason);
}

/** Pretty JSON, as people look into these files. */
export function recordText(record: object): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}
