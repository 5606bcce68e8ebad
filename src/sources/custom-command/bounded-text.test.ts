import { describe, expect, test } from "bun:test";
import { BoundedText } from "./bounded-text.ts";

function collect(maxUnits: number, chunks: readonly Uint8Array[]): string {
  const text = new BoundedText(maxUnits);
  for (const chunk of chunks) text.push(chunk);
  return text.finish();
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("BoundedText", () => {
  test("characters of 1 to 4 bytes, split at every place: the same text", () => {
    const whole = bytes("aé中😀z");
    for (let at = 0; at <= whole.length; at++) {
      expect(collect(100, [whole.subarray(0, at), whole.subarray(at)])).toBe("aé中😀z");
    }
  });

  test("text of exactly the limit: whole", () => {
    expect(collect(4, [bytes("ab😀")])).toBe("ab😀");
  });

  test("a pair over the limit: left out whole", () => {
    expect(collect(4, [bytes("abc😀d")])).toBe("abc");
  });

  test("chunks after the limit: ignored", () => {
    expect(collect(3, [bytes("ab"), bytes("cd"), bytes("ef")])).toBe("abc");
  });

  test("bytes that are no UTF-8, and a character cut off at the end: U+FFFD", () => {
    expect(collect(9, [Uint8Array.of(0x61, 0xff, 0x62, 0xe4, 0xb8)])).toBe("a\ufffdb\ufffd");
  });

  test("a byte order mark: gone", () => {
    expect(collect(9, [Uint8Array.of(0xef, 0xbb), Uint8Array.of(0xbf, 0x61)])).toBe("a");
  });
});
