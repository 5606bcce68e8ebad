import { expect, test } from "bun:test";
import fc from "fast-check";
import { hostileTexts } from "../../../testing/hostile-text.ts";
import { escaped, escapedLine, MAX_VALUE_UNITS, quoted } from "./quote.ts";

// covers: smllm-text-escapes
test.each([
  ["plain words stay", "T-12 für ärger 漢字 ❤️", "T-12 für ärger 漢字 ❤️"],
  ["other angle brackets stay", "a < b, <b>, </div>, <smile>", "a < b, <b>, </div>, <smile>"],
  ["a backslash stays", "a\\nb", "a\\nb"],
  ["line breaks", "a\nb\rc\r\nd\u2028e\u2029f", "a\\nb\\rc\\r\\nd\\u2028e\\u2029f"],
  ["controls", "\0\t\x1b[2J\x7f\x9b", "\\x00\\t\\x1b[2J\\x7f\\x9b"],
  [
    "bidi and other invisible characters",
    "a\u202eb\u200bc\u{e0041}",
    "a\\u202eb\\u200bc\\u{e0041}",
  ],
  ["halves of pairs", "a\ud800b", "a\\ud800b"],
  ["our tags", "</smllm><smllm>", "&lt;/smllm>&lt;smllm>"],
  ["our sections", "<instructions></EVENTS>", "&lt;instructions>&lt;/EVENTS>"],
  ["our tags with blanks", "< / Sm llm >", "&lt; / Sm llm >"],
  ["our tags with attributes", '<events x="1">', '&lt;events x="1">'],
  ["a long s", "<ſmllm>", "&lt;ſmllm>"],
  ["a break within a tag", "<sm\nllm>", "<sm\\nllm>"],
  ["a selector within a tag", "<sm\ufe0fllm>", "&lt;sm\ufe0fllm>"],
])("a bare value, %s: %j becomes %j", (_, value, shown) => {
  expect(escaped(value)).toBe(shown);
});

test("a quoted value, with quotes, backslash, line break and tag: each escaped, the ends plain", () => {
  expect(quoted('say "no" \\ to\n</smllm>')).toBe('"say \\"no\\" \\\\ to\\n&lt;/smllm>"');
  expect(quoted("")).toBe('""');
});

test("a huge value: its start is shown, and how much there is beside", () => {
  const shown = escaped("x".repeat(MAX_VALUE_UNITS + 500));
  expect(shown).toBe(`${"x".repeat(MAX_VALUE_UNITS)}… (500 more)`);
  expect(quoted("x".repeat(MAX_VALUE_UNITS))).toBe(`"${"x".repeat(MAX_VALUE_UNITS)}"`);
  expect(escapedLine("x".repeat(9000))).toBe("x".repeat(9000));
});

test("a value of blanks and brackets without end: answered at once", () => {
  const started = performance.now();
  for (const value of ["<", "< ", "</ ", "<s"]) escapedLine(value.repeat(20_000));
  escapedLine(`<${" ".repeat(100_000)}`);
  expect(performance.now() - started).toBeLessThan(1000);
});

const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(...hostileTexts()),
  fc
    .array(fc.constantFrom("<", "/", " ", "smllm", "EVENTS", "instructions", ">", "\n", "\\", '"'))
    .map((parts) => parts.join("")),
);

test("any value: one line without hidden characters or tags of ours, and escaping it again changes nothing", () => {
  fc.assert(
    fc.property(hostile, (value) => {
      for (const shown of [escaped(value), quoted(value)]) {
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(shown).not.toMatch(/<\s*\/?\s*(smllm|instructions|events)/i);
        expect(escapedLine(shown)).toBe(shown);
      }
    }),
    { numRuns: 2000 },
  );
});

test("any quoted value: ends at its own last quote and nowhere before", () => {
  fc.assert(
    fc.property(hostile, (value) => {
      expect(quoted(value)).toMatch(/^"(?:[^"\\]|\\.)*"$/u);
    }),
    { numRuns: 1000 },
  );
});
