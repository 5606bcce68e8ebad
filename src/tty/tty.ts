/**
 * The controlling terminal: the one on which the person sits, whatever stdin, stdout and stderr are.
 * It is opened anew, so that nothing set on it (it does not block) is seen through the descriptors
 * that others hold. POSIX only.
 */
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { failed, ok, type Result } from "../base/result.ts";
import { type BytesHandler, readBytes } from "./read-bytes.ts";
import { keepRestorable } from "./restore.ts";
import { type TerminalCalls, terminalCalls } from "./terminal-calls.ts";
import type { TerminalSize } from "./terminal-size.ts";

export interface Tty {
  /** Non-blocking; ours alone. */
  readonly fd: number;
  /** Whether we may read and change modes; in the background both would stop us. */
  isForeground(): boolean;
  /** Undefined where the terminal does not know. */
  size(): TerminalSize | undefined;
  /**
   * Raw mode, or back to the modes from before. Raw again sets it anew, as others may have set theirs
   * meanwhile. In the background nothing is done. However the process ends, except by SIGKILL, the old
   * modes are put back first. Says whether it was done.
   */
  setRaw(on: boolean): boolean;
  /** Whether something was typed that nobody has read yet. */
  hasInput(): boolean;
  /**
   * Reads until `stop` is called; what was not read by then stays for the next reader. Only in the
   * foreground. `onEnd`: the terminal has gone.
   */
  onBytes(handler: BytesHandler, onEnd?: () => void): () => void;
  /** Writes all of it, waiting for a slow terminal; false: it has gone, or took nothing for long. */
  write(data: string | Uint8Array): boolean;
  /** Puts the modes back and ends reading. May be called twice. */
  close(): void;
}

export interface TtyOptions {
  /** How long a write waits for a terminal that takes nothing; absent: `PATIENCE_MS`. */
  readonly patienceMs?: number;
}

/** A terminal stopped by Ctrl+S is let go on within seconds, or its person has gone. */
const PATIENCE_MS = 5_000;
/** One poll(2); the loop around it counts the patience. */
const POLL_MS = 100;

/** The controlling terminal, or why it cannot be had. */
export function openTty({ patienceMs = PATIENCE_MS }: TtyOptions = {}): Result<Tty> {
  const calls = terminalCalls();
  if (!calls.ok) return calls;
  const fd = openTerminal(calls.value);
  if (fd === undefined) return failed("there is no controlling terminal");
  return ok(makeTty(fd, calls.value, patienceMs));
}

function openTerminal(calls: TerminalCalls): number | undefined {
  for (const path of terminalPaths(calls)) {
    try {
      return openSync(path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
    } catch {
      // The next name.
    }
  }
  return undefined;
}

/**
 * macOS waits for no input on /dev/tty in an event loop (kqueue), but does on the terminal under the
 * name of its own, which one of the streams may know.
 */
function terminalPaths(calls: TerminalCalls): readonly string[] {
  if (process.platform !== "darwin") return ["/dev/tty"];
  const streams = [0, 1, 2].filter((fd) => calls.foregroundGroup(fd) !== undefined);
  return [...streams.flatMap((fd) => calls.name(fd) ?? []), "/dev/tty"];
}

function makeTty(fd: number, calls: TerminalCalls, patienceMs: number): Tty {
  const isForeground = (): boolean => calls.foregroundGroup(fd) === calls.ownGroup();
  let open = true;
  let putBack: (() => void) | undefined;
  let stopReading: (() => void) | undefined;
  const setRaw = (on: boolean): boolean => {
    if (!open) return false;
    if (!on && putBack === undefined) return true;
    if (!isForeground()) return false;
    if (!on) {
      putBack?.();
      putBack = undefined;
      return true;
    }
    const mode = calls.mode(fd);
    if (mode === undefined) return false;
    putBack ??= keepRestorable(() => {
      if (isForeground()) calls.setMode(fd, mode);
    });
    return calls.setMode(fd, calls.rawOf(mode));
  };
  return {
    fd,
    isForeground,
    size: () => calls.size(fd),
    setRaw,
    hasInput: () => calls.hasInput(fd),
    onBytes(handler, onEnd) {
      stopReading?.();
      const stop = readBytes(fd, handler, onEnd);
      stopReading = stop;
      return stop;
    },
    write: (data) => open && writeAll(fd, data, calls, patienceMs),
    close() {
      if (!open) return;
      stopReading?.();
      // Also from the background: whoever has the terminal now has set modes of its own.
      putBack?.();
      putBack = undefined;
      open = false;
      closeSync(fd);
    },
  };
}

function writeAll(
  fd: number,
  data: string | Uint8Array,
  calls: TerminalCalls,
  patienceMs: number,
): boolean {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  let waitedMs = 0;
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at);
      waitedMs = 0;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EINTR") continue;
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return false;
      if (waitedMs >= patienceMs) return false;
      if (!calls.waitWritable(fd, POLL_MS)) waitedMs += POLL_MS;
    }
  }
  return true;
}
