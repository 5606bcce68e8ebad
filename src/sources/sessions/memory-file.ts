/** Small JSON files in the cache folder that one render leaves for the next. Losing one does no harm. */
import fs from "node:fs";
import { dirname } from "node:path";
import { readBounded } from "../../files/read-bounded.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { pruneDaily } from "./prune.ts";

/** The parsed content; undefined if there is none or it is no JSON. Never throws. */
export function readMemory(path: string, maxBytes: number): unknown {
  const file = readBounded(path, maxBytes);
  if (!file.ok) return undefined;
  try {
    return JSON.parse(file.value);
  } catch {
    return undefined;
  }
}

/**
 * Writes `next` unless it says the same as `previous`; undefined removes the file. Old files of the
 * folder are removed now and then. Failures are left to the next render.
 */
export function writeMemory(path: string, previous: unknown, next: unknown, nowMs: number): void {
  const text = JSON.stringify(next);
  if (text === JSON.stringify(previous)) return;
  if (text === undefined) {
    try {
      fs.rmSync(path, { force: true });
    } catch {
      // It will be read as what it is, and removed the next time.
    }
    return;
  }
  if (writeWhole(path, text, { durable: false }).ok) pruneDaily(dirname(path), undefined, nowMs);
}
