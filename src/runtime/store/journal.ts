/**
 * The journal of a session: a file of JSON lines, each an event, or at its beginning the session as a
 * whole (`snapshot`) with what stood before it left out. An event is written before anybody hears of
 * it, so what a killed process has said is on the disk; what must outlast a power cut is flushed too.
 */
import fs from "node:fs";
import { failed, ok, type Result } from "../../base/result.ts";
import { errorText } from "../../files/system-error.ts";
import { writeWhole } from "../../files/write-whole.ts";
import type { SessionEvent } from "../../wire/runtime/event.ts";
import type { SessionState } from "../../wire/runtime/state.ts";
import type { PromptFates } from "./prompt-fates.ts";
import type { SessionFolder } from "./session-folder.ts";

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** A journal is written anew when it is larger; replaying so much takes a quarter of a second. */
export const MAX_JOURNAL_BYTES = 8 * 1024 * 1024;
/** A snapshot that is itself large would else be written again and again. */
const GROWTH_BEFORE_REWRITE = 4;

export interface Journal {
  /** Adds an event; `flushed`: returns when it is on the disk. On failure nothing of it counts. */
  readonly append: (line: string, how: "written" | "flushed") => Result<void>;
  /** Puts the session as a whole in the place of all lines, flushed. */
  readonly rewrite: (state: SessionState, fates: PromptFates) => Result<void>;
  /** It has grown enough to be written anew. */
  readonly isLarge: () => boolean;
  /** Flushes what is written, without waiting for it. */
  readonly flushSoon: () => void;
  readonly close: () => void;
}

/** The text of the line of an event. */
export function eventLine(event: SessionEvent): string {
  return JSON.stringify(event);
}

function snapshotLine(state: SessionState, fates: PromptFates): string {
  return JSON.stringify({ snapshot: state, prompts: [...fates] });
}

/** Opens the journal for appending at `endBytes`; what stands after it is cut off. */
export function openJournal(folder: SessionFolder, endBytes: number): Result<Journal> {
  try {
    fs.mkdirSync(folder.path, { recursive: true, mode: FOLDER_MODE });
    const fd = openAt(folder.journal, endBytes);
    return ok(journalOn(folder, fd, endBytes));
  } catch (error) {
    return failed(`cannot open ${folder.journal}: ${errorText(error)}`);
  }
}

function openAt(path: string, endBytes: number): number {
  const fd = fs.openSync(path, "a", FILE_MODE);
  if (fs.fstatSync(fd).size > endBytes) fs.ftruncateSync(fd, endBytes);
  return fd;
}

function journalOn(folder: SessionFolder, firstFd: number, endBytes: number): Journal {
  let fd: number | undefined = firstFd;
  let sizeBytes = endBytes;
  let largeBytes = MAX_JOURNAL_BYTES;
  let flushing = false;
  /** Part of a line that failed stands behind `sizeBytes`, as it could not be cut off either. */
  let isTorn = false;
  const missing = (): Result<never> => failed(`${folder.journal} is closed`);
  return {
    append(line, how) {
      if (fd === undefined) return missing();
      const bytes = new TextEncoder().encode(`${line}\n`);
      isTorn = isTorn && !cutOff(fd, sizeBytes);
      const written = isTorn ? failed(TORN) : appendBytes(fd, bytes, how);
      // The path is long, and a notice is cut at its end.
      if (!written.ok) {
        isTorn = !cutOff(fd, sizeBytes);
        return failed(`${written.reason}, for ${folder.journal}`);
      }
      sizeBytes += bytes.length;
      return ok(undefined);
    },
    rewrite(state, fates) {
      // Somebody else may own the session by now.
      if (fd === undefined) return missing();
      const bytes = new TextEncoder().encode(`${snapshotLine(state, fates)}\n`);
      const written = writeWhole(folder.journal, bytes, { mode: FILE_MODE });
      if (!written.ok) return failed(written.reason);
      try {
        const next = fs.openSync(folder.journal, "a", FILE_MODE);
        fs.closeSync(fd);
        fd = next;
      } catch (error) {
        return failed(`cannot open ${folder.journal}: ${errorText(error)}`);
      }
      sizeBytes = bytes.length;
      isTorn = false;
      largeBytes = Math.max(MAX_JOURNAL_BYTES, bytes.length * GROWTH_BEFORE_REWRITE);
      return ok(undefined);
    },
    isLarge: () => sizeBytes > largeBytes,
    flushSoon() {
      if (fd === undefined || flushing) return;
      flushing = true;
      fs.fdatasync(fd, () => {
        flushing = false;
      });
    },
    close() {
      if (fd === undefined) return;
      const open = fd;
      fd = undefined;
      if (isTorn) cutOff(open, sizeBytes);
      try {
        fs.fdatasyncSync(open);
        fs.closeSync(open);
      } catch {
        // What was written stays written; a full disk was reported when it was met.
      }
    },
  };
}

const TORN = "a line that was written by half cannot be cut off";

/** On failure part of the line may stand in the file. */
function appendBytes(fd: number, bytes: Uint8Array, how: "written" | "flushed"): Result<void> {
  try {
    let at = 0;
    while (at < bytes.length) {
      const count = fs.writeSync(fd, bytes, at, bytes.length - at, null);
      if (count === 0) throw Object.assign(new Error("nothing written"), { code: "ENOSPC" });
      at += count;
    }
    if (how === "flushed") fs.fdatasyncSync(fd);
    return ok(undefined);
  } catch (error) {
    return failed(errorText(error));
  }
}

/** Whether nothing stands behind `sizeBytes` any more. */
function cutOff(fd: number, sizeBytes: number): boolean {
  try {
    fs.ftruncateSync(fd, sizeBytes);
    return true;
  } catch {
    return false;
  }
}
