/** The last line that a command wrote: what people look at first when it failed. */
import { cleanLine } from "../../text/clean.ts";

/** Bytes of the end of the output that are looked at: some screens full of text. */
const TAIL_BYTES = 16 * 1024;
/** Leaves the full screen of an editor or a pager; what was on it is no message. */
const FULL_SCREEN_END = "\x1b[?1049l";

export interface LastLine {
  readonly feed: (bytes: Uint8Array) => void;
  /** Cleaned; undefined where there is none. */
  readonly text: () => string | undefined;
}

/** Nothing was written yet. Keeps 32 KB at most. */
export function createLastLine(): LastLine {
  let tail = new Uint8Array();
  let isCut = false;
  return {
    feed(bytes) {
      const kept = bytes.subarray(Math.max(0, bytes.length - TAIL_BYTES));
      if (kept.length < bytes.length || tail.length + kept.length > 2 * TAIL_BYTES) isCut = true;
      const before = kept.length < bytes.length ? new Uint8Array() : tail.subarray(-TAIL_BYTES);
      const joined = new Uint8Array(before.length + kept.length);
      joined.set(before);
      joined.set(kept, before.length);
      tail = joined;
    },
    text() {
      const text = new TextDecoder().decode(tail);
      const end = text.lastIndexOf(FULL_SCREEN_END);
      const lines = text.slice(end < 0 ? 0 : end + FULL_SCREEN_END.length).split(/[\r\n]+/);
      // The start of the first one is missing, perhaps that of a sequence, which would be read as text.
      if (isCut && end < 0) lines.shift();
      return lines
        .map(cleanLine)
        .findLast((line) => line.trim() !== "")
        ?.trim();
    },
  };
}
