/**
 * Incremental reader of a Claude Code transcript (JSON lines, often tens of megabytes): goes on from a
 * saved offset, in bounded steps, and says nothing of totals until it has seen the whole file.
 */
import fs from "node:fs";
import { known } from "../../../base/shape.ts";
import { readBounded } from "../../../files/read-bounded.ts";
import { writeWhole } from "../../../files/write-whole.ts";
import type { Tokens } from "../../../status/facts/tokens.ts";
import { encodeProgress, type FileMark, type Progress, parseProgress } from "./transcript-cache.ts";
import { emptyScan, type ScanState, scanLines, type TranscriptContext } from "./transcript-scan.ts";

/** How much of a transcript one call may read. */
export interface TranscriptLimits {
  readonly maxBytes: number;
  readonly maxMs: number;
}

/**
 * A cold transcript of 20 MB takes a few tens of milliseconds, so nearly every one is read in one call;
 * a bigger one takes several renders, none of which is late by more than this.
 */
const TRANSCRIPT_LIMITS: TranscriptLimits = { maxBytes: 64 * 1024 * 1024, maxMs: 60 };

/** What is read at once: large enough for speed, small enough to keep to the time. */
const CHUNK_BYTES = 256 * 1024;

/**
 * The longest line that is parsed. A line with a usage holds one content block, at most what a model
 * writes in one answer; longer ones are copies of prompts and images, which are skipped unheld.
 */
const MAX_LINE_BYTES = 4 * 1024 * 1024;

/** Bytes before the offset that must still be the same for a file to be the one that was read. */
const MARK_BYTES = 64;

const MAX_CACHE_BYTES = 256 * 1024;

const LINE_FEED = 0x0a;

/** Which transcript, and where its progress is kept. */
export interface TranscriptQuery {
  /** The transcript; an empty path means that there is none. */
  readonly path: string;
  /** Where progress is kept; without it every call starts at the beginning. */
  readonly cacheFile?: string;
  readonly limits?: TranscriptLimits;
}

/** What the transcript says; absent members are unknown. */
export interface TranscriptReading {
  /** Billed tokens of the session, without sub-agents. Absent while none was seen. */
  readonly totals?: Tokens;
  readonly context?: TranscriptContext;
  /** The mode that was set last, and the time by which it had been. */
  readonly permissionMode?: { readonly mode: string; readonly atMs?: number };
  readonly title?: string;
  /** False: there is more than could be read this time, and nothing is said yet. */
  readonly caughtUp: boolean;
  /** What `--explain` should say, such as why nothing was read. */
  readonly notes: readonly string[];
}

/** Reads what is new and saves how far it came. Never throws. */
export function readTranscript(query: TranscriptQuery): TranscriptReading {
  if (query.path === "") return nothing("the session keeps no transcript");
  let fd: number | undefined;
  try {
    // Looked at first: opening alone can set a device off.
    if (!fs.statSync(query.path).isFile()) return nothing(`${query.path} is not a regular file`);
    fd = fs.openSync(query.path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    const stat = fs.fstatSync(fd);
    if (!stat.isFile()) return nothing(`${query.path} is not a regular file`);
    return readOpen(query, fd, stat);
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    return nothing(`cannot read the transcript ${query.path} (${String(code)})`);
  } finally {
    if (fd !== undefined) closeQuietly(fd);
  }
}

function nothing(note: string): TranscriptReading {
  return { caughtUp: false, notes: [note] };
}

function readOpen(query: TranscriptQuery, fd: number, stat: fs.Stats): TranscriptReading {
  const notes: string[] = [];
  const saved = readCache(query.cacheFile);
  let start: Progress = { offset: 0, skipping: false, scan: emptyScan() };
  if (saved !== undefined) {
    if (isSameFile(saved.mark, query.path, fd, stat, saved.progress.offset)) start = saved.progress;
    else notes.push("the transcript was replaced: read from its beginning");
  }
  const { progress, caughtUp } = advance(fd, start, stat.size, query.limits ?? TRANSCRIPT_LIMITS);
  const { cacheFile } = query;
  if (cacheFile !== undefined && (progress !== start || (saved === undefined && stat.size > 0))) {
    const mark = {
      path: query.path,
      dev: stat.dev,
      ino: stat.ino,
      tail: tailOf(fd, progress.offset),
    };
    const written = writeWhole(cacheFile, encodeProgress(mark, progress), { durable: false });
    if (!written.ok) notes.push(written.reason);
  }
  if (!caughtUp) {
    notes.push(`read ${progress.offset} of ${stat.size} bytes of the transcript so far`);
    return { caughtUp, notes };
  }
  return { ...tell(progress.scan, stat.mtimeMs), caughtUp, notes };
}

function tell(scan: ScanState, changedMs: number): Partial<TranscriptReading> {
  const { totals, context, title, permissionMode: mode } = scan;
  // Nothing with a time follows: the line was written by the last change of the file.
  const atMs = scan.permissionModeAtMs ?? Math.floor(changedMs);
  return known({
    totals,
    context,
    title,
    permissionMode: mode === undefined ? undefined : { mode, atMs },
  });
}

interface Advance {
  /** The very object that was given if nothing was read to its end. */
  readonly progress: Progress;
  readonly caughtUp: boolean;
}

/** Reads whole lines from the offset on; an unfinished last line is left for the next time. */
function advance(fd: number, start: Progress, size: number, limits: TranscriptLimits): Advance {
  let { offset, skipping } = start;
  if (offset >= size) return { progress: start, caughtUp: true };
  const { scan } = start;
  const startMs = performance.now();
  let buffer: Buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - offset));
  let held = 0;
  for (let read = 0; ; ) {
    if (read >= limits.maxBytes || (read > 0 && performance.now() - startMs > limits.maxMs)) break;
    const count = fs.readSync(fd, buffer, held, buffer.length - held, offset + held);
    if (count === 0) break;
    read += count;
    const filled = held + count;
    const done = scanWhole(scan, buffer.subarray(0, filled), held, skipping);
    if (done > 0) skipping = false;
    offset += done;
    held = filled - done;
    if (skipping || held >= MAX_LINE_BYTES) {
      skipping = true;
      offset += held;
      held = 0;
    } else if (done > 0) buffer.copyWithin(0, done, filled);
    if (held === buffer.length) buffer = grown(buffer);
  }
  const same = offset === start.offset && skipping === start.skipping;
  return {
    progress: same ? start : { offset, skipping, scan },
    caughtUp: offset + held >= size,
  };
}

/** Scans the whole lines of `bytes`, of which the first `held` have no line feed; gives their length. */
function scanWhole(scan: ScanState, bytes: Buffer, held: number, skipping: boolean): number {
  const first = bytes.indexOf(LINE_FEED, held);
  if (first < 0) return 0;
  const end = bytes.lastIndexOf(LINE_FEED) + 1;
  scanLines(scan, bytes.subarray(skipping ? first + 1 : 0, end));
  return end;
}

function grown(buffer: Buffer): Buffer {
  const bigger = Buffer.allocUnsafe(Math.min(buffer.length * 2 + CHUNK_BYTES, MAX_LINE_BYTES));
  buffer.copy(bigger);
  return bigger;
}

function readCache(path: string | undefined): { mark: FileMark; progress: Progress } | undefined {
  if (path === undefined) return undefined;
  const file = readBounded(path, MAX_CACHE_BYTES);
  return file.ok ? parseProgress(file.value) : undefined;
}

function isSameFile(
  mark: FileMark,
  path: string,
  fd: number,
  stat: fs.Stats,
  offset: number,
): boolean {
  return (
    mark.path === path &&
    mark.dev === stat.dev &&
    mark.ino === stat.ino &&
    offset <= stat.size &&
    mark.tail === tailOf(fd, offset)
  );
}

/** A short stand-in for the bytes before the offset: an inode may be used again by another file. */
function tailOf(fd: number, offset: number): string {
  // No Buffer: where nothing is new, this is all that is read, and the class need not be loaded.
  const bytes = new Uint8Array(Math.min(MARK_BYTES, offset));
  const count = fs.readSync(fd, bytes, 0, bytes.length, offset - bytes.length);
  return Bun.hash(bytes.subarray(0, count)).toString(36);
}

function closeQuietly(fd: number): void {
  try {
    fs.closeSync(fd);
  } catch {
    // Nothing was written, so nothing can be lost.
  }
}
