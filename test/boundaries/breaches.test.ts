/** Each boundary rule catches its planted breach, and none cries where there is no breach. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { breaches, checkout, layTree, plantedTrees, skeleton } from "./skeleton.ts";

/** Fewer modules than this in the real tree mean that the reader did not read it. */
const REAL_MODULES_MIN = 60;
/** Reading the real tree takes about a second; a busy machine several. */
const READ_MS = 60_000;

let clean: string;
let broken: string;

beforeAll(() => {
  clean = mkdtempSync(join(tmpdir(), "telltale-clean-"));
  broken = mkdtempSync(join(tmpdir(), "telltale-broken-"));
  layTree(clean, skeleton);
  layTree(broken, skeleton, ...plantedTrees());
});

afterAll(() => {
  for (const folder of [clean, broken]) rmSync(folder, { recursive: true, force: true });
});

function readBoundaries(folder: string): {
  readonly status: number | null;
  readonly lines: string[];
} {
  const run = spawnSync(process.execPath, [join(checkout, "scripts/boundaries.ts"), folder], {
    encoding: "utf8",
    timeout: READ_MS,
  });
  return { status: run.status, lines: `${run.stdout}${run.stderr}`.trimEnd().split("\n") };
}

function modulesRead(lines: readonly string[]): number {
  return Number(/^(\d+) modules read/.exec(lines.at(-1) ?? "")?.[1] ?? 0);
}

describe("boundary rules", () => {
  test(
    "a tree that keeps them, with every allowed edge: no breach",
    () => {
      const { status, lines } = readBoundaries(clean);
      expect(lines).toHaveLength(1);
      expect(modulesRead(lines)).toBe(Object.keys(skeleton).length);
      expect(status).toBe(0);
    },
    READ_MS,
  );

  test(
    "a tree with a breach of each: all caught, by the rule that is meant",
    () => {
      const { status, lines } = readBoundaries(broken);
      expect(status).toBe(1);
      const missed = breaches.filter(({ rule, file }) => {
        const start = `${rule}: src/${file}.ts`;
        return !lines.some((line) => line === start || line.startsWith(`${start} `));
      });
      expect(missed).toEqual([]);
    },
    READ_MS,
  );

  test("the list of rules: each has a planted breach", async () => {
    const { default: rules } = await import(join(checkout, ".dependency-cruiser.cjs"));
    const names: string[] = rules.forbidden.map((rule: { name: string }) => rule.name);
    const planted = new Set(breaches.map(({ rule }) => rule));
    expect(names.filter((name) => !planted.has(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  test(
    "an empty tree: failed, for nothing was read",
    () => {
      const folder = mkdtempSync(join(tmpdir(), "telltale-empty-"));
      try {
        layTree(folder, {});
        expect(readBoundaries(folder).status).not.toBe(0);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    READ_MS,
  );

  test(
    "the real tree: read as a whole",
    () => {
      const { lines } = readBoundaries(checkout);
      expect(modulesRead(lines)).toBeGreaterThan(REAL_MODULES_MIN);
    },
    READ_MS,
  );
});
