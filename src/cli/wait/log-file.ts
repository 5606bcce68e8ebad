/**
 * A growing file as a source, as `tail -F` reads one: from its beginning, on and on, anew when it is
 * cut or another file has taken its name. A file that is not there yet is waited for.
 */
import fs from "node:fs";
import { resolve } from "node:path";
import { errorCode, errorText } from "../../files/system-error.ts";
import { printable } from "../arguments.ts";
import type { Reading, Sample, WaitSource } from "./reading.ts";
import { createStreamReader, type StreamReader } from "./stream-reader.ts";

const CHUNK_BYTES = 65_536;

/** Read at one look, so that a signal and the timeout come in between in a log of gigabytes. */
const MAX_LOOK_BYTES = 8 * 1024 * 1024;

const BEHIND: Reading = { kind: "unreadable", reason: "the log has not been read to its end yet" };

/**
 * The end of what was read, compared at each look: a file can be emptied and written anew, and be as
 * long as before by then.
 */
const TAIL_BYTES = 4_096;

/** The file as it is open now. */
interface Open {
  readonly fd: number;
  readonly inode: number;
  readonly device: number;
  readBytes: number;
  tail: Uint8Array;
  readonly reader: StreamReader;
}

/** Makes the source. */
export function logSource(file: string, cwd: string): WaitSource {
  const path = resolve(cwd, file);
  const chunk = new Uint8Array(CHUNK_BYTES);
  let open: Open | undefined;
  const close = (): void => {
    if (open !== undefined) fs.closeSync(open.fd);
    open = undefined;
  };
  const look = (): Sample => {
    const named = fs.statSync(path, { throwIfNoEntry: false });
    if (named === undefined && open === undefined) {
      return { reading: { kind: "nothing", reason: `the file ${printable(file)} is not there` } };
    }
    if (named?.isFile() === false) {
      const hint = "telltale wait --stdin < FILE reads what is no file";
      return { reading: BEHIND, lost: `${printable(file)} is no regular file; ${hint}` };
    }
    // A name that is gone for a moment, as in a rotation, leaves the old file to be read on.
    if (named !== undefined && open !== undefined && !isSame(named, open, chunk)) close();
    open ??= openLog(path);
    if (readOn(open, chunk)) return { reading: BEHIND, more: true };
    const ended = open.reader.ended();
    if (ended === undefined) return { reading: open.reader.current() };
    return { reading: open.reader.final(), ended };
  };
  return {
    look() {
      try {
        return look();
      } catch (error) {
        // Between the look at the name and the opening the file can go.
        if (errorCode(error) === "ENOENT") return { reading: BEHIND };
        return { reading: BEHIND, lost: `cannot read ${printable(file)}: ${errorText(error)}` };
      }
    },
    async close() {
      close();
    },
  };
}

function isSame({ dev, ino, size }: fs.Stats, open: Open, chunk: Uint8Array): boolean {
  if (open.device !== dev || open.inode !== ino || size < open.readBytes) return false;
  const { fd, tail, readBytes } = open;
  const count = fs.readSync(fd, chunk, 0, tail.length, readBytes - tail.length);
  return Buffer.compare(chunk.subarray(0, count), tail) === 0;
}

function openLog(path: string): Open {
  // A pipe that took the name meanwhile must not make the opening wait.
  const fd = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  const { ino, dev } = fs.fstatSync(fd);
  const reader = createStreamReader({ mayBeLog: true });
  return { fd, inode: ino, device: dev, readBytes: 0, tail: new Uint8Array(), reader };
}

/** Reads what has come; says whether there is more. */
function readOn(open: Open, chunk: Uint8Array): boolean {
  const until = open.readBytes + MAX_LOOK_BYTES;
  while (open.readBytes < until) {
    const count = fs.readSync(open.fd, chunk, 0, chunk.length, open.readBytes);
    if (count === 0) return false;
    const bytes = chunk.subarray(0, count);
    open.readBytes += count;
    open.tail = Buffer.concat([open.tail, bytes]).subarray(-TAIL_BYTES);
    open.reader.feed(bytes);
  }
  return true;
}
