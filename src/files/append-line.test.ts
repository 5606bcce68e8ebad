import { afterEach, beforeEach, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { appendLine } from "./append-line.ts";

let folder = "";
beforeEach(() => {
  folder = fs.mkdtempSync(join(os.tmpdir(), "telltale-lines-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

test("no file, a line, half a line: each text on a line of its own, in a private file", () => {
  const path = join(folder, "a/b.jsonl");
  expect(appendLine(path, "one")).toEqual({ ok: true, value: 0 });
  expect(appendLine(path, "two").ok).toBe(true);
  fs.appendFileSync(path, "ha");
  expect(appendLine(path, "three").ok).toBe(true);
  expect(fs.readFileSync(path, "utf8")).toBe("one\ntwo\nha\nthree\n");
  expect(fs.statSync(path).mode & 0o777).toBe(0o600);
  expect(fs.statSync(join(folder, "a")).mode & 0o777).toBe(0o700);
});

test("a folder in the place of the file, and a file in that of its folder: the reason names it", () => {
  fs.mkdirSync(join(folder, "a"));
  for (const path of [join(folder, "a"), "/dev/null/a"]) {
    const added = appendLine(path, "x");
    expect(!added.ok && added.reason).toContain(path);
  }
});

test("a device that is full: the reason says so", () => {
  const added = appendLine("/dev/full", "x");
  expect(!added.ok && added.reason).toContain("ENOSPC");
});
