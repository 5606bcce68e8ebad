/**
 * Reads the one JSON object that a harness writes to standard input. The writer may be slow, may
 * say nothing, may write more, and may never close its end: the reader acts as soon as an object
 * is whole, and gives up after a silence. `README.md` has the figures behind the way it reads.
 */
import { closeSync, constants, fstatSync, openSync, read, readSync } from "node:fs";
import { type JsonEnd, type JsonEndFinder, jsonEndFinder } from "./json-end.ts";
import { openPoll, type Poll } from "./readable.ts";

/** Payloads are a few kilobytes; this holds one with a text of ten megabytes in it, and more. */
const MAX_PAYLOAD_BYTES = 32 * 1024 * 1024;

/** Harnesses write at once; who has said nothing for this long has nothing to say. */
const SILENCE_MS = 100;

/** Limit for a writer that never pauses and never ends. */
const TOTAL_MS = 5000;

/** What a pipe holds at most by default, and so what one read can give. */
const CHUNK_BYTES = 65_536;

/** Line ends and blanks looked past at the end of a payload that came in one piece. */
const MAX_TRAILING_BYTES = 16;

const SPACE = 0x20;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Where to read, and when to give up. */
export interface ReadPayloadOptions {
  /** The descriptor to read: 0, other ones in tests. */
  readonly fd: number;
  readonly silenceMs?: number;
  readonly totalMs?: number;
  readonly maxBytes?: number;
  /** Replaces poll(2); null reads without it. */
  readonly poll?: Poll | null;
}

/** What was on standard input. */
export interface StdinReading {
  /** The object; absent when there was none that could be read. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** Why there is none although something was there; absent when there simply was no input. */
  readonly reason?: string;
  /** Bytes that were read. */
  readonly bytes: number;
}

/** Bytes so far, with the room to read more into. */
interface Intake {
  bytes: Uint8Array;
  length: number;
  end: JsonEnd;
  payload?: Readonly<Record<string, unknown>>;
  readonly finder: JsonEndFinder;
  readonly maxBytes: number;
}

type Limits = Required<Omit<ReadPayloadOptions, "poll" | "maxBytes">>;

/** Why reading stopped. */
type Stop = "decided" | "ended" | "silent";

/**
 * The first JSON object on a descriptor. Never throws. After a silence a read may still be pending
 * where poll(2) is missing, so the caller ends the process rather than waiting for it to end.
 */
export async function readPayload(options: ReadPayloadOptions): Promise<StdinReading> {
  const { fd, silenceMs = SILENCE_MS, totalMs = TOTAL_MS, maxBytes = MAX_PAYLOAD_BYTES } = options;
  const intake: Intake = {
    bytes: new Uint8Array(Math.min(CHUNK_BYTES, maxBytes)),
    length: 0,
    end: { kind: "blank" },
    finder: jsonEndFinder(),
    maxBytes,
  };
  try {
    const limits = { fd, silenceMs, totalMs };
    const source = await sourceOf(fd);
    if (source === "none") return { bytes: 0 };
    const stop = await fill(intake, source, limits, options.poll);
    return conclude(intake, stop, silenceMs);
  } catch (error) {
    const code = codeOf(error);
    if (intake.length === 0 && (code === "EBADF" || code === "EIO")) return { bytes: 0 };
    return { reason: `stdin cannot be read: ${code}`, bytes: intake.length };
  }
}

/** `file` never blocks, `pipe` and `other` may; a terminal or nothing at all is `none`. */
type Source = "none" | "file" | "pipe" | "other";

async function sourceOf(fd: number): Promise<Source> {
  const stat = fstatSync(fd);
  if (stat.isFile()) return "file";
  if (stat.isFIFO()) return "pipe";
  if (!stat.isCharacterDevice()) return "other";
  const { isatty } = await import("node:tty");
  return isatty(fd) ? "none" : "other";
}

async function fill(
  intake: Intake,
  source: Source,
  limits: Limits,
  given: Poll | null | undefined,
): Promise<Stop> {
  if (source === "file") return fillNow(intake, limits.fd);
  // A second descriptor of the pipe, as reading without blocking must not change the writer's.
  const own = source === "pipe" && given === undefined ? withoutBlocking(limits.fd) : undefined;
  try {
    if (own !== undefined) {
      const stop = fillNow(intake, own);
      if (stop !== "silent") return stop;
    }
    const poll = given === undefined ? await openPoll() : (given ?? undefined);
    return poll === undefined
      ? await fillLater(intake, limits)
      : await fillPolled(intake, limits, poll);
  } finally {
    if (own !== undefined) closeSync(own);
  }
}

/** Linux gives a pipe a second, independent description under this name; others do not. */
function withoutBlocking(fd: number): number | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

/** Reads what is there; `silent` as soon as a read would have to wait. */
function fillNow(intake: Intake, fd: number): Stop {
  try {
    for (;;) {
      const stop = take(intake, readInto(intake, fd));
      if (stop !== undefined) return stop;
    }
  } catch (error) {
    if (codeOf(error) === "EAGAIN") return "silent";
    throw error;
  }
}

async function fillPolled(intake: Intake, limits: Limits, poll: Poll): Promise<Stop> {
  const untilMs = performance.now() + limits.totalMs;
  for (;;) {
    const leftMs = Math.min(limits.silenceMs, untilMs - performance.now());
    if (leftMs <= 0) return "silent";
    const readiness = poll(limits.fd, leftMs);
    if (readiness === "silent") return "silent";
    if (readiness === "failed") return fillLater(intake, limits);
    const stop = fillOnce(intake, limits.fd);
    if (stop !== undefined) return stop;
  }
}

function fillOnce(intake: Intake, fd: number): Stop | undefined {
  try {
    return take(intake, readInto(intake, fd));
  } catch (error) {
    // Someone else took what was there, or the writer's end broke.
    const code = codeOf(error);
    if (code === "EAGAIN") return undefined;
    if (code === "ECONNRESET") return "ended";
    throw error;
  }
}

/** The way without poll(2): a read on another thread, and a timer. */
async function fillLater(intake: Intake, limits: Limits): Promise<Stop> {
  const untilMs = performance.now() + limits.totalMs;
  for (;;) {
    const leftMs = Math.min(limits.silenceMs, untilMs - performance.now());
    if (leftMs <= 0) return "silent";
    const length = await readSoon(intake, limits.fd, leftMs);
    if (length === undefined) return "silent";
    const stop = take(intake, length);
    if (stop !== undefined) return stop;
  }
}

/** Bytes read, 0 at the end, undefined when the time is over. */
function readSoon(intake: Intake, fd: number, timeoutMs: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), timeoutMs);
    const free = room(intake);
    read(fd, intake.bytes, intake.length, free, null, (error, length) => {
      clearTimeout(timer);
      if (error === null || error === undefined) resolve(length);
      else if (codeOf(error) === "EOF" || codeOf(error) === "ECONNRESET") resolve(0);
      else reject(error);
    });
  });
}

function readInto(intake: Intake, fd: number): number {
  // First the room: making some replaces the buffer.
  const free = room(intake);
  return readSync(fd, intake.bytes, intake.length, free, null);
}

/** Counts bytes that were read in; says why to stop, or undefined to read on. */
function take(intake: Intake, length: number): Stop | undefined {
  if (length === 0) return "ended";
  const first = intake.length === 0;
  intake.length += length;
  if (first && wholeAtOnce(intake)) return "decided";
  intake.end = intake.finder.find(intake.bytes, intake.length);
  if (intake.end.kind === "whole" || intake.end.kind === "refused") return "decided";
  if (intake.length >= intake.maxBytes) {
    intake.end = { kind: "refused", reason: `no whole JSON object in ${intake.maxBytes} bytes` };
    return "decided";
  }
  return undefined;
}

/**
 * Nearly always the first read is the whole object. Then the parser alone, which is native, is
 * faster than looking for the end: a loop over the bytes costs more than all else here, as it
 * makes the engine compile it. What is no whole object is looked at properly afterwards.
 */
function wholeAtOnce(intake: Intake): boolean {
  let last = intake.length - 1;
  for (const oldest = last - MAX_TRAILING_BYTES; last > oldest && last >= 0; last--) {
    if ((intake.bytes[last] ?? 0) > SPACE) break;
  }
  if (intake.bytes[0] !== OPEN_OBJECT || intake.bytes[last] !== CLOSE_OBJECT) return false;
  try {
    intake.payload = JSON.parse(new TextDecoder().decode(intake.bytes.subarray(0, last + 1)));
    return true;
  } catch {
    return false;
  }
}

/** Free bytes at the end of the buffer, which is doubled when there are none. */
function room(intake: Intake): number {
  if (intake.length === intake.bytes.length) {
    const bytes = new Uint8Array(Math.min(intake.bytes.length * 2, intake.maxBytes));
    bytes.set(intake.bytes);
    intake.bytes = bytes;
  }
  return intake.bytes.length - intake.length;
}

function conclude(intake: Intake, stop: Stop, silenceMs: number): StdinReading {
  const { end, length: bytes, payload } = intake;
  if (payload !== undefined) return { payload, bytes };
  switch (end.kind) {
    case "whole":
      return parse(intake.bytes.subarray(end.start, end.end), bytes);
    case "blank": {
      // The decoder drops a byte order mark, trim() the rest that says nothing.
      const seen = new TextDecoder().decode(intake.bytes.subarray(0, bytes)).trim();
      return seen === "" ? { bytes } : { reason: "stdin holds no JSON object", bytes };
    }
    case "open": {
      const when = stop === "ended" ? "stdin ended" : `nothing came for ${silenceMs} ms`;
      return {
        reason: `the JSON object on stdin is not whole: ${when} after ${bytes} bytes`,
        bytes,
      };
    }
    case "refused":
      return { reason: `stdin: ${end.reason}`, bytes };
    default:
      return end satisfies never;
  }
}

function parse(source: Uint8Array, bytes: number): StdinReading {
  try {
    // Wrong UTF-8 becomes U+FFFD: the rest of the payload is still worth showing.
    return { payload: JSON.parse(new TextDecoder().decode(source)), bytes };
  } catch {
    return { reason: `stdin holds no valid JSON in its first ${bytes} bytes`, bytes };
  }
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "unknown error";
}
