/**
 * The port to the terminal: what the host's views may ask of a screen. One implementation stands on
 * pi-tui; nothing outside this folder knows that engine. Views give finished rows: cleaned, painted
 * (SGR and OSC 8 alone), each at most as wide as asked, without a line end.
 */
import type { Key } from "./key.ts";

export type ScreenMode = "regular" | "fullscreen";

/** A part of the screen that makes its own rows. The same arrays while nothing changed are cheap to draw. */
export interface View {
  readonly render: (widthCols: number) => readonly string[];
  /** Another one: it shows another conversation, which is not compared with the one of before. */
  readonly documentId?: () => string;
}

/** The part below the transcript, laid out with the height that is there. */
export interface Footer {
  readonly render: (size: Size) => readonly string[];
  /** Where the cursor stands in the rows of the last render; absent: hidden. */
  readonly cursor?: () => { readonly row: number; readonly col: number } | undefined;
}

export interface Size {
  readonly widthCols: number;
  readonly heightRows: number;
}

export interface Screen {
  readonly size: () => Size;
  readonly mode: () => ScreenMode;
  /** Switches live; transcript, composer and what was typed stay. */
  readonly setMode: (mode: ScreenMode) => void;
  /** Draws soon; many calls are one drawing. */
  readonly requestDraw: () => void;
  /** Everything typed, key by key; answers of the terminal never come here. */
  readonly onKey: (listener: (key: Key) => void) => () => void;
  readonly onResize: (listener: (size: Size) => void) => () => void;
  /** Sets or (empty) gives back the title of the window. */
  readonly setTitle: (title: string) => void;
  /** Bytes that draw nothing, such as OSC 7501; written between drawings. */
  readonly writeControl: (bytes: string) => void;
  /** Hears the answers of the terminal to control sequences; true: it was one of yours. */
  readonly onReply: (listener: (sequence: string) => boolean) => () => void;
  /** Gives the terminal to somebody else (an editor, the shell), then takes it back and draws anew. */
  readonly lend: <Value>(use: () => Promise<Value>) => Promise<Value>;
  /** Stops the program as Ctrl+Z does elsewhere; back when the shell lets it go on. */
  readonly suspend: () => Promise<void>;
  /** Everything on the screen is written anew. */
  readonly redraw: () => void;
  /** Scrolls the transcript; nothing in regular mode, where the terminal scrolls. */
  readonly scroll: (by: "line" | "page" | "end", direction: -1 | 1) => void;
  /** Puts the terminal back as it was found. Idempotent. */
  readonly close: () => Promise<void>;
}

/** What is shown, from top to bottom. */
export interface ScreenParts {
  readonly transcript: View;
  readonly footer: Footer;
}
