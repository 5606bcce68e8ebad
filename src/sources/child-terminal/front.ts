/** A command in a terminal of its own: joins that terminal, the person's one and the caller. */
import { fstatSync } from "node:fs";
import { isatty } from "node:tty";
import { ok, type Result } from "../../base/result.ts";
import { terminalCalls } from "../../tty/terminal-calls.ts";
import type { ChildTerminal, ChildTerminalOptions } from "./child.ts";
import { isOpen, namedDescriptors } from "./descriptors.ts";
import { type ErrorTee, openErrorTee } from "./error-tee.ts";
import { createOuterTerminal, type OuterTerminal } from "./outer-terminal.ts";
import { createOutputBoundary } from "./output-boundary.ts";
import { type PtyChild, type PtyChildOptions, startPtyChild } from "./pty-child.ts";
import { FORWARDED, ignoredSignals, passSignals } from "./signals.ts";
import { writeDescriptor } from "./write-descriptor.ts";

/** Size of a terminal that nobody looks at. */
const UNSEEN = { cols: 80, rows: 24 };

/** Starts the program `file`; the reason is the system's error number. */
export async function runInFront(
  file: string,
  argv: readonly string[],
  options: ChildTerminalOptions,
): Promise<Result<ChildTerminal, number>> {
  const ready = Promise.withResolvers<PtyChild>();
  /** To the command as soon as there is one. */
  const signal = (name: NodeJS.Signals): void => {
    ready.promise.then((child) => child.signal(name));
  };
  const screen = createScreen(options, () => signal("SIGHUP"));
  const outer = openOuter(options, ready.promise);
  const mode = terminalMode(options);
  const tee = teeOf(options);
  // Asked before anybody listens to a signal.
  const ignored = ignoredSignals();
  const stopPassing = passSignals(FORWARDED, signal);
  const isClaimed = outer?.claim() ?? true;
  const started = await startPtyChild({
    ...options,
    file,
    argv,
    size: options.tty?.size() ?? options.unseenSize ?? UNSEEN,
    ...(mode !== undefined && { mode }),
    descriptors: descriptorsOf(argv, options, tee),
    ignored,
    foreground: isClaimed,
    onOutput: screen.show,
    async onStopped(signal) {
      // This news may come in one piece with that of its start.
      const stopped = await ready.promise;
      if (outer !== undefined) await outer.childStopped(signal);
      else stopped.resume(true);
    },
    onGone() {
      if (options.awaitsInput?.() !== true) outer?.stopReading();
    },
  } satisfies PtyChildOptions);
  tee?.started();
  if (!started.ok) {
    await options.onNotStarted?.();
    stopPassing();
    outer?.release();
    return started;
  }
  const child = started.value;
  outer?.attach(child);
  ready.resolve(child);
  const ended = child.ended.then(async (ending) => {
    await tee?.drained();
    screen.finish();
    await options.onEnded?.(ending);
    stopPassing();
    outer?.release();
    return ending;
  });
  return ok({
    pid: child.pid,
    kind: "terminal",
    ended,
    type: (bytes) => void child.write(bytes),
    say: screen.say,
    signal: child.signal,
  });
}

/**
 * What the person sees: the command's output, and between it what the caller says. `onGone`: nobody
 * reads it any more.
 */
function createScreen(
  { tty, terminal, onOutput, onOutputEnd }: ChildTerminalOptions,
  onGone: () => void,
) {
  const fd = isatty(1) || terminal === "always" ? 1 : 2;
  const boundary = createOutputBoundary();
  let waiting = "";
  let isShowing = false;
  let isGone = false;
  const flush = (): void => {
    if (isShowing || waiting === "" || !boundary.isSafe()) return;
    tty?.write(waiting);
    waiting = "";
  };
  /** What is said because of these bytes comes after them. */
  const show = (take: () => Uint8Array | undefined): void => {
    isShowing = true;
    const bytes = take();
    if (bytes !== undefined) {
      boundary.feed(bytes);
      if (!isGone && !writeDescriptor(fd, bytes)) {
        isGone = true;
        onGone();
      }
    }
    isShowing = false;
    flush();
  };
  return {
    show: (bytes: Uint8Array) => show(() => onOutput?.(bytes) ?? bytes),
    say(sequence: string): void {
      waiting += sequence;
      flush();
    },
    /** The command says nothing more: what it left unfinished ends where the next thing begins. */
    finish(): void {
      show(() => onOutputEnd?.());
      boundary.feed(ABORT);
      flush();
    },
  };
}

/** CAN, which ends whatever sequence is open. It is not written: our own sequences begin with ESC. */
const ABORT = new Uint8Array([0x18]);

function openOuter(
  options: ChildTerminalOptions,
  ready: Promise<PtyChild>,
): OuterTerminal | undefined {
  if (options.tty === undefined) return undefined;
  const nothing = (): void => undefined;
  return createOuterTerminal({
    tty: options.tty,
    isShared: isPipe(1),
    async onKeys(bytes) {
      const keys = options.onInput?.(bytes) ?? bytes;
      if (keys.length > 0) await (await ready).write(keys);
    },
    onForeground: options.onForeground ?? nothing,
    onStop: options.onStop ?? nothing,
    onResume: options.onResume ?? nothing,
  });
}

function terminalMode({ tty }: ChildTerminalOptions): Uint8Array | undefined {
  const calls = terminalCalls();
  // In the background they are those that a shell sets while it reads a line.
  if (tty?.isForeground() !== true || !calls.ok) return undefined;
  return calls.value.mode(tty.fd);
}

function teeOf({ onErrors }: ChildTerminalOptions): ErrorTee | undefined {
  if (onErrors === undefined || isatty(2) || !isOpen(2)) return undefined;
  return openErrorTee(onErrors);
}

/** What of the command is not on its terminal. */
function descriptorsOf(
  argv: readonly string[],
  { env, terminal }: ChildTerminalOptions,
  tee: ErrorTee | undefined,
): PtyChildOptions["descriptors"] {
  const own = terminal === "always" ? [0, 2] : [0, 1, 2];
  const streams = own.filter((fd) => !isatty(fd) && isOpen(fd));
  return [...streams, ...namedDescriptors(argv, env)].map((fd) => ({
    from: fd === 2 ? (tee?.fd ?? 2) : fd,
    to: fd,
  }));
}

function isPipe(fd: number): boolean {
  if (!isOpen(fd)) return false;
  const stat = fstatSync(fd);
  return stat.isFIFO() || stat.isSocket();
}
