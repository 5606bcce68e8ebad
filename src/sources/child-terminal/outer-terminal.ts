/**
 * The person's terminal in front of a command in a terminal: raw while it is the command's, handed
 * back to the shell while the command is stopped, and followed in its size.
 */
import type { Tty } from "../../tty/tty.ts";
import { isTerminalStop } from "./leader.ts";
import type { PtyChild } from "./pty-child.ts";

export interface OuterOptions {
  readonly tty: Tty;
  /** The command shares its terminal with other programs of a pipeline: it must ask for the keys. */
  readonly isShared: boolean;
  readonly onKeys: (bytes: Uint8Array) => Promise<void>;
  /** The terminal is ours to read: at the start, or later. */
  readonly onForeground: () => void;
  /** The command was stopped, and we are about to be; the terminal is still ours. */
  readonly onStop: () => void;
  /** We go on. */
  readonly onResume: () => void;
}

export interface OuterTerminal {
  /** Takes the terminal for the command if it may have it now. */
  readonly claim: () => boolean;
  /** Connects the command, once it has started. */
  readonly attach: (child: PtyChild) => void;
  /** The command was stopped by this signal. */
  readonly childStopped: (signal: NodeJS.Signals) => Promise<void>;
  /** Leaves the keys to whoever comes next, but keeps the modes. */
  readonly stopReading: () => void;
  /** Gives the terminal back. */
  readonly release: () => void;
}

/** Output of a command that was just stopped comes within this time. */
const SETTLE_MS = 20;
/** Something beside it may write on and on, and the person waits for the shell. */
const MAX_SETTLE_MS = 200;
/** A stopped process that goes on hears of it (SIGCONT) within this time. */
const CONTINUED_MS = 10;

/** The terminal in front; nothing is taken yet. */
export function createOuterTerminal(options: OuterOptions): OuterTerminal {
  const { tty } = options;
  let child: PtyChild | undefined;
  let isWanted = !options.isShared;
  const hold = createHold(options, {
    onGone: () => child?.signal("SIGHUP"),
    onContinued(isHeld) {
      if (!isHeld) return void child?.resume(false);
      fit();
      child?.signal("SIGCONT");
    },
  });
  const claim = (): boolean => isWanted && hold.claim();

  function fit(): void {
    const size = tty.size();
    if (size !== undefined) child?.resize(size);
  }

  async function childStopped(signal: NodeJS.Signals): Promise<void> {
    if (isTerminalStop(signal)) {
      isWanted = true;
      // In the foreground since we last looked: the shell says nothing to a job that runs.
      if (!hold.isHeld() && claim()) return goOn(true);
    }
    await settled(child);
    options.onStop();
    hold.release();
    const wasStopped = await stopOurGroup(signal);
    const mayRead = claim();
    options.onResume();
    // Nobody would ever let us go on again: then it must not be stopped over and over either.
    goOn(mayRead || !wasStopped);
  }

  function goOn(foreground: boolean): void {
    fit();
    child?.resume(foreground);
  }

  return {
    claim,
    attach(started) {
      child = started;
      process.on("SIGWINCH", fit);
      started.ended.finally(() => process.off("SIGWINCH", fit));
      // It may have changed since the command's terminal was made.
      fit();
    },
    childStopped,
    stopReading: hold.stopReading,
    release: hold.release,
  };
}

interface HoldEvents {
  /** The terminal is no more. */
  readonly onGone: () => void;
  /**
   * We alone were stopped, by SIGSTOP, and go on; what was set meanwhile by the shell is set anew. Not
   * held any more: we are in the background, and the keys are the shell's.
   */
  readonly onContinued: (isHeld: boolean) => void;
}

/** The keys of the terminal and its raw mode, which we have or have not. */
function createHold(
  { tty, onKeys, onForeground }: OuterOptions,
  { onGone, onContinued }: HoldEvents,
) {
  let isHeld = false;
  let stop: (() => void) | undefined;

  function claim(): boolean {
    if (isHeld) return true;
    if (!tty.isForeground() || !tty.setRaw(true)) return false;
    isHeld = true;
    process.on("SIGCONT", continued);
    stop = tty.onBytes(onKeys, onGone);
    onForeground();
    return true;
  }

  function stopReading(): void {
    stop?.();
    stop = undefined;
  }

  function release(): void {
    stopReading();
    isHeld = false;
    process.off("SIGCONT", continued);
    tty.setRaw(false);
  }

  function continued(): void {
    if (!tty.setRaw(true)) release();
    onContinued(isHeld);
  }

  return { claim, stopReading, release, isHeld: () => isHeld };
}

async function settled(child: PtyChild | undefined): Promise<void> {
  const untilMs = performance.now() + MAX_SETTLE_MS;
  const isQuiet = (): boolean =>
    child === undefined || performance.now() - child.lastOutputMs() >= SETTLE_MS;
  do await Bun.sleep(SETTLE_MS);
  while (!isQuiet() && performance.now() < untilMs);
}

/**
 * Stops our process group, as the key would have done, and returns when it goes on. False: the system
 * stops no group that nobody could let go on again.
 */
async function stopOurGroup(signal: NodeJS.Signals): Promise<boolean> {
  const stop = isTerminalStop(signal) ? signal : "SIGTSTP";
  const listeners = process.listeners(stop) as NodeJS.SignalsListener[];
  let wentOn = false;
  const onContinue = (): void => {
    wentOn = true;
  };
  process.on("SIGCONT", onContinue);
  process.removeAllListeners(stop);
  process.kill(0, stop);
  await Bun.sleep(CONTINUED_MS);
  for (const listener of listeners) process.on(stop, listener);
  process.off("SIGCONT", onContinue);
  return wentOn;
}
