/**
 * One writer of a config at a time, across processes. A change is worked out first, so that a call which is
 * refused or has nothing to write leaves no trace; then once more under the lock, from what is there by then.
 */
import fs from "node:fs";
import { dirname } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";
import { withLockSync } from "../../files/lock.ts";
import { realTarget } from "../../files/real-target.ts";
import { configLock } from "../store/store-paths.ts";
import { refusalOf, type WorkingFile, writeFiles } from "./working-file.ts";

/** What others wait for is some files, or a program that registers a server in a second or two. */
const LOCK_WAIT_MS = 60_000;

/** What is to be written, and what is told afterwards. */
export interface Change<T> {
  readonly answer: T;
  /** Those that change, in the order in which they are written. */
  readonly files: readonly WorkingFile[];
  /** Of new files. */
  readonly mode: number;
  /** Programs of others that have to do their part before. */
  readonly programs?: {
    /** Why they cannot; looked at before anything is written. */
    readonly fault: () => string | undefined;
    readonly run: () => Result<undefined>;
  };
}

/** The config that a change is about; absolute. */
export interface ConfigWriter {
  readonly config: string;
  /** The person's own; without it there is no place for a lock, and none is taken. */
  readonly stateDir?: string | undefined;
}

/** Carries out what `plan` works out, which may be asked twice. */
export function writeAlone<T>(writer: ConfigWriter, plan: () => Result<Change<T>>): Result<T> {
  const first = refused(plan());
  if (!first.ok) return first;
  const { files, programs, answer } = first.value;
  if (files.length === 0 && programs === undefined) return ok(answer);
  return underLock(writer, () => {
    const change = refused(plan());
    if (!change.ok) return change;
    const ran = change.value.programs?.run();
    if (ran?.ok === false) return ran;
    const written = writeFiles(change.value.files, change.value.mode);
    return written.ok ? ok(change.value.answer) : written;
  });
}

/** The change, if nothing stands against it already. */
function refused<T>(change: Result<Change<T>>): Result<Change<T>> {
  if (!change.ok) return change;
  const reason = refusalOf(change.value.files) ?? change.value.programs?.fault();
  return reason === undefined ? change : failed(reason);
}

function underLock<T>(writer: ConfigWriter, body: () => Result<T>): Result<T> {
  const lockFile = lockFileOf(writer);
  if (lockFile === undefined) return body();
  const done = withLockSync(lockFile, body, { waitMs: LOCK_WAIT_MS });
  return done.ok ? done.value : failed(`${done.reason}; nothing was changed`);
}

/** Undefined where none can be made, as with a home that is closed to us: a config may still be written. */
function lockFileOf({ config, stateDir }: ConfigWriter): string | undefined {
  if (stateDir === undefined) return undefined;
  try {
    const lockFile = configLock(stateDir, realTarget(config));
    fs.mkdirSync(dirname(lockFile), { recursive: true, mode: 0o700 });
    fs.accessSync(dirname(lockFile), fs.constants.W_OK);
    return lockFile;
  } catch {
    return undefined;
  }
}
