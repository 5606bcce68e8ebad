import { expect, test } from "bun:test";
import type { Finding } from "../finding.ts";
import { findingLine } from "./show-finding.ts";

const FINDING: Finding = {
  level: "error",
  file: "/p/m.yaml",
  line: 7,
  path: "states.A.on.go",
  message: "no state has the name B",
  hint: "states: A",
  rule: "CFG-3",
};

// covers: smllm-validate-form
test("a finding with everything: one line with all of it", () => {
  expect(findingLine(FINDING, "m.yaml")).toBe(
    "m.yaml:7: error: states.A.on.go: no state has the name B — states: A (CFG-3)",
  );
});

test("a finding about the whole file without a hint: no line, no place", () => {
  const { level, file, message, rule } = FINDING;
  expect(findingLine({ level, file, message, rule, path: "" }, "m.yaml")).toBe(
    "m.yaml: error: no state has the name B (CFG-3)",
  );
});

test("a hostile file name: one clean line", () => {
  expect(findingLine(FINDING, "a\x1b[2J\nb.yaml")).toStartWith("a b.yaml:7: error: ");
});
