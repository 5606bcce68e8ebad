/**
 * OSC 7501, the Program Status Protocol (rev 0.4): what a program tells its terminal about itself.
 * Limits are those of the protocol; README.md says which choices we made where sources differ.
 */

import { givenObject } from "../../base/given.ts";

/** The number after `ESC ]`. */
export const OSC_NUMBER = 7501;

/** States of a record. `clear` is a command and no state. */
export const STATES = ["idle", "working", "blocked", "done", "error"] as const;
export type ProgramState = (typeof STATES)[number];

/** What a `blocked` program waits for. */
export const KINDS = ["permission", "question", "auth"] as const;
export type BlockedKind = (typeof KINDS)[number];

/** One record: what a program, or a part of it, says of itself. An absent member was not said. */
export interface ProgramRecord {
  /** Segments joined by `/`; the root record is `""`. */
  readonly id: string;
  readonly state: ProgramState;
  /** Only with `blocked`. */
  readonly kind?: BlockedKind;
  /** A whole number from 0 to 100; only with `working` and `blocked`. */
  readonly progress?: number;
  /** Stable name of the program. */
  readonly app?: string;
  /** Short label of the record. Outside text without controls; see `displayText`. */
  readonly title?: string;
  /** One line: what is happening, or what is waited for. Outside text without controls. */
  readonly msg?: string;
}

/** What a terminal reads: one event of the byte stream, in the order of the bytes. */
export type ProgramEvent =
  | { readonly event: "report"; readonly record: ProgramRecord }
  /** Removes `id` and everything beneath it; `""` removes all. */
  | { readonly event: "clear"; readonly id: string }
  /** The program asks whether its reports are read; answer with `encodeReply`. */
  | { readonly event: "query"; readonly terminator: Terminator }
  /** OSC 133 A: a shell draws a new prompt. */
  | { readonly event: "prompt-start" }
  /** RIS: the terminal is reset. */
  | { readonly event: "reset" }
  /** A sequence of ours that says nothing; nothing of it may be applied. */
  | { readonly event: "reject"; readonly reason: RejectReason };

/** How a string ended: ESC and a backslash, or BEL. */
export type Terminator = "st" | "bel";

/** Why a sequence was refused. */
export type RejectReason =
  | "no-state"
  | "unknown-state"
  | "bad-id"
  | "key-too-long"
  | "app-too-long"
  | "title-too-long"
  | "msg-too-long"
  | "bad-base64"
  | "bad-utf8"
  | "control-character"
  | "sequence-too-long"
  | "reply-form";

/** Limits in bytes unless said otherwise. */
export const LIMITS = {
  /** The whole sequence from ESC to the last byte of the terminator, as received. */
  sequence: 4096,
  key: 16,
  msgEncoded: 2732,
  msg: 2048,
  titleEncoded: 256,
  title: 192,
  app: 32,
  id: 128,
  idSegment: 32,
  idSegments: 8,
  /** Records that a terminal keeps; the protocol asks for at least 64. */
  records: 256,
} as const;

/**
 * What a terminal accepts (rev 0.4 reply). The protocol's default, which a bare reply means, is
 * everything.
 */
export interface Capabilities {
  readonly states: readonly ProgramState[];
  readonly kinds: readonly BlockedKind[];
}

/** Keys of the two lists in a reply: the one place where their spelling stands. */
export const REPLY_LISTS = { states: "states", kinds: "kinds" } as const;

/** What a bare reply means. */
export const ALL_CAPABILITIES: Capabilities = { states: STATES, kinds: KINDS };

/** Capabilities as a caller gives them: a list that is none means everything, as its absence does. */
export function givenCapabilities(given: Capabilities | undefined): Capabilities {
  const { states = STATES, kinds = KINDS } = givenObject(given);
  return {
    states: Array.isArray(states) ? STATES.filter((state) => states.includes(state)) : STATES,
    kinds: Array.isArray(kinds) ? KINDS.filter((kind) => kinds.includes(kind)) : KINDS,
  };
}
