/**
 * A program in a real PTY with an emulated terminal behind it, for tests that must see what a person
 * would see. The PTY is Bun's own (`Bun.spawn({terminal})`), the screen is `@xterm/headless` with
 * Unicode grapheme widths. Queries of the program (cursor position, device attributes) are answered
 * by the emulator. POSIX only. Whoever starts one must `await end()` it.
 */
import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes";
import { type IBufferCell, Terminal } from "@xterm/headless";
import { endProcessTree } from "./process-tree.ts";

/** Raw output kept for inspection; older bytes are dropped. A screenful of SGR is some 20 KB. */
const RAW_BYTES_CAP = 4 * 1024 * 1024;
const SCROLLBACK_ROWS = 2000;
const POLL_MS = 15;

export interface PtyOptions {
  readonly cols?: number;
  readonly rows?: number;
  /** The whole environment: nothing is inherited, so that a test means the same everywhere. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Handlers of OSC strings by number; what one returns is written back as the terminal's answer. */
  readonly osc?: Readonly<Record<number, (data: string) => string | undefined>>;
  /** Gets what the program writes, as it comes. */
  readonly onBytes?: (bytes: Uint8Array) => void;
}

/** A colour as the terminal holds it: palette index, 0xRRGGBB, or absent for the default. */
export type CellColor =
  | { readonly kind: "palette"; readonly index: number }
  | { readonly kind: "rgb"; readonly rgb: number };

export interface ScreenCell {
  /** The grapheme in the cell, `""` for the second half of a wide one, `" "` for a blank. */
  readonly text: string;
  readonly widthCols: number;
  readonly foreground?: CellColor;
  readonly background?: CellColor;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
}

/** Keys by name, as an xterm sends them. */
export const KEYS = {
  enter: "\r",
  escape: "\x1b",
  tab: "\t",
  shiftTab: "\x1b[Z",
  backspace: "\x7f",
  up: "\x1b[A",
  down: "\x1b[B",
  right: "\x1b[C",
  left: "\x1b[D",
  ctrlC: "\x03",
  ctrlD: "\x04",
  ctrlU: "\x15",
} as const;

export type KeyName = keyof typeof KEYS;

export interface Pty {
  readonly pid: number;
  /** Resolves to the exit code, or 128 + signal. */
  readonly exited: Promise<number>;
  /** The rows on the screen, top first, without trailing blanks. */
  screen(): readonly string[];
  /** The whole screen as one text. */
  text(): string;
  /** Scrollback and screen of the active buffer. */
  history(): readonly string[];
  /** The cells of one screen row, one an occupied column. */
  cells(row: number): readonly ScreenCell[];
  cursor(): { readonly row: number; readonly col: number };
  title(): string;
  size(): { readonly cols: number; readonly rows: number };
  /** Everything the program wrote so far, the last few megabytes of it. */
  raw(): Uint8Array;
  type(text: string): void;
  press(key: KeyName): void;
  resize(cols: number, rows: number): void;
  /** Polls until `predicate` holds; false when it did not within `timeoutMs`. */
  wait(predicate: (screen: readonly string[]) => unknown, timeoutMs: number): Promise<boolean>;
  /** Resolves when the screen has not changed for `quietMs`; false if it never rests in time. */
  rest(quietMs: number, timeoutMs: number): Promise<boolean>;
  /** Closes the terminal under the program, as a window that is closed does. */
  hangUp(): void;
  /** Ends the program and everything it started. May be called twice. */
  end(): Promise<void>;
}

function colorOf(cell: IBufferCell, side: "foreground" | "background"): CellColor | undefined {
  const front = side === "foreground";
  const value = front ? cell.getFgColor() : cell.getBgColor();
  if (front ? cell.isFgPalette() : cell.isBgPalette()) return { kind: "palette", index: value };
  if (front ? cell.isFgRGB() : cell.isBgRGB()) return { kind: "rgb", rgb: value };
  return undefined;
}

function readCell(cell: IBufferCell): ScreenCell {
  const foreground = colorOf(cell, "foreground");
  const background = colorOf(cell, "background");
  const widthCols = cell.getWidth();
  return {
    text: widthCols === 0 ? "" : cell.getChars() || " ",
    widthCols,
    ...(foreground && { foreground }),
    ...(background && { background }),
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    underline: cell.isUnderline() !== 0,
    inverse: cell.isInverse() !== 0,
  };
}

/** An emulated terminal alone: feed it bytes, read its cells. */
export function createTerminal(cols: number, rows: number): Terminal {
  const terminal = new Terminal({
    cols,
    rows,
    allowProposedApi: true,
    scrollback: SCROLLBACK_ROWS,
  });
  terminal.loadAddon(new UnicodeGraphemesAddon());
  return terminal;
}

/** The rows of the active buffer from `first` on, without trailing blanks. */
export function readRows(terminal: Terminal, first: number, count: number): readonly string[] {
  const buffer = terminal.buffer.active;
  return Array.from(
    { length: count },
    (_, i) => buffer.getLine(first + i)?.translateToString(true) ?? "",
  );
}

/** The cells of row `row` of the visible screen. */
export function readCells(terminal: Terminal, row: number): readonly ScreenCell[] {
  const buffer = terminal.buffer.active;
  const line = buffer.getLine(buffer.viewportY + row);
  if (!line) return [];
  const cells: ScreenCell[] = [];
  for (let col = 0; col < terminal.cols; col++) {
    const cell = line.getCell(col);
    if (cell) cells.push(readCell(cell));
  }
  return cells;
}

class RawLog {
  private chunks: Uint8Array[] = [];
  private sizeBytes = 0;
  add(chunk: Uint8Array): void {
    this.chunks.push(chunk.slice());
    this.sizeBytes += chunk.length;
    while (this.sizeBytes > RAW_BYTES_CAP && this.chunks.length > 1)
      this.sizeBytes -= this.chunks.shift()?.length ?? 0;
  }
  bytes(): Uint8Array {
    return Buffer.concat(this.chunks);
  }
}

async function poll(condition: () => unknown, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    if (condition()) return true;
    if (performance.now() >= deadline) return false;
    await Bun.sleep(POLL_MS);
  }
}

/** Starts `command` in a PTY of its own. */
export function startPty(command: readonly string[], options: PtyOptions = {}): Pty {
  const terminal = createTerminal(options.cols ?? 80, options.rows ?? 24);
  const log = new RawLog();
  let changedAtMs = performance.now();
  let title = "";
  const child = Bun.spawn([...command], {
    env: { TERM: "xterm-256color", ...options.env },
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    terminal: {
      cols: terminal.cols,
      rows: terminal.rows,
      data(_pty, bytes) {
        log.add(bytes);
        options.onBytes?.(bytes);
        changedAtMs = performance.now();
        terminal.write(bytes.slice());
      },
    },
  });
  const port = child.terminal;
  if (!port) throw new Error("this Bun gives no PTY");
  const write = (text: string): void => {
    if (!port.closed) port.write(text);
  };
  terminal.onData(write);
  terminal.onTitleChange((value) => {
    title = value;
  });
  for (const [code, handler] of Object.entries(options.osc ?? {}))
    terminal.parser.registerOscHandler(Number(code), (data) => {
      const answer = handler(data);
      if (answer !== undefined) write(answer);
      return true;
    });
  const screen = (): readonly string[] =>
    readRows(terminal, terminal.buffer.active.viewportY, terminal.rows);
  let ended: Promise<void> | undefined;
  const finish = async (): Promise<void> => {
    await endProcessTree(child.pid);
    if (!port.closed) port.close();
    await child.exited;
    terminal.dispose();
  };
  return {
    pid: child.pid,
    exited: child.exited,
    screen,
    text: () => screen().join("\n"),
    history: () => readRows(terminal, 0, terminal.buffer.active.length),
    cells: (row) => readCells(terminal, row),
    cursor: () => ({ row: terminal.buffer.active.cursorY, col: terminal.buffer.active.cursorX }),
    title: () => title,
    size: () => ({ cols: terminal.cols, rows: terminal.rows }),
    raw: () => log.bytes(),
    type: write,
    press: (key) => write(KEYS[key]),
    resize(cols, rows) {
      terminal.resize(cols, rows);
      if (!port.closed) port.resize(cols, rows);
    },
    wait: (predicate, timeoutMs) => poll(() => predicate(screen()), timeoutMs),
    rest: (quietMs, timeoutMs) => poll(() => performance.now() - changedAtMs >= quietMs, timeoutMs),
    hangUp() {
      if (!port.closed) port.close();
    },
    end() {
      ended ??= finish();
      return ended;
    },
  };
}
