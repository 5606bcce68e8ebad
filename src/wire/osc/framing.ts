/**
 * Framing of OSC strings (ECMA-48: `ESC ] number ; body`, ended by BEL or ST) in a stream of bytes
 * that comes in chunks. Finds the strings of some numbers, and full resets, in the order of the
 * bytes; can take strings out of what is passed on. Memory is bounded by `capBytes`, whatever comes.
 *
 * As in the parsers of terminals any ESC ends what stands open, so nothing but the strings that are
 * wanted needs a state. The exceptions are the wrappers in which a program hands a sequence through
 * a multiplexer to the terminal behind it: what stands in them is not meant for us.
 */
import { givenBytes } from "../../base/given.ts";
import { findEscape } from "./find-escape.ts";
import { createPassedOn, type PassedOn } from "./passed-on.ts";

const BEL = 0x07;
const CAN = 0x18;
const SUB = 0x1a;
const ESC = 0x1b;
const SEMICOLON = 0x3b;
const BACKSLASH = 0x5c;
const BRACKET = 0x5d;
const SMALL_C = 0x63;
const CAPITAL_P = 0x50;

/** What follows `ESC P` in the wrapper of tmux. Every ESC of its payload is doubled. */
const TMUX = [0x74, 0x6d, 0x75, 0x78, 0x3b];

/**
 * Bytes of one piece in the wrapper of GNU screen, whose payload begins with ESC. screen itself reads
 * no more than 768; a longer one is no wrapper but a control string that nobody ended.
 */
const SCREEN_MAX_BYTES = 768;

/** What was found. */
export type OscEvent =
  | {
      readonly kind: "string";
      readonly number: number;
      /** What follows the first semicolon, without control bytes; absent where there is none. */
      readonly body?: Uint8Array;
      /** As received, from ESC to the last byte of the terminator. */
      readonly sequenceBytes: number;
      readonly terminator: "st" | "bel";
    }
  /** A string longer than the cap: it was read to its end, its body is lost. */
  | { readonly kind: "oversized"; readonly number: number }
  /** RIS, `ESC c`. */
  | { readonly kind: "reset" };

export interface OscFramerOptions {
  /** Numbers of the strings that are wanted. */
  readonly numbers: readonly number[];
  /** Those of them that are taken out of the output. */
  readonly strip?: readonly number[];
  /** Longest whole sequence, terminator included. */
  readonly capBytes: number;
}

/** What a chunk gave. */
export interface Framed {
  readonly events: readonly OscEvent[];
  /** Bytes to pass on: the chunk itself, a view of it, or a copy of parts. */
  readonly output: Uint8Array;
}

export interface OscFramer {
  feed(chunk: Uint8Array): Framed;
  /** The stream has ended: gives back what was held and is not to be taken out, and begins anew. */
  flush(): Uint8Array;
  /** Bytes that are kept until the next chunk. */
  heldBytes(): number;
}

/** Where in the stream we stand. After `-escape`: an ESC was read whose next byte decides. */
type Place =
  | "ground"
  | "escape"
  | "number"
  | "body"
  | "body-escape"
  | "wrapper"
  | "tmux"
  | "tmux-escape"
  | "screen-escape"
  | "screen";

interface State {
  readonly numbers: ReadonlySet<number>;
  readonly strip: ReadonlySet<number>;
  /** Beginnings of the numbers that are wanted, and of those that are taken out. */
  readonly beginnings: ReadonlySet<number>;
  readonly stripBeginnings: ReadonlySet<number>;
  readonly capBytes: number;
  place: Place;
  /** Digits so far as a number; -1 before the first one. */
  number: number;
  /** Bytes of the string, or of the wrapper, so far. */
  sequenceBytes: number;
  /** In the wrapper of screen: the byte before, which may have come with an earlier chunk. */
  lastByte: number;
  hasBody: boolean;
  readonly body: Uint8Array;
  bodyBytes: number;
  readonly passedOn: PassedOn;
  events: OscEvent[];
}

const NO_EVENTS: readonly OscEvent[] = [];

/** A framer at the beginning of a stream. */
export function createOscFramer({ numbers, strip = [], capBytes }: OscFramerOptions): OscFramer {
  const state: State = {
    numbers: new Set(numbers),
    strip: new Set(strip),
    beginnings: beginningsOf(numbers),
    stripBeginnings: beginningsOf(strip),
    capBytes,
    place: "ground",
    number: -1,
    sequenceBytes: 0,
    lastByte: 0,
    hasBody: false,
    body: new Uint8Array(capBytes),
    bodyBytes: 0,
    passedOn: createPassedOn(strip.length > 0 ? capBytes : 0),
    events: [],
  };
  return {
    feed: (chunk) => feed(state, givenBytes(chunk)),
    flush: () => flush(state),
    heldBytes: () => state.bodyBytes + state.passedOn.heldBytes(),
  };
}

/** 7, 75, 750 and 7501 for 7501. */
function beginningsOf(numbers: readonly number[]): ReadonlySet<number> {
  return new Set(
    numbers.flatMap((number) => {
      const digits = String(number);
      return Array.from(digits, (_, at) => Number(digits.slice(0, at + 1)));
    }),
  );
}

function feed(state: State, chunk: Uint8Array): Framed {
  let at = state.place === "ground" ? findEscape(chunk, 0) : 0;
  if (at === chunk.length) return { events: NO_EVENTS, output: chunk };
  state.passedOn.begin(chunk);
  while (at < chunk.length) at = step(state, chunk, at);
  const output = state.passedOn.end(isUndecided(state));
  const { events } = state;
  // What was found belongs to the caller.
  state.events = [];
  return { events: events.length > 0 ? events : NO_EVENTS, output };
}

function flush(state: State): Uint8Array {
  state.place = "ground";
  state.bodyBytes = 0;
  return state.passedOn.flush();
}

/** The next byte decides whether what was read last is taken out. */
function isUndecided({ place, number, stripBeginnings }: State): boolean {
  switch (place) {
    case "escape":
    case "body-escape":
    case "tmux-escape":
    case "screen-escape":
      return true;
    case "number":
      return number < 0 || stripBeginnings.has(number);
    case "ground":
    case "body":
    case "wrapper":
    case "tmux":
    case "screen":
      return false;
    default: {
      const never: never = place;
      return never;
    }
  }
}

/** Reads on from `at` and says where it stopped; at the same place only after a change of `place`. */
function step(state: State, chunk: Uint8Array, at: number): number {
  switch (state.place) {
    case "ground": {
      const found = findEscape(chunk, at);
      return found < chunk.length ? beginEscape(state, "escape", found) : found;
    }
    case "escape":
      return readEscape(state, chunk[at], at);
    case "number":
      return readNumber(state, chunk[at] ?? 0, at);
    case "body":
      return readBody(state, chunk, at);
    case "body-escape":
      return readBodyEscape(state, chunk[at], at);
    case "wrapper":
      return readWrapper(state, chunk[at], at);
    case "tmux": {
      const found = chunk.indexOf(ESC, at);
      return found < 0 ? chunk.length : beginEscape(state, "tmux-escape", found);
    }
    case "tmux-escape":
      return readTmuxEscape(state, chunk[at], at);
    case "screen-escape":
      return readScreenEscape(state, chunk[at], at);
    case "screen":
      return readScreen(state, chunk, at);
    default: {
      const never: never = state.place;
      return never;
    }
  }
}

function beginEscape(state: State, place: Place, at: number): number {
  state.place = place;
  state.passedOn.mark(at);
  return at + 1;
}

/** What was read last is no string of ours. */
function letGo(state: State, place: Place): void {
  state.place = place;
  state.passedOn.release();
}

function readEscape(state: State, byte: number | undefined, at: number): number {
  switch (byte) {
    case BRACKET:
      state.place = "number";
      state.number = -1;
      state.sequenceBytes = 2;
      break;
    case CAPITAL_P:
      letGo(state, "wrapper");
      state.sequenceBytes = 2;
      break;
    case ESC:
      letGo(state, "ground");
      return beginEscape(state, "escape", at);
    case SMALL_C:
      state.events.push({ kind: "reset" });
      letGo(state, "ground");
      break;
    default:
      letGo(state, "ground");
  }
  return at + 1;
}

function readNumber(state: State, byte: number, at: number): number {
  const { number } = state;
  const next = digitAfter(number, byte);
  if (state.beginnings.has(next)) {
    state.number = next;
    return countInNumber(state, at);
  }
  if (byte === BEL || byte === ESC || byte === SEMICOLON) {
    if (state.numbers.has(number)) return beginBody(state, byte, at);
    letGo(state, "ground");
    return byte === ESC ? at : at + 1;
  }
  // As in the body, other control bytes are passed over.
  if (byte < 0x20 && byte !== CAN && byte !== SUB) return countInNumber(state, at);
  letGo(state, "ground");
  return at + 1;
}

/** -1 where the byte is no digit, or follows a zero in front: nobody writes one. */
function digitAfter(number: number, byte: number): number {
  if (byte < 0x30 || byte > 0x39 || number === 0) return -1;
  return Math.max(number, 0) * 10 + (byte - 0x30);
}

/** A number that control bytes stretch to the cap is none. */
function countInNumber(state: State, at: number): number {
  state.sequenceBytes++;
  if (state.sequenceBytes >= state.capBytes) letGo(state, "ground");
  return at + 1;
}

/** The number is whole, and one that is wanted. */
function beginBody(state: State, byte: number, at: number): number {
  state.place = "body";
  state.bodyBytes = 0;
  state.hasBody = byte === SEMICOLON;
  if (state.strip.has(state.number)) state.passedOn.drop();
  else state.passedOn.release();
  if (!state.hasBody) return at;
  state.sequenceBytes++;
  return at + 1;
}

function readBody(state: State, chunk: Uint8Array, from: number): number {
  const { body, capBytes } = state;
  let at = from;
  let { bodyBytes } = state;
  for (; at < chunk.length; at++) {
    const byte = chunk[at] ?? 0;
    if (byte < 0x20) {
      if (byte === BEL || byte === ESC || byte === CAN || byte === SUB) break;
    } else if (bodyBytes < capBytes) body[bodyBytes++] = byte;
  }
  state.sequenceBytes += at - from;
  // An oversized string never becomes an event with a body: nothing of it need be kept.
  state.bodyBytes = state.sequenceBytes < capBytes ? bodyBytes : 0;
  if (at === chunk.length) return at;
  const byte = chunk[at];
  if (byte === ESC) return beginEscape(state, "body-escape", at);
  if (byte === BEL) return endString(state, "bel", at);
  // CAN and SUB: the string was never there. They are passed on, for what they show.
  state.place = "ground";
  state.bodyBytes = 0;
  state.passedOn.resume(at);
  return at + 1;
}

function readBodyEscape(state: State, byte: number | undefined, at: number): number {
  if (byte === BACKSLASH) return endString(state, "st", at);
  // The ESC begins something else.
  state.place = "escape";
  state.bodyBytes = 0;
  state.passedOn.resumeAtMark();
  return at;
}

function endString(state: State, terminator: "st" | "bel", at: number): number {
  const { number, capBytes } = state;
  const sequenceBytes = state.sequenceBytes + (terminator === "st" ? 2 : 1);
  if (sequenceBytes > capBytes) state.events.push({ kind: "oversized", number });
  else {
    const body = state.hasBody ? { body: state.body.slice(0, state.bodyBytes) } : {};
    state.events.push({ kind: "string", number, ...body, sequenceBytes, terminator });
  }
  state.place = "ground";
  state.bodyBytes = 0;
  state.passedOn.resume(at + 1);
  return at + 1;
}

/** After `ESC P`: most control strings are not wrappers, and then nothing is to be remembered. */
function readWrapper(state: State, byte: number | undefined, at: number): number {
  const matched = state.sequenceBytes - 2;
  if (byte === ESC && matched === 0) return beginEscape(state, "screen-escape", at);
  if (byte !== TMUX[matched]) {
    state.place = "ground";
    return at;
  }
  state.sequenceBytes++;
  if (matched + 1 === TMUX.length) state.place = "tmux";
  return at + 1;
}

function readTmuxEscape(state: State, byte: number | undefined, at: number): number {
  if (byte === ESC || byte === BACKSLASH) {
    letGo(state, byte === ESC ? "tmux" : "ground");
    return at + 1;
  }
  // An ESC alone cannot stand in it: the wrapper was never ended.
  state.place = "escape";
  return at;
}

/** After `ESC P ESC`: only a wrapper goes on with the sequence that it wraps. */
function readScreenEscape(state: State, byte: number | undefined, at: number): number {
  if (byte !== BRACKET) {
    state.place = "escape";
    return at;
  }
  letGo(state, "screen");
  state.sequenceBytes = 4;
  state.lastByte = BRACKET;
  return at + 1;
}

function readScreen(state: State, chunk: Uint8Array, from: number): number {
  const end = Math.min(chunk.length, from + SCREEN_MAX_BYTES - state.sequenceBytes);
  for (let at = from; at < end; at++) {
    const byte = chunk[at] ?? 0;
    state.sequenceBytes++;
    if (byte === BACKSLASH && state.lastByte === ESC) {
      state.place = "ground";
      return at + 1;
    }
    state.lastByte = byte;
  }
  if (state.sequenceBytes >= SCREEN_MAX_BYTES) state.place = "ground";
  return end;
}
