/**
 * Puts our status line and hooks into a `settings.json` of Claude Code, and takes them out again. Both
 * work under one lock, from what the file says now, and write it as a whole or not at all. An
 * installation that nobody touched since is removed by putting the old bytes back.
 */
import fs from "node:fs";
import { failed, ok, type Result } from "../../../base/result.ts";
import { withLock } from "../../../files/lock.ts";
import { missingFolders } from "../../../files/missing-folders.ts";
import { realTarget } from "../../../files/real-target.ts";
import { errorText } from "../../../files/system-error.ts";
import { clearLeftovers, writeRefusal, writeWhole } from "../../../files/write-whole.ts";
import {
  contentHash,
  type InstallRecord,
  readRecord,
  removeRecord,
  settingsLockFile,
  writeRecord,
} from "./install-record.ts";
import {
  type Edited,
  settingsSnippet,
  type Wanted,
  withOurs,
  withoutOurs,
} from "./settings-edit.ts";
import {
  decodeSettings,
  readSettingsFile,
  type SettingsContent,
  type SettingsScope,
} from "./settings-file.ts";

/** The settings file that is changed, and where its installation is noted. */
export interface SettingsTarget {
  /** Absolute; may be a link. */
  readonly file: string;
  readonly scope: SettingsScope;
  readonly stateDir: string;
}

/** What was done, or would be. */
export interface Installed extends Omit<Edited, "text"> {
  readonly changed: boolean;
  /** The text before (absent: no file) and after, without a byte order mark. */
  readonly before?: string;
  readonly after?: string;
}

/** Why nothing was changed, and what to add by hand where that is the way out. */
export interface Refusal {
  readonly reason: string;
  readonly snippet?: string;
}

/** A change takes a few milliseconds: who waits this long waits for a stopped process. */
const LOCK_WAIT_MS = 10_000;

/** Claude Code shares no lock with us: a change of its own between reading and writing is met anew. */
const MAX_ATTEMPTS = 5;

/** Settings may hold keys; those of a project are shared with everybody who has it. */
const NEW_FILE_MODES = { user: 0o600, local: 0o600, project: 0o644 } as const;

/** Puts ours in. Nothing is written if it is there already. */
export async function installInto(
  target: SettingsTarget,
  wanted: Wanted,
): Promise<Result<Installed, Refusal>> {
  const place = realPlace(target.file);
  if (!place.ok) return byHand(place.reason, wanted);
  return locked(target.stateDir, place.value, () =>
    repeated(() => installOnce(target, place.value, wanted)),
  );
}

/** What an installation would do; nothing is written. */
export function previewInstall(target: SettingsTarget, wanted: Wanted): Result<Installed, Refusal> {
  const place = realPlace(target.file);
  if (!place.ok) return byHand(place.reason, wanted);
  const record = readRecord(target.stateDir, place.value);
  const planned = planInstall(target.file, wanted, record);
  return planned.ok ? ok(planned.value.outcome) : planned;
}

/** Takes ours out, and nothing else. */
export async function uninstallFrom(target: SettingsTarget): Promise<Result<Installed, Refusal>> {
  const place = realPlace(target.file);
  if (!place.ok) return failed({ reason: place.reason });
  return locked(target.stateDir, place.value, () =>
    repeated(() => uninstallOnce(target, place.value)),
  );
}

/** What a removal would do; nothing is written. */
export function previewUninstall(target: SettingsTarget): Result<Installed, Refusal> {
  const place = realPlace(target.file);
  if (!place.ok) return failed({ reason: place.reason });
  const planned = planUninstall(target, place.value);
  return planned.ok ? ok(planned.value.outcome) : planned;
}

/** A reason with the way to do it without us. */
function byHand(reason: string, wanted: Wanted): Result<never, Refusal> {
  return failed({ reason, snippet: settingsSnippet(wanted) });
}

function realPlace(file: string): Result<string> {
  try {
    return ok(realTarget(file));
  } catch (error) {
    return failed(`cannot find ${file}: ${errorText(error)}`);
  }
}

async function locked(
  stateDir: string,
  realFile: string,
  body: () => Result<Installed, Refusal>,
): Promise<Result<Installed, Refusal>> {
  const tidied = () => {
    // A call that finds nothing to write would leave what a killed one began.
    clearLeftovers(realFile);
    return body();
  };
  const lockFile = settingsLockFile(stateDir, realFile);
  const done = await withLock(lockFile, tidied, { waitMs: LOCK_WAIT_MS });
  return done.ok ? done.value : failed({ reason: `${done.reason}; nothing was changed` });
}

/** Undefined from an attempt means that somebody else wrote in between. */
function repeated(
  attempt: () => Result<Installed, Refusal> | undefined,
): Result<Installed, Refusal> {
  for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
    const done = attempt();
    if (done !== undefined) return done;
  }
  return failed({ reason: "another program changes the file all the time; try again" });
}

interface Plan {
  readonly content: SettingsContent | undefined;
  readonly outcome: Installed;
  /** Absent: the file goes. */
  readonly bytes?: Uint8Array;
}

function planInstall(
  file: string,
  wanted: Wanted,
  record: InstallRecord | undefined,
): Result<Plan, Refusal> {
  const read = readSettingsFile(file);
  if (!read.ok) return byHand(read.reason, wanted);
  const { text = "", mark = "" } = read.value ?? {};
  const edited = withOurs(text, wanted, originalText(record));
  if (!edited.ok) {
    // Where a choice is missing, nothing has to be done by hand.
    const isChoice = /--(?:chain|replace)/.test(edited.reason);
    const reason = `${file} was not changed: ${edited.reason}`;
    return isChoice ? failed({ reason }) : byHand(reason, wanted);
  }
  const { text: after, ...rest } = edited.value;
  const changed = read.value === undefined || after !== text;
  const outcome = { ...rest, changed, after, ...before(read.value) };
  if (changed) {
    const refusal = writeRefusal(file);
    if (refusal !== undefined) return byHand(refusal.reason, wanted);
  }
  return ok({ content: read.value, outcome, bytes: new TextEncoder().encode(mark + after) });
}

function before(content: SettingsContent | undefined): { readonly before?: string } {
  return content === undefined ? {} : { before: content.text };
}

function installOnce(
  target: SettingsTarget,
  realFile: string,
  wanted: Wanted,
): Result<Installed, Refusal> | undefined {
  const { file, scope, stateDir } = target;
  const old = readRecord(stateDir, realFile);
  const planned = planInstall(file, wanted, old);
  if (!planned.ok) return planned;
  const { content, outcome, bytes } = planned.value;
  if (!outcome.changed || bytes === undefined) return ok(outcome);
  const record = nextRecord(realFile, content, bytes, old);
  const noted = writeRecord(stateDir, record);
  if (!noted.ok) {
    const reason = `${file} was not changed, as what stands there could not be kept: ${noted.reason}`;
    return failed({ reason });
  }
  if (!isStill(file, content)) return undefined;
  const mode = content === undefined ? { mode: NEW_FILE_MODES[scope] } : {};
  const written = writeWhole(file, bytes, mode);
  if (written.ok) return ok(outcome);
  removeFolders(record.madeFolders);
  if (old === undefined) removeRecord(stateDir, realFile);
  else writeRecord(stateDir, old);
  return byHand(written.reason, wanted);
}

/** What a removal will bring back. An untouched installation keeps the original that it has. */
function nextRecord(
  realFile: string,
  content: SettingsContent | undefined,
  bytes: Uint8Array,
  old: InstallRecord | undefined,
): InstallRecord {
  const hash = contentHash(bytes);
  if (old !== undefined && content !== undefined) {
    if (old.written.includes(contentHash(content.bytes))) {
      return { ...old, written: [...old.written, hash] };
    }
  }
  if (content === undefined) {
    // An installer that was cut off may have made the folders and nothing more.
    const earlier = old !== undefined && old.original === undefined ? old.madeFolders : [];
    const madeFolders = [...earlier, ...missingFolders(realFile)];
    return { file: realFile, madeFolders: [...new Set(madeFolders)], written: [hash] };
  }
  // Ours may be there from a time of which nothing is known, or with changes of the person.
  const bare = withoutOurs(content.text, originalText(old));
  const original = bare.ok
    ? new TextEncoder().encode(content.mark + bare.value.text)
    : content.bytes;
  return { file: realFile, original, madeFolders: [], written: [hash] };
}

function originalText(record: InstallRecord | undefined): string | undefined {
  return record?.original === undefined ? undefined : decodeSettings(record.original)?.text;
}

function planUninstall(target: SettingsTarget, realFile: string): Result<Plan, Refusal> {
  const { file, stateDir } = target;
  const read = readSettingsFile(file);
  if (!read.ok) return failed({ reason: read.reason });
  const content = read.value;
  if (content === undefined) {
    return ok({ content, outcome: { statusLine: "unchanged", hookChanges: 0, changed: false } });
  }
  const record = readRecord(stateDir, realFile);
  const edited = withoutOurs(content.text, originalText(record));
  if (record?.written.includes(contentHash(content.bytes)) === true) {
    // What the edit says is only used for words; the bytes are the old ones.
    const said = edited.ok ? edited.value : { statusLine: "removed" as const, hookChanges: 1 };
    return ok(planOf(content, said, record.original));
  }
  if (!edited.ok) {
    // A file that we could never write into holds nothing of ours, unless somebody put it there.
    if (!/telltale/i.test(content.text)) {
      return ok(planOf(content, { statusLine: "unchanged", hookChanges: 0 }, content.bytes));
    }
    return failed({ reason: `${file} was not changed: ${edited.reason}` });
  }
  const emptied =
    record !== undefined && record.original === undefined && isEmpty(edited.value.text);
  const bytes = new TextEncoder().encode(content.mark + edited.value.text);
  return ok(planOf(content, edited.value, emptied ? undefined : bytes));
}

function planOf(
  content: SettingsContent,
  said: Pick<Edited, "statusLine" | "hookChanges">,
  bytes: Uint8Array | undefined,
): Plan {
  const changed = bytes === undefined || !same(bytes, content.bytes);
  const after = bytes === undefined ? undefined : decodeSettings(bytes)?.text;
  const { statusLine, hookChanges } = said;
  const outcome = { statusLine, hookChanges, changed, before: content.text };
  return {
    content,
    outcome: after === undefined ? outcome : { ...outcome, after },
    ...(bytes === undefined ? {} : { bytes }),
  };
}

function isEmpty(text: string): boolean {
  return /^\s*\{\s*\}\s*$/.test(text);
}

function uninstallOnce(
  target: SettingsTarget,
  realFile: string,
): Result<Installed, Refusal> | undefined {
  const { file, stateDir } = target;
  const planned = planUninstall(target, realFile);
  if (!planned.ok) return planned;
  const { content, outcome, bytes } = planned.value;
  const folders = readRecord(stateDir, realFile)?.madeFolders ?? [];
  if (outcome.changed) {
    if (!isStill(file, content)) return undefined;
    const done = bytes === undefined ? removeFile(file, realFile) : writeWhole(file, bytes);
    if (!done.ok) return failed({ reason: done.reason });
  }
  if (bytes === undefined) removeFolders(folders);
  removeRecord(stateDir, realFile);
  return ok(outcome);
}

/** Whether the file holds what was read. */
function isStill(file: string, content: SettingsContent | undefined): boolean {
  const now = readSettingsFile(file);
  if (!now.ok) return false;
  if (now.value === undefined || content === undefined) return now.value === content;
  return same(now.value.bytes, content.bytes);
}

function same(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}

/** The target goes, a link to it stays. */
function removeFile(file: string, realFile: string): Result<undefined> {
  const refusal = writeRefusal(file);
  if (refusal !== undefined) return failed(refusal.reason);
  try {
    fs.unlinkSync(realFile);
    return ok(undefined);
  } catch (error) {
    return failed(`cannot remove ${file}: ${errorText(error)}`);
  }
}

/** Takes away folders that were made for the file, as far as nothing else came into them. */
function removeFolders(folders: readonly string[]): void {
  try {
    for (const folder of folders.toReversed()) fs.rmdirSync(folder);
  } catch {
    // Somebody uses it by now.
  }
}
