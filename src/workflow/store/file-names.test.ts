import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { esc, fileName, fnv1a64, markerName } from "./file-names.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The definition, digit by digit. */
function slowFnv(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, "0");
}

const anyText = fc.string({ unit: "grapheme", maxLength: 80 });

describe("esc", () => {
  // covers: smllm-store-layout
  test.each([
    ["sm-abc123", "sm-abc123"],
    ["x/y_z", "x%2Fy%5Fz"],
    ["..", "%2E%2E"],
    ["A b\n\0%", "A%20b%0A%00%25"],
    ["ü😀", "%C3%BC%F0%9F%98%80"],
    ["__proto__", "%5F%5Fproto%5F%5F"],
    ["", ""],
  ])("%j: %s", (text, name) => {
    expect(esc(text)).toBe(name);
  });

  test("any text: only letters, digits, - and %XX, and the text can be had back", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(esc(text)).toMatch(/^(?:[A-Za-z0-9-]|%[0-9A-F]{2})*$/);
        expect(decodeURIComponent(esc(text))).toBe(text);
      }),
    );
  });
});

describe("fileName", () => {
  test("a name too long for a disk: cut, with a hash of the whole, so that two stay two", () => {
    const [one, other] = [`${"/".repeat(400)}1`, `${"/".repeat(400)}2`];
    expect(fileName(one)).toHaveLength(200);
    expect(fileName(one)).not.toBe(fileName(other));
    expect(fileName("x".repeat(200))).toBe("x".repeat(200));
    expect(fileName("x".repeat(201))).toBe(`${"x".repeat(183)}~${slowFnv("x".repeat(201))}`);
  });
});

describe("markerName", () => {
  test("short refs: escaped and in lower case; an empty one: ~", () => {
    expect(markerName("GH-12_a")).toBe("gh-12%5fa");
    expect(markerName("")).toBe("~");
    expect(markerName("~")).toBe("%7e");
  });

  test("120 bytes and 121: whole, and 103 with ~ and the hash of the ref", () => {
    expect(markerName("A".repeat(120))).toBe("a".repeat(120));
    const long = `${"A".repeat(120)}_`;
    expect(markerName(long)).toBe(`${"a".repeat(103)}~${slowFnv(long)}`);
    expect(markerName(long)).toHaveLength(120);
  });
});

describe("fnv1a64", () => {
  test.each([
    ["", "cbf29ce484222325"],
    ["a", "af63dc4c8601ec8c"],
    ["foobar", "85944171f73967e8"],
  ])("the known sum of %j: %s", (text, sum) => {
    expect(fnv1a64(bytes(text))).toBe(sum);
  });

  test("any text: the same as the sum by its definition", () => {
    fc.assert(fc.property(anyText, (text) => expect(fnv1a64(bytes(text))).toBe(slowFnv(text))));
  });
});
