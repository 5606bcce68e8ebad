/** Opens the terminal as a screen. */
import { failed, type Result } from "../../../base/result.ts";
import type { Painter } from "../painter.ts";
import type { Screen, ScreenMode, ScreenParts } from "./screen.ts";

export interface ScreenOptions {
  readonly mode: ScreenMode;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly painter: Painter;
  /** The terminal is gone, or it was taken back by a signal: end, without drawing any more. */
  readonly onGone: () => void;
}

/** Takes the terminal, or says why it cannot be had: not a terminal, or one that moves no cursor. */
export function openScreen(_options: ScreenOptions, _parts: ScreenParts): Result<Screen> {
  return failed("not built yet");
}
