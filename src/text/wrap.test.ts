import { expect, test } from "bun:test";
import fc from "fast-check";
import { createMeasure } from "./width.ts";
import { wrapText } from "./wrap.ts";

const measure = createMeasure({ ambiguousWide: false });
const wrap = (text: string, cols: number, whole: readonly string[] = []) =>
  wrapText(text, { cols, measure, whole });

test.each<[string, string, number, string[], string[]]>([
  ["what fits", "one two", 7, [], ["one two"]],
  ["what does not", "one two three", 9, [], ["one two", "three"]],
  ["a word that is too wide", "a telephone b", 5, [], ["a", "telephone", "b"]],
  ["blanks and line breaks", "  one \n two  ", 20, [], ["one two"]],
  ["nothing", "  ", 20, [], []],
  ["wide characters", "設定 設定", 5, [], ["設定", "設定"]],
  [
    "a whole part, with the comma behind it",
    "see: npm run  build, or so",
    12,
    ["npm run  build"],
    ["see:", "npm run  build,", "or so"],
  ],
  [
    "a whole part that begins with another",
    "do a b c now",
    6,
    ["a b", "a b c"],
    ["do", "a b c", "now"],
  ],
  ["signs that patterns have", "x [--a | (b)] y", 6, ["[--a | (b)]"], ["x", "[--a | (b)]", "y"]],
])("%s: broken at the blanks that are for it", (_name, text, cols, whole, lines) => {
  expect(wrap(text, cols, whole)).toEqual(lines);
});

test("any words, any width: all of them in order, no line too wide but a word alone, none too short", () => {
  const words = fc.array(fc.constantFrom("a", "bc", "def", "word,", "設定", "longer-than-most"), {
    minLength: 1,
  });
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 30 }), (list, cols) => {
      const lines = wrap(list.join(" "), cols);
      expect(lines.join(" ")).toBe(list.join(" "));
      for (const [at, line] of lines.entries()) {
        if (line.includes(" ")) expect(measure(line)).toBeLessThanOrEqual(cols);
        const [next = ""] = (lines[at + 1] ?? "").split(" ");
        if (next !== "") expect(measure(`${line} ${next}`)).toBeGreaterThan(cols);
      }
    }),
  );
});
