/**
 * OSC 9;4, progress of a task (ConEmu, Windows Terminal, Ghostty and others): a number for the taskbar
 * or the tab, of the terminal as a whole. README.md has the wire form.
 */

/** The number after `ESC ]`, and the first parameter after it; other ones of OSC 9 are notifications. */
export const OSC_NUMBER = 9;
export const PROGRESS_PARAMETER = 4;

/** Bytes of the whole sequence: number, state and percentage need 13; more is a notification's text. */
export const SEQUENCE_MAX_BYTES = 64;

/** States by their numbers on the wire. */
export const PROGRESS_STATES = ["removed", "set", "error", "indeterminate", "paused"] as const;
export type ProgressState = (typeof PROGRESS_STATES)[number];

export interface ProgressReport {
  readonly state: ProgressState;
  /** A whole number from 0 to 100; only with `set`, `error` and `paused`. Absent: not said. */
  readonly pct?: number;
}
