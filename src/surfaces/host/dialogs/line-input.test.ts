import { expect, test } from "bun:test";
import { createMeasure } from "../../../text/width.ts";
import { inputPart, inputText, type LineInput, lineInput, pressInput } from "./line-input.ts";

const measure = createMeasure({ ambiguousWide: false });

const after = (input: LineInput, ...keys: readonly string[]): LineInput =>
  keys.reduce((at, key) => {
    const isText = Array.from(key).length === 1;
    return pressInput(at, { name: key, raw: key, ...(isText && { text: key }) }) ?? at;
  }, input);

test("keys of a line: graphemes are never divided, a mark joins what stands before it", () => {
  const typed = after(lineInput("a👨‍👩‍👧b"), "left", "left", "backspace");
  expect(inputText(typed)).toBe("👨‍👩‍👧b");
  expect(inputText(after(typed, "delete"))).toBe("b");
  const marked = after(lineInput(""), "e", "\u0301");
  expect([marked.graphemes.length, marked.at]).toEqual([1, 1]);
  expect(inputText(after(lineInput("ab cd"), "home", "x", "ctrl+k"))).toBe("x");
  expect(inputText(after(lineInput("abc"), "left", "ctrl+u"))).toBe("c");
});

test("a paste of many lines with controls: one line, no control", () => {
  const input = pressInput(lineInput(""), { name: "paste", raw: "", text: "a\r\n\tb\x1b[31m" });
  expect(input && inputText(input)).toBe("a b [31m");
});

test("the part that is shown: holds the cursor at every width, and is never wider", () => {
  const text = "漢字 wide 👍 and 👨‍👩‍👧 क्षि end";
  let input = lineInput(text);
  for (;;) {
    for (let cols = 1; cols <= 40; cols++) {
      const part = inputPart(input, cols, measure);
      expect(measure(part.text)).toBeLessThanOrEqual(cols);
      expect(part.cursorCol).toBeLessThan(cols);
    }
    if (input.at === 0) break;
    input = after(input, "left");
  }
});
