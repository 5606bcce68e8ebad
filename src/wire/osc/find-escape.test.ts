import { expect, test } from "bun:test";
import fc from "fast-check";
import { findEscape } from "./find-escape.ts";

/** Byte by byte, as the contract says it. */
function slowly(chunk: Uint8Array, from: number): number {
  for (let at = from; at < chunk.length; at++) {
    if (chunk[at] !== 0x1b) continue;
    if (at + 1 === chunk.length) return at;
    if ("]cP\x1b".includes(String.fromCharCode(chunk[at + 1] ?? 0))) return at;
  }
  return chunk.length;
}

test("any bytes, any start: the ESC that a search byte by byte finds", () => {
  const painted = fc.constantFrom("\x1b[31m", "\x1b]", "\x1bP", "\x1bc", "\x1b\x1b", "\x1b\\", "a");
  const near = fc.array(painted, { maxLength: 12 }).map((parts) => Buffer.from(parts.join("")));
  const far = fc.nat(90).map((blanks) => Buffer.alloc(blanks, 0x20));
  const chunk = fc.array(fc.oneof(near, far), { maxLength: 6 }).map((all) => Buffer.concat(all));
  fc.assert(
    fc.property(chunk, fc.nat(40), (bytes, from) => {
      const start = Math.min(from, bytes.length);
      expect(findEscape(bytes, start)).toBe(slowly(bytes, start));
    }),
    { numRuns: 1_000 },
  );
});
