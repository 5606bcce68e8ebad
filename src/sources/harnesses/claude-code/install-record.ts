/**
 * What an installation notes for its removal: the bytes before it, and by which bytes it is known that
 * nobody changed the file since. One file for each settings file, `<state dir>/installs/<name>.json`,
 * 0600, as settings may hold keys.
 */
import fs from "node:fs";
import { join } from "node:path";
import { asRecord, asText, asTexts } from "../../../base/shape.ts";
import { readBounded } from "../../../files/read-bounded.ts";
import { clearLeftovers, type WriteResult, writeWhole } from "../../../files/write-whole.ts";
import { MAX_SETTINGS_BYTES } from "./settings-file.ts";

const VERSION = 1;

/** Base64 takes four bytes for three; the rest is some paths and hashes. */
const MAX_RECORD_BYTES = 2 * MAX_SETTINGS_BYTES;

/** Contents that count as ours; more than the runs of an installer that can be cut off in a row. */
const MAX_WRITTEN = 8;

/** 80 bits: no two paths share a name. */
const NAME_CHARACTERS = 20;

/** One installation. */
export interface InstallRecord {
  /** The settings file, links followed. */
  readonly file: string;
  /** Absent: there was no file. */
  readonly original?: Uint8Array;
  /** Folders that were made for it, the outermost first. */
  readonly madeFolders: readonly string[];
  /** Hashes of what installations of this original wrote, the newest last. */
  readonly written: readonly string[];
}

/** Name for a settings file in the state folder; the same for a link and its target. */
function recordName(realFile: string): string {
  return contentHash(new TextEncoder().encode(realFile)).slice(0, NAME_CHARACTERS);
}

function recordFile(stateDir: string, realFile: string): string {
  return join(stateDir, "installs", `${recordName(realFile)}.json`);
}

/** The lock that all who change a settings file share. */
export function settingsLockFile(stateDir: string, realFile: string): string {
  return join(stateDir, "locks", `settings-${recordName(realFile)}.lock`);
}

export function contentHash(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}

/** The record of a settings file; undefined if there is none that can be trusted. */
export function readRecord(stateDir: string, realFile: string): InstallRecord | undefined {
  const read = readBounded(recordFile(stateDir, realFile), MAX_RECORD_BYTES);
  if (!read.ok) return undefined;
  let value: Readonly<Record<string, unknown>> | undefined;
  try {
    value = asRecord(JSON.parse(read.value));
  } catch {
    return undefined;
  }
  const written = asTexts(value?.written);
  if (value?.v !== VERSION || asText(value.file) !== realFile || written === undefined) {
    return undefined;
  }
  const { original } = value;
  if (typeof original !== "string" && original !== null) return undefined;
  const madeFolders = asTexts(value.madeFolders) ?? [];
  const base = { file: realFile, madeFolders, written };
  return original === null ? base : { ...base, original: Buffer.from(original, "base64") };
}

/** Writes the record before the settings are written: nothing may happen that cannot be taken back. */
export function writeRecord(stateDir: string, record: InstallRecord): WriteResult {
  const { file, original, madeFolders, written } = record;
  const content = {
    v: VERSION,
    file,
    original: original === undefined ? null : Buffer.from(original).toString("base64"),
    madeFolders,
    written: written.slice(-MAX_WRITTEN),
  };
  return writeWhole(recordFile(stateDir, file), `${JSON.stringify(content)}\n`, { mode: 0o600 });
}

/** Also takes away what a killed writer of it left. Nothing happens if there is none. */
export function removeRecord(stateDir: string, realFile: string): void {
  const file = recordFile(stateDir, realFile);
  clearLeftovers(file);
  try {
    fs.rmSync(file, { force: true });
  } catch {
    // A record without an installation does no harm: it is only used for the bytes that it names.
  }
}
