/** What status lines and hooks, of both programs, load at their start stays on a short list. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
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
const HEAVY_ROOMS = /^src\/(sources\/acp|surfaces\/(host|board)|agent|runtime|testing)\//;
/** What a line has no part in that does not show where the work is. */
const WORKFLOW = /^src\/workflow\//;

/** Parts of the workflows that neither a row nor a hook has a part in while its configs are in the cache. */
const HEAVY_WORKFLOW =
  /^src\/workflow\/(api|check|format|install|tool|configs\/(load|parse|watching)[^/]*|commands\/(machine|run)[^/]*)/;
/** What a row has no part in beside. */
const ENGINE = /^src\/workflow\/(engine\/(engine|walk|text\/)|hooks\/)/;

/** Where the program and its two quick commands start; the last is what the hook always loads late. */
const entries = [
  "src/cli/main.ts",
  "src/cli/commands/statusline.ts",
  "src/cli/commands/hook.ts",
  "src/sources/harnesses/claude-code/hook.ts",
];

/** Where a row and the hooks of the workflows start, with what a hook always or nearly always loads late. */
const rowEntries = [
  "src/cli/smllm.ts",
  "src/cli/smllm/commands/statusline.ts",
  "src/sources/probes/workflow.ts",
];
const hookEntries = [
  "src/cli/smllm/commands/harness-hook.ts",
  "src/workflow/hooks/hook-world.ts",
  "src/workflow/hooks/answer-hook.ts",
  "src/workflow/engine/engine.ts",
];

/** Required by a function when it is called, which the scanner takes for a load at the start. */
const CALLED_LATE: Readonly<Record<string, string>> = { "bun:sqlite": "src/files/lock.ts" };

/** The chains to everything that is loaded and should not be. */
function findHeavy(loaded: Loaded, ...rooms: readonly RegExp[]): readonly string[] {
  const outside = [...loaded.outside]
    .filter(([name, from]) => !Object.hasOwn(ALLOWED, name) && CALLED_LATE[name] !== from)
    .map(([name]) => name);
  const heavy = [HEAVY_ROOMS, ...rooms];
  const files = [...loaded.files.keys()].filter((file) => heavy.some((room) => room.test(file)));
  return [...outside, ...files].map((name) => chainTo(loaded, name));
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}

describe("static imports", () => {
  test.each(entries)("of %s: nothing outside the short list, no heavy room", (entry) => {
    const loaded = loadedBy(checkout, entry);
    expect(findHeavy(loaded, WORKFLOW)).toEqual([]);
    expect(loaded.files.size).toBeGreaterThan(1);
  });

  // covers: smllm-row-lean
  test.each(rowEntries)("of %s, for a workflow's row: no parser, no engine, no lock", (entry) => {
    const loaded = loadedBy(checkout, entry);
    expect(findHeavy(loaded, HEAVY_WORKFLOW, ENGINE)).toEqual([]);
    expect(loaded.files.size).toBeGreaterThan(10);
  });

  // covers: smllm-row-lean
  test.each(hookEntries)(
    "of %s, for a workflow's hook: no parser, nothing that runs commands",
    (entry) => {
      expect(findHeavy(loadedBy(checkout, entry), HEAVY_WORKFLOW)).toEqual([]);
    },
  );

  test("what counts as required late stands in no import and outside of every function's body never", () => {
    for (const [name, file] of Object.entries(CALLED_LATE)) {
      const source = readFileSync(join(checkout, file), "utf8");
      expect(source).not.toMatch(new RegExp(`^import (?!type)[^;]*"${name}"`, "m"));
      expect(source).not.toMatch(new RegExp(`^\\S.*require\\("${name}"\\)`, "m"));
      expect(source).toMatch(new RegExp(`^ +.*require\\("${name}"\\)`, "m"));
    }
  });

  // covers: smllm-row-lean
  test("of a row and the hooks: process.stdout is named in no file", () => {
    for (const entry of [...rowEntries, ...hookEntries]) {
      const named = [...loadedBy(checkout, entry).files.keys()].filter((file) =>
        /process\.(stdout|stdin)\b/.test(
          withoutComments(readFileSync(join(checkout, file), "utf8")),
        ),
      );
      expect(named).toEqual([]);
    }
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
      "config/config": ["yaml", "node:child_process", "../agent/loop.ts", "bun:sqlite"],
      "agent/loop": ["../base/result.ts"],
      "base/result": [],
      "surfaces/host/screen": ["bun:sqlite"],
      "cli/smllm/row": ["../../workflow/statusline/read.ts", "lazy:../../workflow/tool/serve.ts"],
      "workflow/statusline/read": ["../configs/load.ts", "../engine/status.ts"],
      "workflow/configs/load": ["../format/parse.ts"],
      "workflow/format/parse": ["yaml"],
      "workflow/engine/status": ["./engine.ts"],
      "workflow/engine/engine": [],
      "workflow/tool/serve": [],
    });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("static imports of heavy things: each found, with the way to it; late ones not", () => {
    const way = "src/cli/main.ts -> src/cli/commands/line.ts -> src/config/config.ts";
    expect(findHeavy(loadedBy(folder, "src/cli/main.ts"), WORKFLOW)).toEqual([
      `${way} -> yaml`,
      `${way} -> node:child_process`,
      `${way} -> bun:sqlite`,
      `${way} -> src/agent/loop.ts`,
    ]);
  });

  test("a row that loads a parser and the engine: each found; what it loads late is not", () => {
    const way = "src/cli/smllm/row.ts -> src/workflow/statusline/read.ts";
    const loaded = loadedBy(folder, "src/cli/smllm/row.ts");
    expect(findHeavy(loaded, HEAVY_WORKFLOW, ENGINE)).toEqual([
      `${way} -> src/workflow/configs/load.ts -> src/workflow/format/parse.ts -> yaml`,
      `${way} -> src/workflow/configs/load.ts`,
      `${way} -> src/workflow/configs/load.ts -> src/workflow/format/parse.ts`,
      `${way} -> src/workflow/engine/status.ts -> src/workflow/engine/engine.ts`,
    ]);
  });
});
