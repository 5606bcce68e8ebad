/** What the status line and the hook load at their start stays on a short list. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkout, layTree } from "./skeleton.ts";
import { chainTo, type Loaded, loadedBy } from "./static-imports.ts";

/** Modules that a status line may load from outside the sources, and why. All others cost too much. */
const ALLOWED: Readonly<Record<string, string>> = {
  "node:fs": "built into the runtime; reads stdin, config and git",
  "node:path": "built into the runtime; paths of config, state and repositories",
  "get-east-asian-width": "a table of numbers and one function",
};

/** Rooms that have no part in a status line. */
const HEAVY_ROOMS = /^src\/(sources\/acp|surfaces\/(host|board)|agent|runtime|workflow|testing)\//;

/** Where the program and its two quick commands start; the last is what the hook always loads late. */
const entries = [
  "src/cli/main.ts",
  "src/cli/commands/statusline.ts",
  "src/cli/commands/hook.ts",
  "src/sources/harnesses/claude-code/hook.ts",
];

/** The chains to everything that is loaded and should not be. */
function findHeavy(loaded: Loaded): readonly string[] {
  const outside = [...loaded.outside.keys()].filter((name) => !Object.hasOwn(ALLOWED, name));
  const rooms = [...loaded.files.keys()].filter((file) => HEAVY_ROOMS.test(file));
  return [...outside, ...rooms].map((name) => chainTo(loaded, name));
}

describe("static imports", () => {
  test.each(entries)("of %s: nothing outside the short list, no heavy room", (entry) => {
    const loaded = loadedBy(checkout, entry);
    expect(findHeavy(loaded)).toEqual([]);
    expect(loaded.files.size).toBeGreaterThan(1);
  });

  test("of all of them: every allowed module is needed, so the list stays short", () => {
    const used = new Set(entries.flatMap((entry) => [...loadedBy(checkout, entry).outside.keys()]));
    expect(Object.keys(ALLOWED).filter((name) => !used.has(name))).toEqual([]);
  });
});

describe("a tree with breaches", () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "telltale-hot-"));
    layTree(folder, {
      "cli/main": ["./commands/line.ts", "lazy:../surfaces/host/screen.ts", "lazy:yaml"],
      "cli/commands/line": ["node:fs", "../../config/config.ts"],
      "config/config": ["yaml", "node:child_process", "../agent/loop.ts"],
      "agent/loop": ["../base/result.ts"],
      "base/result": [],
      "surfaces/host/screen": ["bun:sqlite"],
    });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("static imports of heavy things: each found, with the way to it; late ones not", () => {
    const way = "src/cli/main.ts -> src/cli/commands/line.ts -> src/config/config.ts";
    expect(findHeavy(loadedBy(folder, "src/cli/main.ts"))).toEqual([
      `${way} -> yaml`,
      `${way} -> node:child_process`,
      `${way} -> src/agent/loop.ts`,
    ]);
  });
});
