/**
 * The contract of a command. To add one: a file in `commands/` with its test, and a line in
 * `commands/registry.ts`. Help and the document table are made from it.
 */
import type { Io } from "./io.ts";

/** An option `--name`, with a value or as a flag. */
export interface CommandOption {
  /** Long name without the dashes. */
  readonly name: string;
  /** A letter that does as well, after one dash: `o` for `-o`. */
  readonly short?: string;
  /** Name of the value, such as `N`; absent for a flag. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** It may be given several times, and each value counts; else the last one does. */
  readonly repeats?: true;
  readonly describe: string;
}

/** A call that a person may copy, and what it is good for. */
export interface Example {
  readonly command: string;
  readonly describe: string;
}

/** A call after its arguments were understood. */
export interface Invocation {
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** Values of the options that repeat, in order, by name; empty for one that was not given. */
  readonly repeated: Readonly<Record<string, readonly string[]>>;
  /** Arguments that are no options, in order. */
  readonly operands: readonly string[];
  /** Of a command that `takesCommand`: `--` stood before its operands. */
  readonly operandsAfterDashes?: true;
  /** All commands of the program that its help lists; for texts that are made of them. */
  readonly listed?: () => Promise<readonly Command[]>;
  readonly io: Io;
}

/** What help says of a command, and what it does. */
export interface Command {
  readonly name: string;
  /** One sentence without a full stop. */
  readonly summary: string;
  /** What one must know before the call, a sentence each. */
  readonly notes?: readonly string[];
  /** Forms of the call, without the program's name. */
  readonly usage: readonly string[];
  readonly options: readonly CommandOption[];
  /** What its operands are, for a shell that completes them: files, or one of these words. */
  readonly takes?: "files" | readonly string[];
  readonly examples: readonly Example[];
  /** A table of words that it takes, such as states; in its help before the options. */
  readonly table?: {
    readonly title: string;
    /** After all else: what only a part of its calls takes. */
    readonly place?: "end";
    readonly rows: readonly (readonly [string, string])[];
  };
  readonly exitCodes: readonly { readonly code: number; readonly when: string }[];
  /** Its operands are a command with arguments: its own options end where that begins, `--` or not. */
  readonly takesCommand?: true;
  /** It reads its arguments by itself: all of them are operands. */
  readonly takesAll?: true;
  /** A call that cannot be understood still ends with 0 and an empty stdout. */
  readonly neverFails?: true;
  /**
   * Exit code of a call that cannot be understood or breaks, instead of the usual one: who waits for it
   * would take that for an answer.
   */
  readonly faultCode?: number;
  readonly run: (invocation: Invocation) => number | Promise<number>;
}

/** A command as the registry lists it: its code is loaded only when it is called. */
export interface CommandEntry {
  readonly name: string;
  /** Started by the program itself; in no list. */
  readonly hidden?: true;
  readonly load: () => Promise<Command>;
}

/** The call worked. */
export const EXIT_OK = 0;
/** The work failed. */
export const EXIT_FAILED = 1;
/** The call could not be understood. */
export const EXIT_USAGE = 2;
