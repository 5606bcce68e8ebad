/**
 * OSC 7501 in the output of a program: the events that a terminal acts on, in the order of the bytes,
 * and the bytes to pass on. Chunks may end anywhere; memory is bounded by the longest sequence.
 */
import { givenObject } from "../../base/given.ts";
import { createOscFramer, type OscEvent } from "../osc/framing.ts";
import { LIMITS, OSC_NUMBER, type ProgramEvent } from "./message.ts";
import { parseBody } from "./parse.ts";

/** Marks of shells (FinalTerm): `A` stands where a prompt begins. */
const PROMPT_NUMBER = 133;
const CAPITAL_A = 0x41;
const SEMICOLON = 0x3b;

export interface ScannerOptions {
  /**
   * Take OSC 7501 out of the output: whole sequences, refused and oversized ones, and what was there
   * of one that broke off. The bytes of one that may still become one are held, at most as many as
   * the longest sequence has.
   */
  readonly strip?: boolean;
}

/** What a chunk gave. */
export interface Scanned {
  readonly events: readonly ProgramEvent[];
  /** The bytes to pass on. Can be the chunk itself: use it before the chunk's memory is used again. */
  readonly output: Uint8Array;
}

export interface Scanner {
  feed(bytes: Uint8Array): Scanned;
  /** The stream has ended: what was held and is none of ours. The next chunk begins another stream. */
  flush(): Uint8Array;
  /** Bytes that are kept until the next chunk. */
  heldBytes(): number;
}

const NO_EVENTS: readonly ProgramEvent[] = [];

/** A scanner at the beginning of a stream. It never throws. */
export function createScanner(options: ScannerOptions = {}): Scanner {
  const framer = createOscFramer({
    numbers: [OSC_NUMBER, PROMPT_NUMBER],
    strip: givenObject(options).strip === true ? [OSC_NUMBER] : [],
    capBytes: LIMITS.sequence,
  });
  return {
    feed: (bytes) => {
      const { events, output } = framer.feed(bytes);
      if (events.length === 0) return { events: NO_EVENTS, output };
      return { events: events.flatMap((event) => programEvent(event) ?? []), output };
    },
    flush: framer.flush,
    heldBytes: framer.heldBytes,
  };
}

function programEvent(found: OscEvent): ProgramEvent | undefined {
  switch (found.kind) {
    case "reset":
      return { event: "reset" };
    case "oversized":
      // A mark beyond the cap is none.
      return found.number === OSC_NUMBER
        ? { event: "reject", reason: "sequence-too-long" }
        : undefined;
    case "string": {
      const { number, body, sequenceBytes, terminator } = found;
      if (body === undefined) return undefined;
      if (number === OSC_NUMBER) return parseBody(body, sequenceBytes, terminator);
      return isPromptStart(body) ? { event: "prompt-start" } : undefined;
    }
    default: {
      const never: never = found;
      return never;
    }
  }
}

function isPromptStart(body: Uint8Array): boolean {
  return body[0] === CAPITAL_A && (body.length === 1 || body[1] === SEMICOLON);
}
