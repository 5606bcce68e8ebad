/**
 * The line that a person's own status command gets on its stdin. Protocol 1; the README of this folder
 * has the format and the caps. Member names are those on the wire.
 */

/** The number in the member `protocol`; another number is another format. */
export const EXTENSION_PROTOCOL = 1;

/** Why the command runs. */
export const EXTENSION_EVENTS = [
  "startup",
  "turn-end",
  "session-change",
  "workspace-change",
  "interval",
] as const;

/** Why the command is run, one of `EXTENSION_EVENTS`. */
export type ExtensionEvent = (typeof EXTENSION_EVENTS)[number];

/** One message. An optional member is absent when its value is not known; it is never empty. */
export interface ExtensionMessage {
  readonly protocol: typeof EXTENSION_PROTOCOL;
  readonly event: ExtensionEvent;
  readonly session_id?: string;
  /** Absolute path; empty only if it is not known or too long to exist. */
  readonly workspace_dir: string;
  /** The whole name of the model, not its last part. */
  readonly model?: string;
  readonly session_title?: string;
  /** Version of the program that runs the command. */
  readonly tui_version: string;
}

/** Titles and names longer than this say nothing more to a reader, and come from outside. */
export const TEXT_MAX_UNITS = 4_096;

/** The longest path that any supported system can open (Windows; the others stop at 4,096 bytes). */
export const PATH_MAX_UNITS = 32_767;

/** Room for every member at its cap with each character escaped (`\u0000`), and unknown members. */
export const LINE_MAX_UNITS = 524_288;
