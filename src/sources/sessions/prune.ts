/** Removal of old session files: at most once a day, so that the hot path does not list a folder. */
import fs from "node:fs";
import { join } from "node:path";
import { writeWhole } from "../../files/write-whole.ts";

const DAY_MS = 86_400_000;

/** A session that was silent for so long is not resumed as "what is running now". */
const MAX_AGE_MS = 30 * DAY_MS;

/** More sessions than anybody looks at; keeps the folder quick to list. */
const MAX_FILES = 500;

/** Its time of change says when the folder was last looked through. */
const MARKER = ".pruned";

/**
 * Removes files of `folder` that are older than 30 days and the oldest beyond 500, each with its lock
 * in `locksFolder` (`<name>.lock`). Does nothing if that was done within a day before `nowMs`. Never
 * throws.
 */
export function pruneDaily(folder: string, locksFolder: string | undefined, nowMs: number): void {
  const marker = join(folder, MARKER);
  try {
    const last = fs.statSync(marker, { throwIfNoEntry: false });
    if (last !== undefined && Math.abs(nowMs - last.mtimeMs) < DAY_MS) return;
    // Marked first: of many processes at once, one lists the folder.
    if (!writeWhole(marker, "", { durable: false }).ok) return;
    fs.utimesSync(marker, nowMs / 1000, nowMs / 1000);
    prune(folder, locksFolder, nowMs);
  } catch {
    // An old file more does no harm.
  }
}

function prune(folder: string, locksFolder: string | undefined, nowMs: number): void {
  const files: { name: string; changedMs: number }[] = [];
  for (const name of fs.readdirSync(folder)) {
    if (!name.endsWith(".json")) continue;
    const stat = fs.lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (stat?.isFile()) files.push({ name, changedMs: stat.mtimeMs });
  }
  files.sort((a, b) => b.changedMs - a.changedMs);
  for (const [rank, { name, changedMs }] of files.entries()) {
    if (rank < MAX_FILES && nowMs - changedMs <= MAX_AGE_MS) continue;
    fs.rmSync(join(folder, name), { force: true });
    if (locksFolder !== undefined) fs.rmSync(join(locksFolder, `${name}.lock`), { force: true });
  }
}
