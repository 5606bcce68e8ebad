import { afterEach, describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { git, gitTestEnv, tempFolder } from "../../testing/temp-git.ts";
import { fileFinder } from "./find-files.ts";
import { fuzzyScore } from "./fuzzy-score.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function folderWith(...files: readonly string[]): string {
  const folder = tempFolder("find");
  folders.push(folder);
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), "");
  }
  return folder;
}
const FILES = ["src/main.ts", "src/deep/main.test.ts", "README.md", "node_modules/x/main.js"];
const find = (cwd: string, query: string, env: Record<string, string> = gitTestEnv()) =>
  fileFinder({ env, nowMs: () => 0 }).find(cwd, query, new AbortController().signal);

describe("files below a folder", () => {
  // covers: composer-files-git
  test("a repository: tracked and new files, without those that are ignored", async () => {
    const folder = folderWith(...FILES, "built.js", ".gitignore");
    git(folder, "init", "-q");
    writeFileSync(join(folder, ".gitignore"), "node_modules\nbuilt.js\n");
    const found = await find(folder, "");
    expect(found).toContain("src/main.ts");
    expect(found).toContain("src/deep/");
    expect(found.join()).not.toMatch(/node_modules|built/);
  });

  // covers: composer-files-walk, composer-files-links
  test("no repository, no git: walked, never through a link, folders of dependencies left out", async () => {
    const outside = folderWith("secret.txt");
    const folder = folderWith(...FILES, "line\nbreak.txt");
    symlinkSync(outside, join(folder, "out"));
    symlinkSync(folder, join(folder, "round"));
    const found = await find(folder, "", { PATH: "/nonexistent" });
    expect(found.toSorted()).toEqual([
      "README.md",
      "out",
      "round",
      "src/",
      "src/deep/",
      "src/deep/main.test.ts",
      "src/main.ts",
    ]);
  });

  // covers: composer-files-order
  test("a few letters: names that begin with them, then paths, then letters in order; else none", async () => {
    const folder = folderWith(...FILES);
    expect(await find(folder, "main", {})).toEqual(["src/main.ts", "src/deep/main.test.ts"]);
    expect((await find(folder, "smt", {}))[0]).toBe("src/main.ts");
    expect(await find(folder, "zzz", {})).toEqual([]);
  });

  // covers: composer-files-cancel
  test("taken back before or while it looks: nothing", async () => {
    const folder = folderWith(...FILES);
    const stop = new AbortController();
    const finder = fileFinder({ env: {}, nowMs: () => 0 });
    const found = finder.find(folder, "", stop.signal);
    stop.abort();
    expect(await found).toEqual([]);
    expect(await finder.find(folder, "", stop.signal)).toEqual([]);
  });

  test("a folder that is not there: nothing", async () => {
    expect(await find("/nonexistent/folder", "")).toEqual([]);
  });
});

test("scores: whole, start of the name, start of the path, inside, scattered, not at all", () => {
  const scores = ["a/main.ts", "main", "src/ma", "ain", "smt"].map((query) =>
    fuzzyScore(query, query === "a/main.ts" ? "a/main.ts" : "src/main.ts"),
  );
  expect(scores.every((score) => score !== undefined)).toBe(true);
  expect(scores).toEqual(scores.toSorted((a, b) => (b ?? 0) - (a ?? 0)));
  expect(fuzzyScore("tsm", "src/main.ts")).toBeUndefined();
});
