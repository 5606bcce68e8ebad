import { describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join, relative, resolve } from "node:path";
import { REQUIREMENTS } from "./requirements.ts";

const ROOT = resolve(import.meta.dir, "..");
const COMMENT = /^\s*\/\/ covers: (.+)$/gm;

interface Citation {
  readonly id: string;
  readonly file: string;
}

function testFiles(): readonly string[] {
  return ["src", "test"].flatMap((folder) =>
    fs
      .readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".test.ts"))
      .map((file) => join(ROOT, folder, file)),
  );
}

function citationsIn(text: string, file: string): readonly Citation[] {
  return [...text.matchAll(COMMENT)].flatMap(([, ids = ""]) =>
    ids.split(",").map((id) => ({ id: id.trim(), file: relative(ROOT, file) })),
  );
}

const citations = testFiles()
  .filter((file) => file !== import.meta.path)
  .flatMap((file) => citationsIn(fs.readFileSync(file, "utf8"), file));

describe("the promises of the program", () => {
  test("each has an id of its own, a sentence and a source", () => {
    expect(new Set(REQUIREMENTS.map(({ id }) => id)).size).toBe(REQUIREMENTS.length);
    for (const { id, text, source } of REQUIREMENTS) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(text).toMatch(/^[A-Z-].{10,90}[^.\s]$/);
      expect(source).toMatch(/^[A-Z]/);
    }
  });

  test("each is named by a test", () => {
    const named = new Set(citations.map(({ id }) => id));
    expect(REQUIREMENTS.filter(({ id }) => !named.has(id))).toEqual([]);
  });

  test("no test names one that does not exist", () => {
    const known = new Set(REQUIREMENTS.map(({ id }) => id));
    expect(citations.filter(({ id }) => !known.has(id))).toEqual([]);
  });

  test("a comment names any number of promises; other comments name none", () => {
    const text = "  // covers: a, b-c\ntest();\n// covers nothing\n// covers: d\n";
    expect(citationsIn(text, "x").map(({ id }) => id)).toEqual(["a", "b-c", "d"]);
  });
});
