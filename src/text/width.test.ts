import { describe, expect, test } from "bun:test";
import { eastAsianWidth } from "get-east-asian-width";
import { createMeasure } from "./width.ts";

const measure = createMeasure({ ambiguousWide: false });
const wide = createMeasure({ ambiguousWide: true });

describe("createMeasure", () => {
  test.each([
    ["empty", "", 0],
    ["ASCII", "main ~", 6],
    ["CJK", "漢字", 4],
    ["Hangul syllables", "수정", 4],
    ["fullwidth letters", "ＡＢ", 4],
    ["halfwidth katakana", "ｶﾞ", 2],
    ["emoji", "😀", 2],
    ["flag", "🇯🇵", 2],
    ["lone flag letter", "🇯", 1],
    ["combining accent", "e\u0301", 1],
    ["Hebrew points", "שָׁ", 1],
    ["spacing vowel sign", "कि", 2],
    ["mark that old tables do not know", "a\u0897", 2],
    ["skin tone, as tmux counts it", "👍🏽", 4],
    ["circled number on a black square", "㉈", 2],
    ["hexagram", "䷀", 2],
    ["nerd font icon", "\ue0b0", 1],
    ["ideographic space", "\u3000", 2],
    ["lone surrogate", "\ud800", 1],
  ])("%s: %j takes %d columns", (_name, text, cols) => {
    expect(measure(text)).toBe(cols);
    expect(measure(text)).toBe(cols);
  });

  test.each([
    ["…·→█Σ", 5, 10],
    ["α", 1, 2],
    ["\ue0b0", 1, 2],
    ["e\u0301", 1, 1],
    ["é", 1, 2],
    ["漢", 2, 2],
    ["⎇", 1, 1],
  ])("ambiguous characters of %j: %d columns, %d when they are wide", (text, narrow, broad) => {
    expect(measure(text)).toBe(narrow);
    expect(wide(text)).toBe(broad);
  });

  test("more strings than the cache holds: same answers before and after it starts anew", () => {
    const texts = Array.from({ length: 2000 }, (_, index) => `é漢${index}`);
    const first = texts.map(measure);
    expect(texts.map(measure)).toEqual(first);
    expect(first[0]).toBe(4);
  });

  test("a very long text: its whole width", () => {
    expect(measure("漢".repeat(100_000))).toBe(200_000);
  });
});

test("every character that Unicode calls wide: two columns, whichever way it was found", () => {
  for (let codePoint = 0x80; codePoint < 0x20000; codePoint++) {
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue;
    const character = String.fromCodePoint(codePoint);
    if (/[\p{Mn}\p{Me}]/u.test(character) || eastAsianWidth(codePoint) === 1) continue;
    expect([codePoint, measure(character)]).toEqual([codePoint, 2]);
  }
});
