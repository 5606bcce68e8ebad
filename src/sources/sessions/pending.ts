/**
 * Updates of a session that could not wait for its lock: one file each, beside the session's own. The
 * next holder of the lock folds them in and removes them; until then readers fold them themselves.
 */
import fs from "node:fs";
import { join } from "node:path";
import { failed, type Result } from "../../base/result.ts";
import { asCount, asRecord, asText } from "../../base/shape.ts";
import { readBounded } from "../../files/read-bounded.ts";
import { writeWhole } from "../../files/write-whole.ts";
import type { Fact } from "../../status/facts/fact.ts";

/** Facts of a harness that were all observed at one time, and the file that holds them. */
export interface PendingUpdate {
  readonly harness: string;
  readonly facts: readonly Fact[];
  readonly atMs: number;
  readonly path: string;
}

/** One hook's facts have a few kilobytes. */
const MAX_FILE_BYTES = 256 * 1024;

/** More wait only where the lock can never be had, and then they must not fill the disk. */
const MAX_PENDING = 500;

/** Leaves an update for the next holder of the lock. */
export function leavePending(folder: string, update: Omit<PendingUpdate, "path">): Result<void> {
  if (namesIn(folder).length >= MAX_PENDING) {
    return failed(`${MAX_PENDING} updates wait in ${folder}; remove it`);
  }
  const unique = Math.random().toString(36).slice(2);
  const { harness, facts, atMs } = update;
  const path = join(folder, `${atMs}-${process.pid}-${unique}.json`);
  return writeWhole(path, JSON.stringify({ harness, atMs, facts }), { durable: false });
}

/** What was left, the oldest observation first. Files that are none of ours are passed over. */
export function readPending(folder: string): readonly PendingUpdate[] {
  return namesIn(folder)
    .slice(0, MAX_PENDING)
    .flatMap((name) => parsePending(join(folder, name)) ?? [])
    .sort((a, b) => a.atMs - b.atMs);
}

/** Removes updates that have been folded in, and the folder when it is empty. */
export function removePending(folder: string, updates: readonly PendingUpdate[]): void {
  if (updates.length === 0) return;
  try {
    for (const { path } of updates) fs.rmSync(path, { force: true });
    fs.rmdirSync(folder);
  } catch {
    // Another update has come, or it was removed meanwhile: the next holder looks again.
  }
}

/** Looks before it lists: nearly always there is no such folder, and a failed call costs more. */
function namesIn(folder: string): readonly string[] {
  try {
    if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
    return fs.readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    return [];
  }
}

function parsePending(path: string): PendingUpdate | undefined {
  const read = readBounded(path, MAX_FILE_BYTES);
  if (!read.ok) return undefined;
  try {
    const raw = asRecord(JSON.parse(read.value));
    const atMs = asCount(raw?.atMs);
    const harness = asText(raw?.harness);
    if (atMs === undefined || harness === undefined || !Array.isArray(raw?.facts)) return undefined;
    const facts = raw.facts.filter((fact) => typeof asRecord(fact)?.kind === "string");
    return { harness, facts: facts as Fact[], atMs, path };
  } catch {
    return undefined;
  }
}
