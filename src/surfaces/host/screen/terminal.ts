/**
 * The hold on the person's terminal: modes that are put back however the program ends, writes that wait for
 * a slow terminal without holding up the program, and the notice that the terminal has gone.
 */
import { ok, type Result } from "../../../base/result.ts";
import { muteErrorOutput } from "../../../tty/error-output.ts";
import { openTty, type Tty } from "../../../tty/tty.ts";
import { patientWriter } from "./patient-writer.ts";
import type { ScreenMode, Size } from "./screen.ts";
import { type InputListener, terminalInput } from "./terminal-input.ts";

export interface TerminalOptions extends Omit<InputListener, "onPlainKeyboard"> {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** It has hung up; nothing can be written any more. */
  readonly onGone: () => void;
  /** All that was given has been written. */
  readonly onDrain: () => void;
}

export interface HeldTerminal {
  readonly size: () => Size;
  readonly write: (bytes: string) => void;
  /** Something still waits for the terminal to take it: a picture made now would be old by then. */
  readonly isBusy: () => boolean;
  /** Raw mode, keyboard and paste modes, and the screen of the mode. */
  readonly take: (mode: ScreenMode) => void;
  /** From one screen to the other. */
  readonly switchTo: (mode: ScreenMode) => void;
  /** Everything as it was found, until it is taken again; `last` is written on the main screen. */
  readonly giveBack: (last: string) => void;
  /** Gives it back for good. */
  readonly close: () => void;
}

const DEFAULT_SIZE: Size = { widthCols: 80, heightRows: 24 };

/** Keys told apart where the terminal can, pastes in brackets, no wrapping at the right edge. */
const KITTY_ON = "\x1b[>5u";
const KITTY_OFF = "\x1b[<u";
const TAKE = "\x1b[?2004h\x1b[?7l";
/** Which keyboard protocol it knows: who does not know the first question answers the second alone. */
const ASK_KEYBOARD = "\x1b[?u\x1b[c";
const OTHER_KEYS_ON = "\x1b[>4;1m";
const OTHER_KEYS_OFF = "\x1b[>4;0m";
const ENTER_FULLSCREEN = "\x1b[?1049h\x1b[?1000h\x1b[?1006h";
const LEAVE_FULLSCREEN = "\x1b[?1006l\x1b[?1000l\x1b[?1049l";
const GIVE_BACK = "\x1b[?2026l\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?25h";

/** Opens the controlling terminal; nothing of it changes before `take`. */
export function holdTerminal(options: TerminalOptions): Result<HeldTerminal> {
  const opened = openTty();
  if (!opened.ok) return opened;
  return ok(hold(opened.value, options));
}

function hold(tty: Tty, options: TerminalOptions): HeldTerminal {
  let taken: ScreenMode | undefined;
  let hasOtherKeys = false;
  let stopReading: (() => void) | undefined;
  let unmute: (() => void) | undefined;
  const writer = patientWriter(tty.fd, options);
  const restoreBytes = () =>
    `${hasOtherKeys ? OTHER_KEYS_OFF : ""}${KITTY_OFF}${
      taken === "fullscreen" ? `${LEAVE_FULLSCREEN}${KITTY_OFF}` : ""
    }${GIVE_BACK}`;
  // After `process.exit`, or an exception that nobody caught.
  const onExit = () => {
    if (taken !== undefined) writer.writeNow(restoreBytes());
    unmute?.();
  };
  process.on("exit", onExit);
  const input = terminalInput(
    {
      ...options,
      onPlainKeyboard: () => {
        if (taken === undefined || hasOtherKeys) return;
        hasOtherKeys = true;
        writer.write(OTHER_KEYS_ON);
      },
    },
    options.env,
  );
  const giveBack = (last: string) => {
    if (taken === undefined) return;
    stopReading?.();
    stopReading = undefined;
    writer.writeNow(restoreBytes() + last);
    taken = undefined;
    hasOtherKeys = false;
    tty.setRaw(false);
    unmute?.();
    unmute = undefined;
  };
  return {
    size: () => {
      const size = tty.size();
      return size === undefined ? DEFAULT_SIZE : { widthCols: size.cols, heightRows: size.rows };
    },
    write: writer.write,
    isBusy: writer.isBusy,
    take(mode) {
      if (taken !== undefined) return;
      tty.setRaw(true);
      unmute = muteErrorOutput();
      taken = mode;
      const screen = mode === "fullscreen" ? `${ENTER_FULLSCREEN}${KITTY_ON}` : "";
      writer.write(`${TAKE}${KITTY_ON}${screen}${ASK_KEYBOARD}`);
      stopReading = tty.onBytes(input.feed, options.onGone);
    },
    switchTo(mode) {
      if (taken === undefined || taken === mode) return;
      taken = mode;
      if (mode === "fullscreen") writer.write(`${ENTER_FULLSCREEN}${KITTY_ON}`);
      else writer.write(`${KITTY_OFF}${LEAVE_FULLSCREEN}`);
    },
    giveBack,
    close() {
      giveBack("");
      input.close();
      writer.close();
      process.off("exit", onExit);
      tty.close();
    },
  };
}
