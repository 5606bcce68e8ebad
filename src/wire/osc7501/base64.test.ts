import { expect, test } from "bun:test";
import fc from "fast-check";
import { decodeBase64, encodeBase64 } from "./base64.ts";

test("any bytes: encoded as the platform does it, and decoded with and without padding", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = encodeBase64(bytes);
      expect(text).toBe(Buffer.from(bytes).toString("base64"));
      expect(decodeBase64(text)).toEqual(bytes);
      expect(decodeBase64(text.replace(/=+$/, ""))).toEqual(bytes);
    }),
  );
});

test("what platform decoders pass over: refused", () => {
  const wrong = [
    "A",
    "AAAAA",
    "Zg=",
    "Zg==\n",
    "Z g=",
    "Zm9-",
    "Zm9_",
    "=",
    "==",
    "====",
    "Z=g=",
    "Zm9v=",
  ];
  for (const text of [...wrong, "Zm9v====", "Zg===", "Zé==", "Zm9\u{1f600}"]) {
    expect([text, decodeBase64(text)]).toEqual([text, undefined]);
  }
});

test("bits beyond the last byte: passed over", () => {
  expect(decodeBase64("YR==")).toEqual(Uint8Array.of(0x61));
  expect(decodeBase64("YWL")).toEqual(Uint8Array.of(0x61, 0x62));
});
