/**
 * Finds a terminal's answers in what comes from the terminal: the reply to our query and the device
 * attributes (DA1). Everything else, also what a person pastes, is handed on in order. It holds back
 * no more than the start of something that may become an answer; when to give that up, the caller says.
 */
import { LIMITS } from "./message.ts";

const BEL = 0x07;
const ESC = 0x1b;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const QUESTION_MARK = 0x3f;

/** Bytes of the longest DA1 that is looked for; terminals send a dozen attributes, 60 bytes, at most. */
const DA1_MAX = 256;

const asBytes = (text: string) => [...text].map((character) => character.charCodeAt(0));
/** What follows `ESC ]` in a reply. */
const REPLY_START = asBytes("7501;?");
const PASTE_START = asBytes("\x1b[200~");
const PASTE_END = asBytes("\x1b[201~");

/** An answer that is there in whole. The reply's body is ASCII, without number and terminator. */
export type Answer =
  | { readonly kind: "reply"; readonly body: string }
  | { readonly kind: "device-attributes" };

type Place = "ground" | "escape" | "csi" | "attributes" | "number" | "body" | "body-escape";

export interface AnswerFilter {
  /**
   * Looks at one byte. `take` is asked for each answer: true swallows it, false hands it on like any
   * other input. Bytes to hand on are given to `pass`.
   */
  readonly step: (
    byte: number,
    pass: (byte: number) => void,
    take: (answer: Answer) => boolean,
  ) => void;
  /** Hands on what is held back and forgets it. */
  readonly release: (pass: (byte: number) => void) => void;
  /** How much is held back, and whether a key that was pressed could be all of it. */
  readonly held: () => "nothing" | "maybe-key" | "answer";
}

/** A filter at the start of the input. Holds at most 4,096 bytes. */
export function createAnswerFilter(): AnswerFilter {
  const held: number[] = [];
  const paste = createPasteWatch();
  let place: Place = "ground";

  function release(pass: (byte: number) => void): void {
    for (const byte of held) pass(byte);
    drop();
  }

  function drop(): void {
    held.length = 0;
    place = "ground";
  }

  function hold(byte: number, next: Place): void {
    held.push(byte);
    place = next;
  }

  const step: AnswerFilter["step"] = (byte, pass, take) => {
    if (paste(byte)) pass(byte);
    else look(byte, pass, take);
  };

  /** The same for a byte that was not pasted; the watch for pastes sees each byte once only. */
  const look: AnswerFilter["step"] = (byte, pass, take) => {
    const next = held.length < LIMITS.sequence ? placeAfter(place, byte, held) : undefined;
    if (next === "reply" || next === "device-attributes") {
      if (take(next === "reply" ? { kind: next, body: bodyOf(held) } : { kind: next })) {
        drop();
      } else {
        release(pass);
        pass(byte);
      }
    } else if (next !== undefined) {
      hold(byte, next);
    } else {
      // What was held is no answer; this byte may begin one, as may an ESC that ended a body.
      const restart = place === "body-escape";
      if (restart) held.pop();
      release(pass);
      if (restart) hold(ESC, "escape");
      if (restart || byte === ESC) look(byte, pass, take);
      else pass(byte);
    }
  };

  return {
    step,
    release,
    held() {
      if (held.length === 0) return "nothing";
      return held.length <= 2 ? "maybe-key" : "answer";
    },
  };
}

/** Where the byte leads from a place: on, to a whole answer, or (undefined) to what is none. */
function placeAfter(
  place: Place,
  byte: number,
  held: readonly number[],
): Place | Answer["kind"] | undefined {
  switch (place) {
    case "ground":
      return byte === ESC ? "escape" : undefined;
    case "escape":
      if (byte === 0x5b) return "csi";
      return byte === 0x5d ? "number" : undefined;
    case "csi":
      return byte === QUESTION_MARK ? "attributes" : undefined;
    case "attributes":
      if (held.length >= DA1_MAX) return undefined;
      if ((byte >= 0x30 && byte <= 0x39) || byte === 0x3b) return "attributes";
      return byte === 0x63 && held.at(-1) !== QUESTION_MARK ? "device-attributes" : undefined;
    case "number": {
      const at = held.length - 2;
      if (byte !== REPLY_START[at]) return undefined;
      return at === REPLY_START.length - 1 ? "body" : "number";
    }
    case "body":
      if (byte === BEL) return "reply";
      if (byte === ESC) return "body-escape";
      if (held.length === REPLY_START.length + 2) return byte === COLON ? "body" : undefined;
      return byte >= 0x20 && byte <= 0x7e ? "body" : undefined;
    case "body-escape":
      return byte === BACKSLASH ? "reply" : undefined;
    default:
      return place satisfies never;
  }
}

/** From the `?` of the held bytes to before the ESC of the terminator, if that is there. */
function bodyOf(held: readonly number[]): string {
  const end = held.at(-1) === ESC ? held.length - 1 : held.length;
  return String.fromCharCode(...held.slice(1 + REPLY_START.length, end));
}

/** Says of each byte whether it was pasted; the brackets themselves are no paste, and pass as input. */
function createPasteWatch(): (byte: number) => boolean {
  let inside = false;
  let matched = 0;
  return (byte) => {
    const wasInside = inside;
    const bracket = inside ? PASTE_END : PASTE_START;
    if (byte === bracket[matched]) matched++;
    else matched = byte === ESC ? 1 : 0;
    if (matched === bracket.length) {
      inside = !inside;
      matched = 0;
    }
    return wasInside;
  };
}
