import { expect, test } from "bun:test";
import fc from "fast-check";
import { freeId, idOf } from "./ids.ts";

// covers: smllm-ids
test("random numbers: five bits a letter, lowest first, always of the known form", () => {
  expect(idOf("sm", 0)).toBe("sm-000000");
  expect(idOf("i", 0b00001_11111_01010)).toBe("i-az1000");
  expect(idOf("i", 2 ** 30)).toBe("i-000000");
  expect(idOf("i", 0xffffffff)).toBe("i-zzzzzz");
  fc.assert(
    fc.property(fc.maxSafeNat(), (random) => {
      expect(idOf("sm", random)).toMatch(/^(sm|i)-[0-9a-hjkmnp-tv-z]{6}$/);
    }),
  );
});

test("ids that are taken: drawn anew; a source that never changes: the next one", () => {
  const drawn = [1, 1, 2];
  const draw = () => drawn.shift() ?? 9;
  expect(freeId("i", draw, (id) => id === "i-100000")).toBe("i-200000");
  const taken = new Set([idOf("i", 7), idOf("i", 8)]);
  expect(
    freeId(
      "i",
      () => 7,
      (id) => taken.has(id),
    ),
  ).toBe(idOf("i", 9));
});

test("no id that is free: a fault of the store", () => {
  const all = () =>
    freeId(
      "i",
      () => 7,
      () => true,
    );
  expect(all).toThrow(expect.objectContaining({ kind: "store" }));
});
