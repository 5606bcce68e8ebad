/** The last bytes that a command printed. */

export interface OutputRing {
  readonly add: (bytes: Uint8Array) => void;
  readonly text: () => string;
  /** Something was dropped from the beginning. */
  readonly isTruncated: () => boolean;
}

/** Keeps at most `limitBytes`; the text begins with a whole character. */
export function createOutputRing(limitBytes: number): OutputRing {
  let chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  let isTruncated = false;

  const drop = () => {
    while (chunks[0] !== undefined && sizeBytes - chunks[0].length >= limitBytes) {
      sizeBytes -= chunks[0].length;
      chunks = chunks.slice(1);
      isTruncated = true;
    }
  };

  return {
    add(bytes) {
      if (bytes.length === 0) return;
      chunks.push(
        bytes.length > limitBytes ? bytes.slice(bytes.length - limitBytes) : bytes.slice(),
      );
      if (bytes.length > limitBytes) isTruncated = true;
      sizeBytes += Math.min(bytes.length, limitBytes);
      drop();
    },
    text() {
      const all = Buffer.concat(chunks);
      const last = all.subarray(Math.max(0, all.length - limitBytes));
      const isCut = isTruncated || last.length < all.length;
      return new TextDecoder().decode(isCut ? last.subarray(continuationBytes(last)) : last);
    },
    isTruncated: () => isTruncated || sizeBytes > limitBytes,
  };
}

/** Bytes at the start that belong to a character whose first byte is gone. */
function continuationBytes(bytes: Uint8Array): number {
  let count = 0;
  while (count < 3 && ((bytes[count] ?? 0) & 0xc0) === 0x80) count += 1;
  return count;
}
