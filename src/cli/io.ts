/** Everything a command may ask of the process it runs in, as one argument. */
import { closeSync, writeSync } from "node:fs";

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

/** Attempts on a full pipe before the rest is given up: a reader that stopped reading is gone. */
const MAX_FULL_PIPE_WAITS = 2_000;

/** The real process. `process.stdout` is never touched: it costs a third of the start. */
export function processIo(program: readonly string[]): Io {
  const cwd = workingDirectory();
  return {
    env: process.env,
    cwd: cwd ?? "/",
    ...(cwd === undefined && { cwdIsGone: true as const }),
    platform: process.platform,
    stdin: 0,
    // Loaded when asked: most calls write to a pipe and name their colours.
    outIsTerminal: () => process.getBuiltinModule("node:tty").isatty(1),
    outIsGone: () => givenUp.has(1),
    leaveTerminal,
    program,
    nowMs: Date.now,
    out: (text) => writeAll(1, text),
    err: (text) => writeAll(2, text),
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

/** Descriptors whose reader is gone or reads no more: each further line would be waited for anew. */
const givenUp: Set<number> = new Set();

/** Writes all of it, waiting for a slow reader; a reader that is gone ends it quietly. */
function writeAll(fd: number, text: string): void {
  if (givenUp.has(fd)) return;
  // Not a Buffer: that class is loaded when it is first used.
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  let waits = 0;
  while (at < bytes.length && waits < MAX_FULL_PIPE_WAITS) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") break;
      waits += 1;
      Bun.sleepSync(1);
    }
  }
  if (at < bytes.length) givenUp.add(fd);
}
