import { expect, test } from "bun:test";
import { hostileTexts } from "../testing/hostile-text.ts";
import { cleanLines, cleanLongLine, MAX_LONG_LINE_UNITS } from "./clean-lines.ts";

test("lines of every kind of end; indentation stays, tabs go to their stops", () => {
  expect(cleanLines("a\r\n  b\n\tc\td\u2028e")).toEqual(["a", "  b", "    c   d", "e"]);
});

test("a carriage return inside of a line: what was drawn last", () => {
  expect(cleanLongLine("10%\r50%\r100%\r")).toBe("100%");
});

test("a line longer than a name may be: whole up to its own cap", () => {
  const words = "漢字 text ".repeat(2_000);
  expect(cleanLongLine(words)).toBe(words);
  expect(cleanLongLine("x".repeat(100_000))).toHaveLength(MAX_LONG_LINE_UNITS);
});

test("hostile texts: no control character is left", () => {
  for (const text of hostileTexts()) {
    for (const line of cleanLines(`${text}\n${text.repeat(50)}`)) {
      expect(line).not.toMatch(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/);
    }
  }
});
