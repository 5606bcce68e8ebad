/** Whether what a command wrote to a terminal ends inside of a line, so that we begin a new one. */

/** Bytes of the end that are looked at: a line end, and what programs put back when they leave. */
const TAIL_BYTES = 128;

/** Colours, modes, erasing, the keyboard and titles: they leave the cursor where it is. */
const UNMOVING =
  /(?:\x1b\[[0-?]*[hlmJK]|\x1b\[[<-?][0-?]*u|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[=>])+$/;

export interface LineEnd {
  readonly feed: (bytes: Uint8Array) => void;
  /** The cursor is not at the beginning of a line. */
  readonly isOpen: () => boolean;
}

/** Nothing was written yet. */
export function createLineEnd(): LineEnd {
  let tail = "";
  return {
    feed(bytes) {
      // One character a byte: whatever the encoding is, a line end is one.
      tail = (tail + String.fromCharCode(...bytes.subarray(-TAIL_BYTES))).slice(-TAIL_BYTES);
    },
    isOpen() {
      const text = tail.replace(UNMOVING, "");
      return text !== "" && !text.endsWith("\n");
    },
  };
}
