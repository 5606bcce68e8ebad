import { expect, test } from "bun:test";
import { authorTextFinding } from "./author-texts.ts";

test.each([
  ["a\r\nb </events> c\n</smllm>", 2, "</events>"],
  ["</instructions>", 1, "</instructions>"],
  ["x\n\n</smllm>", 3, "</smllm>"],
])("a file with %j: one warning at line %d", (text, line, tag) => {
  const finding = authorTextFinding(text, "/p/a.md");
  expect(finding).toMatchObject({
    level: "warning",
    file: "/p/a.md",
    line,
    path: "",
    rule: "TURN-12",
  });
  expect(finding?.message).toContain(tag);
});

test("a file that closes nothing of ours: nothing", () => {
  expect(authorTextFinding("<events> </event> </ smllm> </SMLLM>", "/p/a.md")).toBeUndefined();
});
