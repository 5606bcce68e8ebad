/**
 * The rows of every payload against the golden files in `rows/`. `UPDATE_GOLDENS=1` writes them
 * anew: read the difference before it is committed.
 */
import { afterAll, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { dirname, join } from "node:path";
import { goldenText } from "./draw.ts";
import { payloadFiles, scratchFolder } from "./payload-files.ts";

const ROWS = join(import.meta.dir, "rows");
const scratch = scratchFolder();
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }));

const files = payloadFiles(scratch);
const updates = process.env.UPDATE_GOLDENS === "1" && process.env.CI !== "true";

function goldenFile(name: string): string {
  return join(ROWS, `${name}.txt`);
}

describe("rows of a payload", () => {
  test.each(files.map(({ name, path }) => [name, path] as const))(
    "%s: as written down at every width in every layout",
    async (name, path) => {
      const text = await goldenText(path);
      if (updates) {
        fs.mkdirSync(dirname(goldenFile(name)), { recursive: true });
        fs.writeFileSync(goldenFile(name), text);
      }
      expect(text).toBe(fs.readFileSync(goldenFile(name), "utf8"));
    },
  );

  test("the golden files: one a payload, and no other", () => {
    const written = fs
      .readdirSync(ROWS, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".txt"));
    expect(written.toSorted()).toEqual(files.map(({ name }) => `${name}.txt`).toSorted());
  });
});
