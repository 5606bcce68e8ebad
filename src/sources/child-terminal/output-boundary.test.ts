import { expect, test } from "bun:test";
import fc from "fast-check";
import { createOutputBoundary } from "./output-boundary.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function isSafeAfter(...pieces: readonly (string | Uint8Array)[]): boolean {
  const boundary = createOutputBoundary();
  for (const piece of pieces) boundary.feed(typeof piece === "string" ? bytesOf(piece) : piece);
  return boundary.isSafe();
}

test.each([
  ["text", "abc\r\n"],
  ["a whole colour", "\x1b[1;31mred"],
  ["a title ended by BEL", "\x1b]0;title\x07"],
  ["a title ended by ST", "\x1b]0;title\x1b\\"],
  ["a DCS", "\x1bP+q544e\x1b\\"],
  ["a charset", "\x1b(B"],
  ["a string that CAN ends", "\x1b]0;ti\x18"],
  ["a string that another sequence cuts off", "\x1b]0;ti\x1b[m"],
  ["a character of four bytes", "🙂"],
])("after %s: safe", (_name, text) => {
  expect(isSafeAfter(text)).toBe(true);
});

test.each([
  ["ESC", "\x1b"],
  ["an open CSI", "\x1b[38;5;1"],
  ["an open OSC", "\x1b]8;;http://x"],
  ["an OSC whose ST has begun", "\x1b]0;t\x1b"],
  ["an open DCS with an ESC in it", "\x1bPtmux;\x1b\x1b]"],
  ["a charset that has begun", "\x1b("],
  ["a DCS in which a sequence for another terminal has ended", "\x1bPtmux;\x1b\x1b]0;t\x07"],
])("within %s: not safe", (_name, text) => {
  expect(isSafeAfter(text)).toBe(false);
});

test("a character in parts, long text before it: safe after its last byte alone", () => {
  const bytes = bytesOf(`${"x".repeat(500)}🙂`);
  for (const missing of [3, 2, 1]) {
    expect(isSafeAfter(bytes.subarray(0, bytes.length - missing))).toBe(false);
  }
  expect(isSafeAfter(bytes.subarray(0, -2), bytes.subarray(-2))).toBe(true);
});

test("any bytes, cut anywhere: the same answer", () => {
  const piece = fc.constantFrom("\x1b", "[", "]", "P", "\\", "\x07", "m", "🙂", "é", "x", "\x18");
  const streams = fc.array(fc.oneof(piece.map(bytesOf), fc.uint8Array({ maxLength: 6 })));
  fc.assert(
    fc.property(streams, fc.nat(), (pieces, at) => {
      const whole = Buffer.concat(pieces);
      const cut = whole.length === 0 ? 0 : at % whole.length;
      expect(isSafeAfter(whole.subarray(0, cut), whole.subarray(cut))).toBe(isSafeAfter(whole));
    }),
  );
});
