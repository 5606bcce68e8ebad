import { expect, test } from "bun:test";
import { didYouMean, nearestWord } from "./nearest-word.ts";

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

test("the question for a message: with the word, or nothing", () => {
  expect(didYouMean("fulll", WORDS)).toBe(" (did you mean full?)");
  expect(didYouMean("weather", WORDS)).toBe("");
});
