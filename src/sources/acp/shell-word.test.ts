import { expect, test } from "bun:test";
import { shellWord } from "./shell-word.ts";

test("words of a command: quoted where a shell would split or read them", () => {
  expect(["sh", "-c", "ls -l", "", "it's", "a/b.txt"].map(shellWord).join(" ")).toBe(
    "sh -c 'ls -l' '' 'it'\\''s' a/b.txt",
  );
});
