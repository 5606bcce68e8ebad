/**
 * What one call of the status line leaves for the next: per session the last good output of the
 * command. Each session has up to three files below `custom-command/` in the cache folder, all 0600:
 * `.json` (the entry), `.lock` (empty), `.run` (the process of a run under way, see `leftover.ts`).
 */
import fs from "node:fs";
import { join } from "node:path";
import { asRecord } from "../../base/shape.ts";
import { withLock } from "../../files/lock.ts";
import { readBounded } from "../../files/read-bounded.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { STDOUT_MAX_UNITS } from "./limits.ts";

/** Whose output it is. Output is shown only to an equal one. */
export interface Owner {
  /** Absent when the line is drawn with no session, by hand or in tmux. */
  readonly sessionId?: string;
  readonly cwd: string;
  /** The command as configured; only a hash of it is written, as it may hold secrets. */
  readonly command: string;
}

/** What is remembered of a session. */
export interface Entry {
  readonly cwd: string;
  readonly commandHash: string;
  /** Absent until a run succeeded; may be empty, which hides the item. */
  readonly stdout?: string;
}

/** The files of one session. */
export interface SessionFiles {
  readonly entry: string;
  readonly lock: string;
  readonly run: string;
}

const ENTRY_FORMAT = 1;
/** The longest output with every character escaped, a long path and a long id: 200 KB at most. */
const ENTRY_MAX_BYTES = 262_144;
/** Sessions remembered. Nobody has more open; older ones lose only what is shown if a run fails. */
const MAX_SESSIONS = 64;

/** The files of the owner's session. Its id comes from outside and is never part of a path. */
export function sessionFiles(cacheDir: string, owner: Owner): SessionFiles {
  return filesOf(cacheDir, sessionKey(owner));
}

/** The files for the earlier status line that is shown below ours in a session; no entry is kept. */
export function chainedFiles(
  cacheDir: string,
  owner: Pick<Owner, "sessionId" | "cwd">,
): Omit<SessionFiles, "entry"> {
  return filesOf(cacheDir, ["chained", ...sessionKey(owner)]);
}

/** Without a session the directory stands for it, so that two panes do not fight for one entry. */
function sessionKey({ sessionId, cwd }: Pick<Owner, "sessionId" | "cwd">): readonly string[] {
  return sessionId === undefined ? ["cwd", cwd] : ["session", sessionId];
}

function filesOf(cacheDir: string, key: readonly string[]): SessionFiles {
  const stem = join(cacheDir, "custom-command", hash(JSON.stringify(key)));
  return { entry: `${stem}.json`, lock: `${stem}.lock`, run: `${stem}.run` };
}

/** The entry of the owner's session, perhaps of another directory or command; absent if unusable. */
export function readEntry(files: SessionFiles, owner: Owner): Entry | undefined {
  const text = readBounded(files.entry, ENTRY_MAX_BYTES);
  if (!text.ok) return undefined;
  try {
    const raw = asRecord(JSON.parse(text.value));
    if (raw?.format !== ENTRY_FORMAT || raw.sessionId !== (owner.sessionId ?? null))
      return undefined;
    const { cwd, commandHash, stdout } = raw;
    if (typeof cwd !== "string" || typeof commandHash !== "string") return undefined;
    if (stdout === undefined) return { cwd, commandHash };
    if (typeof stdout !== "string" || stdout.length > STDOUT_MAX_UNITS) return undefined;
    return { cwd, commandHash, stdout };
  } catch {
    return undefined;
  }
}

/** Whether the entry was made for this directory and command. */
export function belongsTo(entry: Entry, owner: Owner): boolean {
  return entry.cwd === owner.cwd && entry.commandHash === hash(owner.command);
}

/**
 * Remembers the outcome of a run; without `stdout` only that there was one. Gives a reason if it
 * could not be written. Call with the session's lock held.
 */
export async function writeEntry(
  files: SessionFiles,
  owner: Owner,
  stdout: string | undefined,
): Promise<string | undefined> {
  const isNew = !fs.existsSync(files.entry);
  const text = JSON.stringify({
    format: ENTRY_FORMAT,
    sessionId: owner.sessionId ?? null,
    cwd: owner.cwd,
    commandHash: hash(owner.command),
    stdout,
  });
  const written = writeWhole(files.entry, text, { mode: 0o600, durable: false });
  if (!written.ok) return written.reason;
  if (isNew) await forgetOldSessions(join(files.entry, ".."));
  return undefined;
}

/** Removes the files of the sessions longest unused, beyond those remembered. */
export async function forgetOldSessions(folder: string): Promise<void> {
  const lastUsedMs = new Map<string, number>();
  try {
    for (const name of fs.readdirSync(folder)) {
      const stem = /^([0-9a-z]+)\.(?:json|lock|run)$/.exec(name)?.[1];
      if (stem === undefined) continue;
      const { mtimeMs } = fs.statSync(join(folder, name));
      lastUsedMs.set(stem, Math.max(mtimeMs, lastUsedMs.get(stem) ?? 0));
    }
  } catch {
    // Another call is cleaning up too.
    return;
  }
  const oldest = [...lastUsedMs].sort((a, b) => a[1] - b[1]).map(([stem]) => stem);
  for (const stem of oldest.slice(0, Math.max(0, oldest.length - MAX_SESSIONS))) {
    // Under its lock: a run of that session may be under way.
    const lock = join(folder, `${stem}.lock`);
    await withLock(lock, () => removeAll(folder, stem), { waitMs: 0 });
  }
}

function removeAll(folder: string, stem: string): void {
  for (const ending of ["json", "run", "lock"]) {
    fs.rmSync(join(folder, `${stem}.${ending}`), { force: true });
  }
}

function hash(text: string): string {
  return Bun.hash(text).toString(36);
}
