/**
 * Follows output as a terminal reads it, far enough to know where something else may be written:
 * not in the middle of an escape sequence, a control string or a character of UTF-8.
 */

const ESC = 0x1b;
const BEL = 0x07;
const CAN = 0x18;
const SUB = 0x1a;

/** Of the strings only an OSC is ended by BEL as well. */
type Place = "ground" | "escape" | "sequence" | "osc" | "osc-escape" | "string" | "string-escape";

export interface OutputBoundary {
  readonly feed: (bytes: Uint8Array) => void;
  /** Whether what was fed ends between two things. */
  readonly isSafe: () => boolean;
}

/** Nothing has been written yet. */
export function createOutputBoundary(): OutputBoundary {
  let place: Place = "ground";
  /** Bytes of a character that are still to come. */
  let missing = 0;

  function step(byte: number): void {
    if (place === "ground" && byte !== ESC) missing = missingAfter(byte, missing);
    place = nextPlace(place, byte);
  }

  return {
    feed(bytes) {
      let at = 0;
      while (at < bytes.length) {
        if (place === "ground") {
          const next = bytes.indexOf(ESC, at);
          if (next !== at) {
            // Of a text without ESC only the last character can be unfinished.
            const end = next < 0 ? bytes.length : next;
            for (let i = Math.max(at, end - 4); i < end; i++) step(bytes[i] ?? 0);
            at = end;
            continue;
          }
          missing = 0;
        }
        step(bytes[at] ?? 0);
        at++;
      }
    },
    isSafe: () => place === "ground" && missing === 0,
  };
}

function nextPlace(place: Place, byte: number): Place {
  const isAborted = byte === CAN || byte === SUB;
  switch (place) {
    case "ground":
      return byte === ESC ? "escape" : "ground";
    case "escape":
      return afterEscape(byte);
    case "sequence":
      if (byte === ESC) return "escape";
      return byte >= 0x40 || isAborted ? "ground" : "sequence";
    case "osc":
      if (byte === ESC) return "osc-escape";
      return byte === BEL || isAborted ? "ground" : "osc";
    case "string":
      if (byte === ESC) return "string-escape";
      return isAborted ? "ground" : "string";
    case "string-escape":
      // Doubled, as in what is passed through tmux: still within.
      if (byte === ESC) return "string";
      return byte === 0x5c ? "ground" : afterEscape(byte);
    case "osc-escape":
      return byte === 0x5c ? "ground" : afterEscape(byte);
    default:
      return place satisfies never;
  }
}

function afterEscape(byte: number): Place {
  // CSI; OSC; DCS, SOS, PM and APC; an intermediate byte, after which a final one comes.
  if (byte === 0x5b) return "sequence";
  if (byte === 0x5d) return "osc";
  if (byte === 0x50 || byte === 0x58 || byte === 0x5e || byte === 0x5f) return "string";
  if (byte === ESC) return "escape";
  return byte >= 0x20 && byte < 0x30 ? "escape" : "ground";
}

function missingAfter(byte: number, missing: number): number {
  if (byte < 0x80) return 0;
  if (byte < 0xc0) return Math.max(0, missing - 1);
  if (byte >= 0xf8) return 0;
  if (byte >= 0xf0) return 3;
  return byte >= 0xe0 ? 2 : 1;
}
