import { expect, test } from "bun:test";
import { idLineOf } from "./machine-id.ts";

test.each([
  ["id: fix\n", "fix"],
  ["# a\nid: 'a-b_1' # c\r\nx: [\r\n", "a-b_1"],
  ['\ufeffid :\t"fix"', "fix"],
  ["x: 1\nid: one\nid: two\n", "one"],
  ["id: bad id\nid: fix\n", "fix"],
  ["  id: inner\n", undefined],
  ["x:\n  id: inner\n", undefined],
  ["id:fix\n", undefined],
  ["id: 'fix\"\n", undefined],
  ["id: ../x\n", undefined],
  ["idle: x\n", undefined],
  ["", undefined],
])("%j: %p", (text, id) => {
  expect(idLineOf(text)).toBe(id);
});
