import { expect, test } from "bun:test";
import fc from "fast-check";
import { fitText, fitUtf8 } from "./fit-text.ts";
import { LIMITS } from "./message.ts";

test.each([
  ["  two   words\t\n", "two words"],
  ["a\r\n\x1b[31mb\x9bc\x7f", "a [31mb c"],
  [" \n\t", ""],
  ["a\u2028b\u00a0c\u3000d", "a b c d"],
  ["\ufeffa mark of byte order stays\ufeff", "\ufeffa mark of byte order stays\ufeff"],
  ["half \ud83d of a pair", "half \ufffd of a pair"],
  ["\u202emarks of direction stay", "\u202emarks of direction stay"],
])("the text %j: one line without controls, %j", (text, fitted) => {
  expect(fitText(text, LIMITS.msg)).toBe(fitted);
});

test("a text at the limit: whole; a byte more: cut between two characters, with an ellipsis", () => {
  expect(fitText("é".repeat(96), LIMITS.title)).toBe("é".repeat(96));
  expect(fitText(`${"é".repeat(96)}a`, LIMITS.title)).toBe(`${"é".repeat(94)}…`);
  expect(fitText(`x${"\u{1f600}".repeat(60)}`, LIMITS.title)).toBe(`x${"\u{1f600}".repeat(47)}…`);
});

test.each([2, 1, 0, -1, Number.NaN])(
  "a limit of %p, too low for an ellipsis: nothing",
  (maxBytes) => {
    expect(fitText("text", maxBytes)).toBe("");
  },
);

test("any text, any limit: within it, valid, one line, and the same when fitted again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat(40), (text, maxBytes) => {
      const bytes = fitUtf8(text, maxBytes);
      expect(bytes.length).toBeLessThanOrEqual(maxBytes);
      const fitted = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
      expect(fitted).not.toMatch(/[\x00-\x1f\x7f-\x9f]|^ | $| {2}/);
      expect(fitText(text, maxBytes)).toBe(fitted);
    }),
  );
});
