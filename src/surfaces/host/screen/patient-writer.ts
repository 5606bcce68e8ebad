/**
 * Writes to a descriptor that does not block: what it does not take now is kept in order, and who writes is
 * told when all of it has gone.
 */
import { writeSync } from "node:fs";

export interface PatientWriterEvents {
  /** Nothing can be written any more. */
  readonly onGone: () => void;
  /** Something had to wait, and all that was given has been written. */
  readonly onDrain: () => void;
}

/** A terminal that took something is asked again after this: it draws, and is done with a few kilobytes at once. */
const FIRST_RETRY_MS = 1;
/** One that took nothing is asked twice as late each time, up to this. */
const RETRY_MS = 16;
/** One that takes nothing for this long (stopped, a dead line) is no reason to keep more pictures. */
const BACKLOG_CAP_BYTES = 4_000_000;
/** A second for a terminal that is slow at the end. */
const LAST_TRIES = 100;

/** A writer that holds a timer only while something waits. */
export function patientWriter(fd: number, { onGone, onDrain }: PatientWriterEvents) {
  let waiting: Uint8Array = new Uint8Array();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isGone = false;
  let retryMs = FIRST_RETRY_MS;
  const push = (): void => {
    while (waiting.length > 0 && !isGone) {
      try {
        waiting = waiting.subarray(writeSync(fd, waiting));
        retryMs = FIRST_RETRY_MS;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === "EINTR") continue;
        if (code === "EAGAIN") {
          timer = setTimeout(later, retryMs);
          retryMs = Math.min(RETRY_MS, retryMs * 2);
          return;
        }
        isGone = true;
        waiting = new Uint8Array();
        queueMicrotask(onGone);
      }
    }
  };
  const later = (): void => {
    timer = undefined;
    push();
    if (waiting.length === 0 && !isGone) onDrain();
  };
  return {
    isBusy: () => waiting.length > 0 || isGone,
    write(text: string): void {
      if (isGone || text === "" || waiting.length > BACKLOG_CAP_BYTES) return;
      const bytes = new TextEncoder().encode(text);
      waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes]);
      if (timer === undefined) push();
    },
    /** The last words before somebody else has the terminal: what waits before them is tried once. */
    writeNow(text: string): void {
      clearTimeout(timer);
      push();
      clearTimeout(timer);
      timer = undefined;
      waiting = new Uint8Array();
      if (isGone) return;
      const bytes = new TextEncoder().encode(text);
      for (let at = 0, tries = 0; at < bytes.length && tries < LAST_TRIES; tries++) {
        try {
          at += writeSync(fd, bytes, at);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
          Bun.sleepSync(RETRY_MS);
        }
      }
    },
    close(): void {
      clearTimeout(timer);
      timer = undefined;
      isGone = true;
    },
  };
}
