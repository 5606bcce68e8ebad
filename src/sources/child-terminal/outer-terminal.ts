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
/** A stopped process that goes on hears of it (SIGCONT) within this time. */
const CONTINUED_MS = 10;

/** The terminal in front; nothing is taken yet. */
export function createOuterTerminal(options: OuterOptions): OuterTerminal {
  const { tty } = options;
  let child: PtyChild | undefined;
  let isWanted = !options.isShared;
  let isOurs = false;
  let stop: (() => void) | undefined;

  function claim(): boolean {
    if (isOurs) return true;
    if (!isWanted || !tty.isForeground() || !tty.setRaw(true)) return false;
    isOurs = true;
    process.on("SIGCONT", continued);
    stop = tty.onBytes(options.onKeys, () => child?.signal("SIGHUP"));
    options.onForeground();
    return true;
  }

  function stopReading(): void {
    stop?.();
    stop = undefined;
  }

  function release(): void {
    stopReading();
    isOurs = false;
    process.off("SIGCONT", continued);
    tty.setRaw(false);
  }

  /** We alone were stopped, by SIGSTOP, and the shell has set its own modes meanwhile. */
  function continued(): void {
    if (tty.setRaw(true)) {
      fit();
      child?.signal("SIGCONT");
      return;
    }
    // In the background the keys are the shell's, until the command asks for them.
    release();
    child?.resume(false);
  }

  function fit(): void {
    const size = tty.size();
    if (size !== undefined) child?.resize(size);
  }

  async function childStopped(signal: NodeJS.Signals): Promise<void> {
    if (isTerminalStop(signal)) {
      isWanted = true;
      // In the foreground since we last looked: the shell says nothing to a job that runs.
      if (!isOurs && claim()) return goOn(true);
    }
    await settled();
    options.onStop();
    release();
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

  async function settled(): Promise<void> {
    do await Bun.sleep(SETTLE_MS);
    while (child !== undefined && performance.now() - child.lastOutputMs() < SETTLE_MS);
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
    stopReading,
    release,
  };
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
