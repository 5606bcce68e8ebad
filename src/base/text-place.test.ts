import { expect, test } from "bun:test";
import { textPlace } from "./text-place.ts";

test.each([
  ["", 0, 1, 1],
  ["ab", 1, 1, 2],
  ["a\nb", 2, 2, 1],
  ["a\r\nb\rc\nd", 7, 4, 1],
  ["a\n", 9, 2, 1],
])("%j at %d: line %d, column %d", (text, offset, line, column) => {
  expect(textPlace(text, offset)).toEqual({ line, column });
});
