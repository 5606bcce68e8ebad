import { expect, test } from "bun:test";
import fc from "fast-check";
import { idSegment, isAppName, isRecordId } from "./name.ts";

// covers: osc7501-id-segment
test("OSC-13, the first twelve characters of a task's id: a segment below task", () => {
  const id = `task/${idSegment("t:1234567890abcdef", 12)}`;
  expect(id).toBe("task/t_1234567890");
  expect(isRecordId(id)).toBe(true);
});

test.each([
  ["", "_"],
  ["Audit deps!", "Audit_deps_"],
  ["ünïcode 😀", "_n_code__"],
  ["../../etc", ".._.._etc"],
  ["x".repeat(40), "x".repeat(32)],
  ["😀".repeat(40), "_".repeat(32)],
])("the name %j: becomes %s", (name, segment) => {
  expect(idSegment(name)).toBe(segment);
});

test("lengths that are none: at least one character, at most a segment", () => {
  for (const maxBytes of [0, -1, Number.NaN, 0.5]) expect(idSegment("abc", maxBytes)).toBe("a");
  expect(idSegment("x".repeat(99), 1_000)).toBe("x".repeat(32));
});

test("any name: a segment of an id and an app", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.nat(40), (name, maxBytes) => {
      const segment = idSegment(name, maxBytes);
      expect(isRecordId(segment) && isAppName(segment)).toBe(true);
    }),
  );
});

test.each([
  ["", false],
  ["a", true],
  ["a/b/c/d/e/f/g/h", true],
  ["a/b/c/d/e/f/g/h/i", false],
  ["/a", false],
  ["a/", false],
  ["a b", false],
  ["é", false],
  ["..", true],
  [`${"a".repeat(31)}/`.repeat(4).slice(0, -1), true],
  [`${"a".repeat(32)}/`.repeat(4).slice(0, -1), false],
  ["a\n", false],
])("the id %j: valid %p", (id, valid) => {
  expect(isRecordId(id)).toBe(valid);
});
