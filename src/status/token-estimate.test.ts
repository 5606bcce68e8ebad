import { expect, test } from "bun:test";
import { estimateTokens } from "./token-estimate.ts";

test.each([
  ["hello world", 3],
  ["你好，世界", 5],
  ["한국어 테스트", 7],
  ["日本語テスト123", 7],
  ["😀", 1],
  ["€€€€€", 2],
  ["ＡＢＣ", 3],
  ["\u{20000}\u{2a6d6}", 2],
  ["", 0],
])("message %p, rounded up once, is %d tokens", (text, tokens) => {
  expect(Math.ceil(estimateTokens(text))).toBe(tokens);
});

test("parts of one message add up before they are rounded", () => {
  const parts = ["a", "b", "c", "d", "e"].map(estimateTokens);
  expect(Math.ceil(parts.reduce((sum, part) => sum + part, 0))).toBe(2);
});
