import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type JsonEnd, jsonEndFinder } from "./json-end.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** Feeds the bytes in pieces of a size, until the finder has decided. */
function find(bytes: Uint8Array, pieceBytes = bytes.length): JsonEnd {
  const finder = jsonEndFinder();
  let end: JsonEnd = { kind: "blank" };
  for (let length = 0; length < bytes.length; ) {
    length = Math.min(length + pieceBytes, bytes.length);
    end = finder.find(bytes, length);
    if (end.kind === "whole" || end.kind === "refused") break;
  }
  return end;
}

const found = (text: string, pieceBytes?: number) => {
  const bytes = encode(text);
  const end = find(bytes, pieceBytes);
  return end.kind === "whole"
    ? new TextDecoder().decode(bytes.subarray(end.start, end.end))
    : end.kind;
};

describe("the end of a JSON object in a stream", () => {
  test("brackets and escaped quotes in strings: no structure", () => {
    const text = '{"a}":"\\"}\\\\","b":[{"c":"]"}]}';
    expect(found(`${text} rest`)).toBe(text);
  });

  test("two documents: the first", () => {
    expect(found('{"a":1}\n{"b":2}')).toBe('{"a":1}');
  });

  test("a byte order mark, a greeting, blank lines before the object: passed over", () => {
    expect(found('\uFEFF\r\n{"a":1}')).toBe('{"a":1}');
    expect(found('Welcome!\n{"a":1}')).toBe('{"a":1}');
  });

  test("nothing, blanks, no object: blank; an object without its end: open", () => {
    expect([found(""), found(" \n"), found("null"), found("[1,2]")]).toEqual(
      Array(4).fill("blank"),
    );
    expect([found("{"), found('{"a":"}'), found('{"a":[}')]).toEqual(Array(3).fill("open"));
  });

  test("junk without an end, nesting without an end: refused", () => {
    expect(found("x".repeat(100_000))).toBe("refused");
    expect(found('{"a":'.repeat(100_000))).toBe("refused");
    expect(found(`{"a":${"[".repeat(100)}${"]".repeat(100)}}`)).toStartWith('{"a":[[');
  });

  test("millions of parts: refused before the end; as many commas in a text: found", () => {
    const many = `{"a":[${"[],".repeat(700_000)}1]}`;
    expect([found(many), found(many, 65_536)]).toEqual(["refused", "refused"]);
    expect(found(`{"a":"${",".repeat(2_000_000)}"}`, 65_536)).toEndWith(',"}');
  });

  test("broken UTF-8 in a string: the quote after it still ends the string", () => {
    const bytes = Uint8Array.of(...encode('{"a":"caf'), 0xe9, ...encode('"}x'));
    expect(find(bytes)).toEqual({ kind: "whole", start: 0, end: bytes.length - 1 });
  });

  test("any object at any split: the same end as in one piece", () => {
    const objects = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }));
    fc.assert(
      fc.property(objects, fc.string(), fc.integer({ min: 1, max: 9 }), (object, after, piece) => {
        const text = JSON.stringify(object);
        expect(found(text + after, piece)).toBe(text);
      }),
      { numRuns: 200 },
    );
  });
});
