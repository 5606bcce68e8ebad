/**
 * Where a terminal control sequence that starts in a text ends: CSI, OSC, the other control strings
 * (DCS, SOS, PM, APC) and short escapes, in their 7-bit and C1 forms (ECMA-48). It only finds the
 * borders; what a sequence means is for the caller. One pass, never backwards.
 */

/** A sequence that starts at a place asked for. The body lies between introducer and terminator. */
export interface EscapeSequence {
  readonly kind: "csi" | "osc" | "string" | "short";
  /** First unit after the whole sequence. */
  readonly end: number;
  /** For `csi`: parameters, intermediates and the final byte. For strings: the payload. */
  readonly body: string;
  /** The terminator or final byte is there. */
  readonly complete: boolean;
}

const BEL = 0x07;
const ESC = 0x1b;
const C1_ST = 0x9c;
const BACKSLASH = 0x5c;

type Kind = EscapeSequence["kind"];

/** A sequence that is longer than its introducer and one more character. */
type LongKind = Exclude<Kind, "short">;

/** What a long sequence is, by the character after ESC. */
export const SEVEN_BIT: Readonly<Record<string, LongKind>> = {
  "[": "csi",
  "]": "osc",
  P: "string",
  X: "string",
  "^": "string",
  _: "string",
};
/** What it is, by the one C1 character that introduces it. */
export const EIGHT_BIT: Readonly<Record<string, LongKind>> = {
  "\x9b": "csi",
  "\x9d": "osc",
  "\x90": "string",
  "\x98": "string",
  "\x9e": "string",
  "\x9f": "string",
};

/**
 * Reads the sequence at `at`, or undefined if none starts there. A control string ends at ST (both
 * forms) or at the end of the text, an OSC also at BEL; with `belEndsAll` every kind does.
 */
export function readEscapeSequence(
  text: string,
  at: number,
  belEndsAll = false,
): EscapeSequence | undefined {
  const first = text[at] ?? "";
  if (first !== "\x1b") {
    const kind = EIGHT_BIT[first];
    return kind === undefined ? undefined : readLong(text, at + 1, kind, belEndsAll);
  }
  const kind = SEVEN_BIT[text[at + 1] ?? ""];
  return kind === undefined ? readShort(text, at) : readLong(text, at + 2, kind, belEndsAll);
}

function readLong(text: string, from: number, kind: Kind, belEndsAll: boolean): EscapeSequence {
  return kind === "csi"
    ? readControlSequence(text, from)
    : readString(text, from, kind, belEndsAll || kind === "osc");
}

function readString(text: string, from: number, kind: Kind, belEnds: boolean): EscapeSequence {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const short = unit === C1_ST || (belEnds && unit === BEL);
    if (short || (unit === ESC && text.charCodeAt(at + 1) === BACKSLASH))
      return { kind, end: at + (short ? 1 : 2), body: text.slice(from, at), complete: true };
  }
  return { kind, end: text.length, body: text.slice(from), complete: false };
}

/**
 * Parameters, intermediates, final byte. Those that stand in the wrong order belong to the sequence
 * all the same, as terminals have it; any other unit ends it and is not eaten.
 */
function readControlSequence(text: string, from: number): EscapeSequence {
  let end = skip(text, from, 0x20, 0x3f);
  const complete = isWithin(text, end, 0x40, 0x7e);
  if (complete) end++;
  return { kind: "csi", end, body: text.slice(from, end), complete };
}

function readShort(text: string, at: number): EscapeSequence {
  let end = skip(text, at + 1, 0x20, 0x2f);
  const complete = isWithin(text, end, 0x30, 0x7e);
  if (complete) end++;
  return { kind: "short", end, body: text.slice(at + 1, end), complete };
}

function skip(text: string, from: number, low: number, high: number): number {
  let at = from;
  while (isWithin(text, at, low, high)) at++;
  return at;
}

function isWithin(text: string, at: number, low: number, high: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= low && unit <= high;
}
