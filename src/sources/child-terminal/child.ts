/** The contract of a command in a terminal: what its caller gives, and what it gets. */
import type { TerminalSize } from "../../tty/terminal-size.ts";
import type { Tty } from "../../tty/tty.ts";
import type { Ending } from "./ending.ts";

export interface ChildTerminalOptions {
  /** How this program is started again. */
  readonly program: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The controlling terminal; absent: there is none. The caller closes it, after the end. */
  readonly tty?: Tty;
  /** `always`: its stdout is a terminal in any case; what comes there goes to ours. */
  readonly terminal: "auto" | "always";
  /** Size of its terminal while no person's terminal has one; absent: 80 columns and 24 rows. */
  readonly unseenSize?: TerminalSize;
  /**
   * Sees what the command writes to its terminal; what it returns goes on instead. Both hold during the
   * call only.
   */
  readonly onOutput?: (bytes: Uint8Array) => Uint8Array | undefined;
  /** The command writes nothing more: what `onOutput` held back, to be shown. */
  readonly onOutputEnd?: () => Uint8Array;
  /** Sees what comes from the person's terminal; what it returns goes to the command. */
  readonly onInput?: (bytes: Uint8Array) => Uint8Array;
  /**
   * Asked at the command's end: whether something must still be read from the person's terminal. Else
   * what is typed from then on is left to the next program.
   */
  readonly awaitsInput?: () => boolean;
  /** Sees what the command writes to a stderr that is no terminal. */
  readonly onErrors?: (bytes: Uint8Array) => void;
  /** The person's terminal may be read from now on; called again after each stop. */
  readonly onForeground?: () => void;
  /** The command was stopped, and so are we when this returns. */
  readonly onStop?: () => void;
  /** Both go on, in the foreground or not. */
  readonly onResume?: () => void;
  /** It could not be started; the terminal is given back after this. */
  readonly onNotStarted?: () => Promise<void>;
  /** The command has ended and its output is out; the terminal is given back after this. */
  readonly onEnded?: (ending: Ending) => Promise<void>;
}

export interface ChildTerminal {
  readonly pid: number;
  readonly kind: "terminal" | "plain";
  /** Everything is put back by then. */
  readonly ended: Promise<Ending>;
  /** To the command, as if typed. */
  readonly type: (bytes: Uint8Array | string) => void;
  /**
   * To the person's terminal, but never in the middle of what the command writes: then it waits for
   * the end of that.
   */
  readonly say: (sequence: string) => void;
  /** To the command and its process group. */
  readonly signal: (signal: NodeJS.Signals) => void;
}
