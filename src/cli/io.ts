/** Everything a command may ask of the process it runs in, as one argument. */
import { closeSync, fstatSync, writeSync } from "node:fs";
import { errorCode, errorText, systemWords } from "../files/system-error.ts";

/** The process as a command sees it; a test gives its own. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. The root stands in for a directory that was removed under the process. */
  readonly cwd: string;
  /** The directory was removed, so `cwd` is where to work, and nothing to show. */
  readonly cwdIsGone?: true;
  readonly platform: NodeJS.Platform;
  /** File descriptor of stdin. */
  readonly stdin: number;
  /** Whether stdout is a terminal. */
  readonly outIsTerminal: () => boolean;
  /** Whether nobody reads stdout any more: endless work for it should end. Absent: somebody does. */
  readonly outIsGone?: () => boolean;
  /**
   * Lets go of the standard streams; nothing can be written afterwards. At its end the runtime puts the
   * terminal on them into the modes that it found at its start, and those may have been the raw ones of
   * another program that asked something at that moment, or be the wrong ones for one that asks now.
   */
  readonly leaveTerminal?: () => void;
  /** How this program is started again: the executable, or Bun and the sources. */
  readonly program: readonly string[];
  readonly nowMs: () => number;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** What the program itself, and no command, may ask of its process. */
export interface ProcessIo extends Io {
  /** From now on a reader that pauses for long is given up. Else it is waited for as long as it takes. */
  readonly limitPatience: () => void;
  /** Why not all was written to stdout, in a few words. A reader that is gone is no fault. */
  readonly outFault: () => string | undefined;
}

/** How long a full pipe is waited for by whoever must not wait for ever. */
const PATIENCE_MS = 2_000;

/** Pauses of a full pipe: short while it is read, and no more than a hundred a second while it is not. */
const SHORT_PAUSE_MS = 1;
const LONG_PAUSE_MS = 10;
const SHORT_PAUSES = 100;

/** The real process. `process.stdout` is never touched: it costs a third of the start. */
export function processIo(program: readonly string[]): ProcessIo {
  const cwd = workingDirectory();
  const out = createWriter(1);
  const err = createWriter(2);
  return {
    env: process.env,
    cwd: cwd ?? "/",
    ...(cwd === undefined && { cwdIsGone: true as const }),
    platform: process.platform,
    stdin: 0,
    // Loaded when asked: most calls write to a pipe and name their colours.
    outIsTerminal: () => process.getBuiltinModule("node:tty").isatty(1),
    outIsGone: out.isGone,
    leaveTerminal,
    program,
    nowMs: Date.now,
    out: out.write,
    err: err.write,
    limitPatience() {
      out.limitPatience();
      err.limitPatience();
    },
    outFault: out.fault,
  };
}

function leaveTerminal(): void {
  for (const fd of [0, 1, 2]) {
    try {
      closeSync(fd);
    } catch {
      // Whoever started us may have closed it already.
    }
  }
}

/** A directory that was removed under the process has no name any more. */
function workingDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** Writes whole texts to a descriptor until something ends that; each later text would end alike. */
function createWriter(fd: number) {
  let isGone = false;
  let fault: string | undefined;
  let patienceMs = Number.POSITIVE_INFINITY;
  return {
    isGone: () => isGone,
    fault: () => fault,
    limitPatience() {
      patienceMs = PATIENCE_MS;
    },
    write(text: string): void {
      if (isGone) return;
      // Not a Buffer: that class is loaded when it is first used.
      const bytes = new TextEncoder().encode(text);
      let pauses = 0;
      let waitedMs = 0;
      for (let at = 0; at < bytes.length && !isGone; ) {
        try {
          at += writeSync(fd, bytes, at);
          pauses = 0;
        } catch (error) {
          const code = errorCode(error);
          if (code === "EINTR") continue;
          isGone = code !== "EAGAIN" || waitedMs >= patienceMs;
          if (code !== "EAGAIN" && !isReaderGone(fd, code))
            fault = systemWords(error) ?? errorText(error);
          if (isGone) continue;
          const pauseMs = pauses < SHORT_PAUSES ? SHORT_PAUSE_MS : LONG_PAUSE_MS;
          pauses += 1;
          waitedMs += pauseMs;
          Bun.sleepSync(pauseMs);
        }
      }
    },
  };
}

/** A terminal that has hung up gives the error of a broken disk. */
function isReaderGone(fd: number, code: string): boolean {
  if (code === "EPIPE" || code === "ECONNRESET") return true;
  if (code !== "EIO") return false;
  try {
    return fstatSync(fd).isCharacterDevice();
  } catch {
    return false;
  }
}
