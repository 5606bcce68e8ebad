import { expect, test } from "bun:test";
import { readEscapeSequence } from "./escape-sequence.ts";

test.each([
  ["\x1b[1;31mx", { kind: "csi", end: 7, body: "1;31m", complete: true }],
  ["\x9b?25hx", { kind: "csi", end: 5, body: "?25h", complete: true }],
  ["\x1b[1-2mx", { kind: "csi", end: 6, body: "1-2m", complete: true }],
  ["\x1b[31", { kind: "csi", end: 4, body: "31", complete: false }],
  ["\x1b[3\nm", { kind: "csi", end: 3, body: "3", complete: false }],
  ["\x1b]0;t\x07x", { kind: "osc", end: 6, body: "0;t", complete: true }],
  ["\x1b]0;t\x1b\\x", { kind: "osc", end: 7, body: "0;t", complete: true }],
  ["\x9dt\x9cx", { kind: "osc", end: 3, body: "t", complete: true }],
  ["\x1b]0;t", { kind: "osc", end: 5, body: "0;t", complete: false }],
  ["\x1bPa\x07b\x1b\\x", { kind: "string", end: 7, body: "a\x07b", complete: true }],
  ["\x1b(Bx", { kind: "short", end: 3, body: "(B", complete: true }],
  ["\x1bMx", { kind: "short", end: 2, body: "M", complete: true }],
  ["\x1b", { kind: "short", end: 1, body: "", complete: false }],
  ["\x1bé", { kind: "short", end: 1, body: "", complete: false }],
] as const)("%j: read to its end", (text, sequence) => {
  expect(readEscapeSequence(text, 0)).toEqual(sequence);
});

test("BEL ends every kind of string where asked", () => {
  expect(readEscapeSequence("\x1bPa\x07b", 0, true)?.end).toBe(4);
});

test.each(["x", "\x07", "\x9c", "", "\n"])("%j: no sequence starts there", (text) => {
  expect(readEscapeSequence(text, 0)).toBeUndefined();
});
