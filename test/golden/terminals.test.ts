/** Every row of every payload, with colours and links, in real terminals. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { tmuxColumns, xtermColumns } from "../../src/testing/cursor-columns.ts";
import { tmuxVersion } from "../../src/testing/tmux.ts";
import { drawPayload, GOLDEN_LAYOUTS, WIDTHS } from "./draw.ts";
import { payloadFiles, scratchFolder } from "./payload-files.ts";

interface PaintedRow {
  readonly from: string;
  readonly widthCols: number;
  readonly bytes: string;
}

/** What a row may hold beside printable text: SGR, and OSC 8 with an address of printable ASCII. */
const ALLOWED = /\x1b\[[\d;]*m|\x1b\]8;;[\x20-\x7e]*\x1b\\/g;
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

const scratch = scratchFolder();
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }));

const rows: PaintedRow[] = [];

beforeAll(async () => {
  for (const { name, path } of payloadFiles(scratch)) {
    for (const layout of GOLDEN_LAYOUTS) {
      for (const widthCols of WIDTHS) {
        const output = await drawPayload(path, { layout, widthCols, color: "always" });
        const from = `${name} ${layout} ${widthCols}`;
        const ends = output === "" ? [] : output.replace(/\n$/, "").split("\n");
        for (const bytes of ends) rows.push({ from, widthCols, bytes });
      }
    }
  }
});

function tooWide(columns: readonly number[]): readonly unknown[] {
  return rows.flatMap(({ from, widthCols, bytes }, at) => {
    const taken = columns[at] ?? Number.NaN;
    return taken <= widthCols ? [] : [{ from, taken, bytes }];
  });
}

const mayMiss = tmuxVersion() === undefined && process.env.CI !== "true";
if (mayMiss) process.stderr.write("skipped: golden rows in tmux, which is not installed\n");

describe("rows with colours and links", () => {
  test("bytes: no control character but colours and links, no row within a row", () => {
    expect(rows.length).toBeGreaterThan(1_000);
    expect(rows.some(({ bytes }) => bytes.includes("\x1b]8;;https://"))).toBe(true);
    const bad = rows.filter(({ bytes }) => CONTROL.test(bytes.replace(ALLOWED, "")));
    expect(bad).toEqual([]);
  });

  test("a row that changed a colour or opened a link: ends with both closed", () => {
    const open = rows.filter(({ bytes }) => {
      const colors = bytes.match(/\x1b\[[\d;]*m/g) ?? [];
      const links = bytes.match(/\x1b\]8;;[^\x1b]*\x1b/g) ?? [];
      const linkOpen = links.length > 0 && links.at(-1) !== "\x1b]8;;\x1b";
      return linkOpen || (colors.length > 0 && colors.at(-1) !== "\x1b[0m");
    });
    expect(open).toEqual([]);
  });

  // covers: row-fits
  test.each([true, false])("xterm.js, grapheme widths %p: none wider than its width", async (g) => {
    const columns = await xtermColumns(
      rows.map(({ bytes }) => bytes),
      g,
    );
    expect(columns.length).toBe(rows.length);
    expect(tooWide(columns)).toEqual([]);
  });

  test.skipIf(mayMiss)(
    "tmux: none wider than its width",
    async () => {
      const columns = await tmuxColumns(rows.map(({ bytes }) => bytes));
      expect(columns.length).toBe(rows.length);
      expect(tooWide(columns)).toEqual([]);
    },
    30_000,
  );
});
