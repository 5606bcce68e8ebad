import { expect, test } from "bun:test";
import fc from "fast-check";
import { hostileTexts } from "../testing/hostile-text.ts";
import { jsonText } from "./json-text.ts";

const UNSAFE = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

test("any value: read back as it was, without a character that a terminal obeys", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)));
      expect(jsonText(value)).not.toMatch(UNSAFE);
    }),
    { numRuns: 200 },
  );
});

test("hostile texts, as keys and as values: the same", () => {
  for (const text of hostileTexts()) {
    const value = { [`k${text}`]: [text] };
    expect(JSON.parse(jsonText(value))).toEqual(value);
    expect(jsonText(value)).not.toMatch(UNSAFE);
  }
});

test("a character beyond the first plane: both of its halves", () => {
  expect(jsonText("\u{e0001}")).toBe('"\\udb40\\udc01"');
});

test("indented: a member a line; nothing: null", () => {
  expect(jsonText({ a: 1 }, 2)).toBe('{\n  "a": 1\n}');
  expect(jsonText(undefined)).toBe("null");
});
