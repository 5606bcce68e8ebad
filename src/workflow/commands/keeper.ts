/** A keeper beside a command: it ends the command when we are gone, and bounds what its output takes. */
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";
import { errorText } from "../../files/system-error.ts";
import { DONE_LINE, KEEPER_SCRIPT, RING_FILES, UNSTARTED_FILE } from "./keeper-script.ts";
import { randomName } from "./random-name.ts";
import { lastWords } from "./tail-words.ts";

/** POSIX has it there; by an absolute path, as the PATH of a command is anybody's. */
export const SHELL = "/bin/sh";

export interface Keeper {
  /** Files of this run; gone with it. */
  readonly folder: string;
  /** For the leader to name its group to. */
  readonly linesFd: number;
  /** For the command to print to. */
  readonly outputFd: number;
  /** The program could not be started: the shell could not become it. */
  readonly isUnstarted: () => boolean;
  /** The last of the output so far, as `lastWords` has it; others may go on printing. */
  readonly tail: () => string;
  /** Lets the keeper go; after the leader was waited for. */
  readonly close: () => void;
}

/**
 * Undefined where there can be none: no shell, no `mkfifo`, a file system without pipes. The reason says why
 * there is no folder for it.
 */
export function startKeeper(tempDir: string, path: string | undefined): Result<Keeper | undefined> {
  if (!fs.existsSync(SHELL)) return ok(undefined);
  const folder = join(tempDir, randomName());
  const opened: number[] = [];
  const close = () => {
    for (const fd of opened.splice(0)) fs.closeSync(fd);
    removeFolder(folder);
  };
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
    const env = { PATH: `/bin:/usr/bin:${path ?? ""}` };
    const pipes = openPipes(folder, env, opened);
    if (pipes === undefined || !isStarted(pipes, folder, env)) {
      close();
      return ok(undefined);
    }
    const { lines, output } = pipes;
    return ok({
      folder,
      linesFd: lines.writeFd,
      outputFd: output.writeFd,
      isUnstarted: () => fs.existsSync(join(folder, UNSTARTED_FILE)),
      tail: () => tailOf(folder, output.ownFd),
      close: () => {
        isWritten(lines.ownFd, DONE_LINE);
        close();
      },
    });
  } catch (error) {
    close();
    return failed(errorText(error));
  }
}

interface Pipe {
  /** Ours; never waits. */
  readonly ownFd: number;
  readonly readFd: number;
  readonly writeFd: number;
}

interface Pipes {
  readonly lines: Pipe;
  readonly output: Pipe;
}

/** Without names once they are open. Undefined where pipes cannot have names. */
function openPipes(
  folder: string,
  env: Record<string, string>,
  opened: number[],
): Pipes | undefined {
  const [lines, output] = [join(folder, "lines"), join(folder, "output")];
  const made = spawnSync("mkfifo", ["-m", "600", lines, output], { env, stdio: "ignore" });
  if (made.status !== 0) return undefined;
  const open = (name: string, flags: number): number => {
    const fd = fs.openSync(name, flags);
    opened.push(fd);
    return fd;
  };
  const { O_RDONLY, O_WRONLY, O_RDWR, O_NONBLOCK } = fs.constants;
  const pipe = (name: string): Pipe => {
    // Our own end first: without it, opening the others would wait for somebody.
    const ownFd = open(name, O_RDWR | O_NONBLOCK);
    const ends = { ownFd, readFd: open(name, O_RDONLY), writeFd: open(name, O_WRONLY) };
    fs.unlinkSync(name);
    return ends;
  };
  return { lines: pipe(lines), output: pipe(output) };
}

/** In a group of its own, so that what ends ours passes it by; it is not waited for. */
function isStarted({ lines, output }: Pipes, folder: string, env: Record<string, string>): boolean {
  const keeper = spawn(SHELL, ["-c", KEEPER_SCRIPT, folder], {
    cwd: "/",
    env,
    detached: true,
    stdio: [lines.readFd, "ignore", "ignore", output.readFd],
  });
  // Told by the missing number already.
  keeper.on("error", () => {});
  keeper.unref();
  return keeper.pid !== undefined;
}

/** The keeper may be about to make a file in it, which a folder of that name would take. */
function removeFolder(folder: string): void {
  const leaving = `${folder}-`;
  try {
    fs.renameSync(folder, leaving);
    for (const name of RING_FILES) emptied(join(leaving, name));
    fs.rmSync(leaving, { recursive: true, force: true });
  } catch {
    // An empty file or two in the folder for such.
  }
}

/** Who reads on for what was left running holds it open; it need not hold what was printed so far. */
function emptied(path: string): void {
  try {
    fs.truncateSync(path, 0);
  } catch {
    // There was no output so far.
  }
}

/** How long what was printed may take from the pipe to the files; beyond it the reader hangs. */
const READER_WAIT_MS = 2000;
/** Of each file, from its end: room for what others printed since the leader ended. */
const SEEN_BYTES = 262_144;

/**
 * A mark goes through the pipe behind all that was printed; once it has arrived, so has everything before.
 * An end of the pipe is not waited for, as what was left running holds it open.
 */
function tailOf(folder: string, ownFd: number): string {
  const mark = `\n${crypto.randomUUID()}\n`;
  const deadlineMs = performance.now() + READER_WAIT_MS;
  const isMarked = isWritten(ownFd, mark);
  for (;;) {
    const [one, other] = RING_FILES.map((name) => lastBytes(join(folder, name)));
    if (one === undefined || other === undefined) return "";
    const found = beforeMark(one, other, mark) ?? beforeMark(other, one, mark);
    if (found !== undefined) return lastWords(found);
    if (!isMarked || performance.now() > deadlineMs) return lastWords(one.length > 0 ? one : other);
    sleepMs(1);
  }
}

/** Undefined when the mark does not end in `after`. */
function beforeMark(before: Buffer, after: Buffer, mark: string): Buffer | undefined {
  const all = Buffer.concat([before, after]);
  const at = all.lastIndexOf(mark);
  return at >= 0 && at + mark.length > before.length ? all.subarray(0, at) : undefined;
}

function lastBytes(path: string): Buffer {
  let fd: number | undefined;
  try {
    fd = fs.openSync(path, "r");
    const size = fs.fstatSync(fd).size;
    const bytes = Buffer.alloc(Math.min(size, SEEN_BYTES));
    const count = fs.readSync(fd, bytes, 0, bytes.length, size - bytes.length);
    return bytes.subarray(0, count);
  } catch {
    return Buffer.alloc(0);
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

/** False when the pipe is full: nobody reads it. */
function isWritten(fd: number, text: string): boolean {
  try {
    return fs.writeSync(fd, text) === text.length;
  } catch {
    return false;
  }
}

function sleepMs(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
