import { expect, test } from "bun:test";
import { isPrintableAscii } from "./printable-ascii.ts";

test.each([
  ["", true],
  [" ~", true],
  ["feature/x 42%", true],
  ["\x1f", false],
  ["a\n", false],
  ["\x7f", false],
  ["a\u0080", false],
  ["é", false],
  ["a👍", false],
])("%j is printable ASCII: %p", (text, expected) => {
  expect(isPrintableAscii(text)).toBe(expected);
});
