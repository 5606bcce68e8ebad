/** Opens the terminal as a screen: what is shown, when it is drawn, and how signals end or stop it. */
import { failed, ok, type Result } from "../../../base/result.ts";
import type { Painter } from "../painter.ts";
import type { Frame } from "./frame.ts";
import { fullscreenPainter } from "./fullscreen-painter.ts";
import type { Key } from "./key.ts";
import { regularPainter } from "./regular-painter.ts";
import type { Screen, ScreenMode, ScreenParts, Size } from "./screen.ts";
import { type HeldTerminal, holdTerminal } from "./terminal.ts";

export interface ScreenOptions {
  readonly mode: ScreenMode;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly painter: Painter;
  /** The terminal has hung up, or a signal ends the program; the terminal is as before by then. */
  readonly onGone: (why: ScreenEnd) => void;
}

export type ScreenEnd =
  | { readonly kind: "hung-up" }
  | { readonly kind: "signal"; readonly signal: NodeJS.Signals };

/** A picture every 16 ms is one for each that a screen shows. */
const FRAME_MS = 16;
const ENDING: readonly NodeJS.Signals[] = ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"];
/** By then a stopped program has gone on, or nobody has stopped it. */
const STOP_MS = 50;

/** Takes the terminal, or says why it cannot be had: not a terminal, or one that moves no cursor. */
export function openScreen(options: ScreenOptions, parts: ScreenParts): Result<Screen> {
  if (options.env.TERM === "dumb") return failed("the terminal cannot move its cursor (TERM=dumb)");
  let screen: TerminalScreen | undefined;
  const held = holdTerminal({
    env: options.env,
    onKey: (key) => screen?.pressed(key),
    onWheel: (direction) => screen?.scroll("line", direction),
    onReply: (sequence) => screen?.replied(sequence),
    onGone: () => screen?.end({ kind: "hung-up" }),
    onDrain: () => screen?.requestDraw(),
  });
  if (!held.ok) return held;
  screen = new TerminalScreen(held.value, options, parts);
  screen.start();
  return ok(screen);
}

/** Holds the terminal from `start` to `close`. */
class TerminalScreen implements Screen {
  private readonly keys = new Set<(key: Key) => void>();
  private readonly replies = new Set<(sequence: string) => boolean>();
  private readonly resizes = new Set<(size: Size) => void>();
  private readonly painters;
  private readonly drawing = soon(FRAME_MS, () => this.draw());
  private state: "ours" | "lent" | "closed" = "lent";
  private shownMode: ScreenMode;
  private shownSize: Size;
  private title = "";
  private unlisten: () => void = () => undefined;

  constructor(
    private readonly terminal: HeldTerminal,
    private readonly options: ScreenOptions,
    private readonly parts: ScreenParts,
  ) {
    const { measure } = options.painter;
    this.painters = {
      regular: regularPainter({ measure }),
      fullscreen: fullscreenPainter({ measure }),
    };
    this.shownMode = options.mode;
    this.shownSize = terminal.size();
  }

  start(): void {
    this.listen();
    this.take();
  }

  private listen(): void {
    if (this.state === "closed") return;
    this.unlisten = listenToSignals({
      // Later: whoever else hears the signal now must still see that somebody takes care of it.
      end: (signal) => queueMicrotask(() => this.end({ kind: "signal", signal })),
      resized: () => this.resized(),
      stopped: () => void this.stopped("SIGSTOP"),
      continued: () => this.continued(),
    });
  }

  readonly size = (): Size => this.shownSize;
  readonly mode = (): ScreenMode => this.shownMode;
  readonly requestDraw = (): void => {
    if (this.state === "ours") this.drawing.request();
  };
  readonly onKey = (listener: (key: Key) => void) => adding(this.keys, listener);
  readonly onReply = (listener: (sequence: string) => boolean) => adding(this.replies, listener);
  readonly onResize = (listener: (size: Size) => void) => adding(this.resizes, listener);

  readonly setMode = (mode: ScreenMode): void => {
    if (mode === this.shownMode) return;
    this.shownMode = mode;
    // The main screen is as it was left; the other one is always empty.
    if (mode === "fullscreen") this.painters.fullscreen.forget();
    if (this.state === "ours") this.terminal.switchTo(mode);
    this.requestDraw();
  };

  readonly setTitle = (title: string): void => {
    const next = title.replace(/[\x00-\x1f\x7f-\x9f]/g, "");
    if (next === this.title || this.state !== "ours") return;
    // The terminal keeps the title of before on a stack.
    if (this.title === "") this.terminal.write("\x1b[22;2t");
    this.terminal.write(next === "" ? "\x1b[23;2t" : `\x1b]2;${next}\x1b\\`);
    this.title = next;
  };

  readonly writeControl = (bytes: string): void => {
    if (this.state === "ours") this.terminal.write(bytes);
  };

  readonly lend = async <Value>(use: () => Promise<Value>): Promise<Value> => {
    this.giveBack();
    try {
      return await use();
    } finally {
      if (this.state === "lent") this.take();
    }
  };

  // All of the job: whoever started us stands in front of the shell.
  readonly suspend = (): Promise<void> => this.stopped("SIGTSTP");

  readonly redraw = (): void => {
    this.painters[this.shownMode].forget();
    this.requestDraw();
  };

  readonly scroll = (by: "line" | "page" | "end", direction: -1 | 1): void => {
    if (this.shownMode !== "fullscreen") return;
    this.painters.fullscreen.scroll(by, direction);
    this.requestDraw();
  };

  readonly close = async (): Promise<void> => {
    if (this.state === "closed") return;
    this.giveBack();
    this.state = "closed";
    this.unlisten();
    this.terminal.close();
  };

  /** The terminal has gone, or the program is to end. */
  end(why: ScreenEnd): void {
    if (this.state === "closed") return;
    void this.close();
    this.options.onGone(why);
  }

  pressed(key: Key): void {
    for (const listener of this.keys) listener(key);
  }

  replied(sequence: string): void {
    for (const listener of this.replies) if (listener(sequence)) return;
  }

  private take(): void {
    this.terminal.take(this.shownMode);
    this.state = "ours";
    this.shownSize = this.terminal.size();
    if (this.shownMode === "fullscreen") this.painters.fullscreen.forget();
    this.requestDraw();
  }

  private giveBack(): void {
    this.drawing.cancel();
    if (this.state !== "ours") return;
    this.setTitle("");
    this.terminal.write(this.painters[this.shownMode].leave());
    // The main screen still shows what stood there before the other one was opened.
    const below = this.shownMode === "fullscreen" ? this.painters.regular.leave() : "";
    this.state = "lent";
    this.terminal.giveBack(below);
  }

  private draw(): void {
    if (this.state !== "ours" || this.terminal.isBusy()) return;
    const frame = frameOf(this.parts, this.shownSize);
    this.terminal.write(this.painters[this.shownMode].draw(frame));
  }

  private resized(): void {
    if (this.state !== "ours") return;
    this.shownSize = this.terminal.size();
    for (const listener of this.resizes) listener(this.shownSize);
    this.requestDraw();
  }

  private async stopped(signal: "SIGTSTP" | "SIGSTOP"): Promise<void> {
    if (this.state !== "ours") return;
    await this.lend(async () => {
      this.unlisten();
      process.kill(signal === "SIGTSTP" ? 0 : process.pid, signal);
      await Bun.sleep(STOP_MS);
    });
    this.listen();
  }

  /** Somebody stopped us without asking; the shell has set modes of its own since. */
  private continued(): void {
    if (this.state !== "ours") return;
    this.terminal.giveBack("");
    this.take();
    this.redraw();
  }
}

function adding<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function frameOf({ transcript, footer }: ScreenParts, size: Size): Frame {
  const rows = footer.render(size).slice(0, size.heightRows);
  const cursor = footer.cursor?.();
  return {
    transcript: transcript.render(size.widthCols),
    footer: rows,
    ...(cursor !== undefined && cursor.row < rows.length && { cursor }),
    size,
    documentId: transcript.documentId?.() ?? "",
  };
}

/** Many wishes are one call; without a wish no timer runs. */
function soon(everyMs: number, call: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastMs = Number.NEGATIVE_INFINITY;
  return {
    request(): void {
      if (timer !== undefined) return;
      const waitMs = Math.max(0, lastMs + everyMs - performance.now());
      timer = setTimeout(() => {
        timer = undefined;
        lastMs = performance.now();
        call();
      }, waitMs);
    },
    cancel(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

interface SignalListener {
  readonly end: (signal: NodeJS.Signals) => void;
  readonly resized: () => void;
  readonly stopped: () => void;
  readonly continued: () => void;
}

function listenToSignals({ end, resized, stopped, continued }: SignalListener): () => void {
  const listened: readonly (readonly [NodeJS.Signals, (signal: NodeJS.Signals) => void])[] = [
    ...ENDING.map((signal) => [signal, end] as const),
    ["SIGWINCH", resized],
    ["SIGTSTP", stopped],
    ["SIGCONT", continued],
  ];
  for (const [signal, listener] of listened) process.on(signal, listener);
  return () => {
    for (const [signal, listener] of listened) process.off(signal, listener);
  };
}
