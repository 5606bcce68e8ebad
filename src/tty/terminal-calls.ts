/**
 * The calls on a terminal that neither Node nor Bun offer: who is in the foreground, the line
 * discipline's modes, the size. Opened once, when first wanted.
 */
import { ok, type Result } from "../base/result.ts";
import { openCLibrary } from "./c-library.ts";
import { openSize, type TerminalSize } from "./terminal-size.ts";

/** Modes of a terminal as the system gives them; nothing in them is looked at. */
export type TerminalMode = Uint8Array;

export interface TerminalCalls {
  /** Process group in the foreground of the terminal; undefined where it is not our terminal. */
  readonly foregroundGroup: (fd: number) => number | undefined;
  /** Our own process group. */
  readonly ownGroup: () => number;
  readonly mode: (fd: number) => TerminalMode | undefined;
  readonly rawOf: (mode: TerminalMode) => TerminalMode;
  /** Takes effect at once; what was typed is kept. */
  readonly setMode: (fd: number, mode: TerminalMode) => boolean;
  /** The terminal's own name, such as /dev/ttys003. */
  readonly name: (fd: number) => string | undefined;
  readonly size: (fd: number) => TerminalSize | undefined;
  /** Waits until the descriptor takes bytes again; false when it did not within the time. */
  readonly waitWritable: (fd: number, timeoutMs: number) => boolean;
  /** Whether something was typed that nobody has read. */
  readonly hasInput: (fd: number) => boolean;
}

/** `struct termios` has 60 bytes on Linux and 72 on macOS. */
const MODE_BYTES = 256;
const POLL_IN = 1;
const POLL_OUT = 4;
/** "Now", the same number on Linux and macOS. */
const TCSANOW = 0;
const FUNCTIONS = {
  tcgetpgrp: { args: ["i32"], returns: "i32" },
  getpgrp: { args: [], returns: "i32" },
  tcgetattr: { args: ["i32", "ptr"], returns: "i32" },
  tcsetattr: { args: ["i32", "i32", "ptr"], returns: "i32" },
  cfmakeraw: { args: ["ptr"], returns: "void" },
  ttyname: { args: ["i32"], returns: "cstring" },
  poll: { args: ["ptr", "u64", "i32"], returns: "i32" },
} as const;

let opened: Result<TerminalCalls> | undefined;

/** The calls, or why there are none on this system. */
export function terminalCalls(): Result<TerminalCalls> {
  opened ??= openCalls();
  return opened;
}

function openCalls(): Result<TerminalCalls> {
  const library = openCLibrary(FUNCTIONS);
  if (!library.ok) return library;
  const c = library.value;
  const polled = (fd: number, wanted: number, timeoutMs: number): boolean => {
    // struct pollfd: the descriptor, then two halves of a word, wanted and seen events.
    const asked = new Int32Array([fd, wanted]);
    return c.poll(asked, 1, timeoutMs) > 0 && (asked[1] ?? 0) >>> 16 !== 0;
  };
  return ok({
    foregroundGroup(fd) {
      const group = c.tcgetpgrp(fd);
      return group >= 0 ? group : undefined;
    },
    ownGroup: () => c.getpgrp(),
    mode(fd) {
      const mode = new Uint8Array(MODE_BYTES);
      return c.tcgetattr(fd, mode) === 0 ? mode : undefined;
    },
    rawOf(mode) {
      const raw = mode.slice();
      c.cfmakeraw(raw);
      return raw;
    },
    setMode: (fd, mode) => c.tcsetattr(fd, TCSANOW, mode) === 0,
    name(fd) {
      const name = String(c.ttyname(fd) ?? "");
      return name === "" ? undefined : name;
    },
    size: openSize(),
    waitWritable: (fd, timeoutMs) => polled(fd, POLL_OUT, timeoutMs),
    hasInput: (fd) => polled(fd, POLL_IN, 0),
  });
}
