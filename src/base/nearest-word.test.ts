import { expect, test } from "bun:test";
import { nearestWord } from "./nearest-word.ts";

const WORDS = ["model", "git-branch", "full", "compact"];

test.each([
  ["git-brnch", "git-branch"],
  ["GIT_BRANCH", "git-branch"],
  ["fulll", "full"],
  ["modle", "model"],
  ["lemod", undefined],
  ["weather", undefined],
  ["", undefined],
  ["m".repeat(5000), undefined],
])("%p: %p", (word, near) => {
  expect(nearestWord(word, WORDS)).toBe(near);
});
