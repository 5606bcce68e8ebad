/**
 * A command in a new terminal (`Bun.spawn({terminal})`), behind the leader of its session. What stands
 * in front of that terminal is not known here.
 */
import { closeSync, writeSync } from "node:fs";
import { failed, ok, type Result } from "../../base/result.ts";
import { readBytes } from "../../tty/read-bytes.ts";
import type { TerminalSize } from "../../tty/terminal-size.ts";
import { type Ending, endedBySignal } from "./ending.ts";
import {
  encodeMessage,
  type FromLeader,
  type LeaderPlan,
  messageReader,
  type ToLeader,
} from "./leader-messages.ts";
import { callersFileLimit } from "./open-files-limit.ts";
import { processCalls } from "./process-calls.ts";

/** The command with which the program is started again as a leader. */
const LEADER_COMMAND = "terminal-leader";

export interface PtyChildOptions {
  /** How this program is started again. */
  readonly program: readonly string[];
  readonly file: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly size: TerminalSize;
  /** Modes for the new terminal; absent: those that the system gives. */
  readonly mode?: Uint8Array;
  /** What of the command is not on its terminal: our descriptor, and the number that it has there. */
  readonly descriptors: readonly { readonly from: number; readonly to: number }[];
  readonly ignored: readonly NodeJS.Signals[];
  readonly foreground: boolean;
  /** Output, valid during the call; the next is read when it returns. */
  readonly onOutput: (bytes: Uint8Array) => void;
  readonly onStopped: (signal: NodeJS.Signals) => void;
  /** It has ended; output may still come. */
  readonly onGone: () => void;
}

export interface PtyChild {
  readonly pid: number;
  /** All output has been handed on by then. */
  readonly ended: Promise<Ending>;
  /** As if typed; resolves when more may be written. */
  readonly write: (bytes: Uint8Array | string) => Promise<void>;
  readonly resize: (size: TerminalSize) => void;
  /** Lets a stopped command go on. */
  readonly resume: (foreground: boolean) => void;
  /** To the command's process group. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /** When output last came, in `performance.now()`. */
  readonly lastOutputMs: () => number;
}

/** Typed bytes on their way; a paste may be long, and a command may read nothing. */
const MAX_TYPED_BYTES = 64 * 1024;
/**
 * Output is over when nobody holds the terminal open. What the command left behind may hold it for
 * ever: then it is over when nothing came for this long, twice,
 */
const QUIET_MS = 50;
/** and at the latest after this much; no terminal holds back more than 64 KB. */
const MAX_LATE_BYTES = 1024 * 1024;

/** Of a start that the system gave no number for. */
const NO_NUMBER = 0;

/** Starts it; the reason is the system's error number, 0 where it could not be given a terminal. */
export async function startPtyChild(options: PtyChildOptions): Promise<Result<PtyChild, number>> {
  const room = createTypingRoom();
  const output: Output = { lastMs: 0, lateBytes: 0, isOver: false };
  const made = startLeader(options, room, output);
  if (!made.ok) return made;
  const { leader, terminal, control } = made.value;
  const heard = hear(leader, control, options.onStopped);
  const pid = await heard.started;
  const ended = heard.ended.then(async (ending) => {
    options.onGone();
    output.lateBytes = 0;
    await drained(output);
    if (!terminal.closed) terminal.close();
    return ending;
  });
  if (!pid.ok) {
    await ended;
    return pid;
  }
  const tell = (message: ToLeader): void => {
    try {
      writeSync(control, encodeMessage(message));
    } catch {
      // It ends just now.
    }
  };
  return ok({
    pid: pid.value,
    ended,
    async write(data) {
      if (terminal.closed) return;
      const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
      room.taken(bytes.length);
      terminal.write(bytes);
      await room.free();
    },
    resize({ cols, rows }) {
      if (!terminal.closed) terminal.resize(cols, rows);
    },
    resume: (foreground) => tell({ kind: "continue", foreground }),
    signal: (signal) => tell({ kind: "signal", signal }),
    lastOutputMs: () => output.lastMs,
  });
}

interface Output {
  lastMs: number;
  /** Since the command ended. */
  lateBytes: number;
  isOver: boolean;
}

interface Leader {
  readonly leader: Bun.Subprocess;
  readonly terminal: Bun.Terminal;
  /** Our end of the socket. */
  readonly control: number;
}

function startLeader(
  options: PtyChildOptions,
  room: TypingRoom,
  output: Output,
): Result<Leader, number> {
  const { stdio, plan, close } = planDescriptors(options);
  const command = [...options.program, LEADER_COMMAND, JSON.stringify(plan), "--", ...options.argv];
  try {
    const leader = Bun.spawn(command, {
      cwd: options.cwd,
      env: { ...options.env },
      stdio: stdio as ["ignore", "ignore", "ignore"],
      terminal: {
        ...options.size,
        data(_terminal, bytes) {
          options.onOutput(bytes);
          output.lastMs = performance.now();
          output.lateBytes += bytes.length;
        },
        drain: () => room.drained(),
        exit() {
          output.isOver = true;
        },
      },
    });
    const control = (leader.stdio as readonly (number | null)[])[plan.control];
    const { terminal } = leader;
    if (terminal === undefined || typeof control !== "number") return failed(NO_NUMBER);
    return ok({ leader, terminal, control });
  } catch {
    // There are no more terminals or processes, or we are no longer where we were.
    return failed(NO_NUMBER);
  } finally {
    close();
  }
}

/** What the leader says, and that it ended. */
function hear(
  leader: Bun.Subprocess,
  control: number,
  onStopped: PtyChildOptions["onStopped"],
): { readonly started: Promise<Result<number, number>>; readonly ended: Promise<Ending> } {
  const started = Promise.withResolvers<Result<number, number>>();
  const ended = Promise.withResolvers<Ending>();
  const take = messageReader<FromLeader>((message) => {
    switch (message.kind) {
      case "started":
        return started.resolve(ok(message.pid));
      case "not-started":
        return started.resolve(failed(message.errno));
      case "stopped":
        return onStopped(message.signal);
      case "ended":
        return ended.resolve(message.ending);
      default:
        return message satisfies never;
    }
  });
  // After its last message. One that was killed takes the command with it: the session hangs up.
  readBytes(control, take, async () => {
    const code = await leader.exited;
    started.resolve(failed(NO_NUMBER));
    const { signalCode } = leader;
    if (signalCode === null) return ended.resolve({ kind: "exited", code });
    if (typeof signalCode === "number") return ended.resolve(endedBySignal(signalCode));
    ended.resolve({ kind: "signaled", signal: signalCode });
  });
  return { started: started.promise, ended: ended.promise };
}

async function drained(output: Output): Promise<void> {
  for (let quiet = 0; !output.isOver && quiet < 2; ) {
    const seenMs = output.lastMs;
    for (let waited = 0; waited < QUIET_MS && !output.isOver; waited += 5) await Bun.sleep(5);
    quiet = output.lastMs === seenMs ? quiet + 1 : 0;
    if (output.lateBytes > MAX_LATE_BYTES) return;
  }
}

interface TypingRoom {
  readonly taken: (bytes: number) => void;
  readonly drained: () => void;
  /** Resolves when there is room for more. */
  readonly free: () => Promise<void>;
}

/** Counts what was typed and has not reached the terminal; `drain` may come within a write. */
function createTypingRoom(): TypingRoom {
  let waitingBytes = 0;
  let room = Promise.withResolvers<void>();
  return {
    taken(bytes: number): void {
      waitingBytes += bytes;
    },
    drained(): void {
      waitingBytes = 0;
      room.resolve();
      room = Promise.withResolvers();
    },
    async free(): Promise<void> {
      if (waitingBytes > MAX_TYPED_BYTES) await room.promise;
    },
  };
}

/**
 * Our descriptors get numbers in the leader that are above all of the command's, so that none is in
 * the way of another. Bun passes on no descriptor 0, hence the copies.
 */
function planDescriptors(options: PtyChildOptions) {
  const { file, descriptors, ignored, foreground, mode } = options;
  const control = Math.max(2, ...descriptors.map(({ to }) => to)) + 1;
  const stdio: (number | "pipe" | "ignore" | null)[] = Array(control).fill(null);
  stdio.push("pipe");
  const calls = processCalls();
  const copies = descriptors.map(({ from }) => (calls.ok ? calls.value.c.dup(from) : from));
  stdio.push(...copies);
  const openFiles = callersFileLimit();
  const plan: LeaderPlan = {
    file,
    control,
    ignored,
    foreground,
    descriptors: descriptors.map(({ to }, at) => ({ from: control + 1 + at, to })),
    ...(openFiles !== undefined && { openFiles }),
    ...(mode !== undefined && { mode: Buffer.from(mode).toString("base64") }),
  };
  return { stdio, plan, close: () => copies.forEach(closeQuietly) };
}

function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // It was never open.
  }
}
