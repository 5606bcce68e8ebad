import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { HOSTILE_CLUSTERS, HOSTILE_CONTROLS } from "../testing/hostile-text.ts";
import { chainedPlainRows, chainedRows, MAX_CHAINED_ROWS } from "./chained-rows.ts";
import { createMeasure } from "./width.ts";

const measure = createMeasure({ ambiguousWide: false });

describe("chainedRows: SGR", () => {
  test.each([
    ["no colour: no sequence", "plain", "plain"],
    ["closed by the program", "\x1b[31ma\x1b[0mb", "\x1b[31ma\x1b[0mb"],
    ["left open: closed", "\x1b[1;31ma", "\x1b[1;31ma\x1b[0m"],
    ["added to what is on", "\x1b[1ma\x1b[31mb", "\x1b[1ma\x1b[0;1;31mb\x1b[0m"],
    ["taken off again", "\x1b[1;3ma\x1b[22mb", "\x1b[1;3ma\x1b[0;3mb\x1b[0m"],
    ["all attributes, in order", "\x1b[53;9;8;7;5;4;3;2;1ma", "\x1b[1;2;3;4;5;7;8;9;53ma\x1b[0m"],
    ["256 and true colour", "\x1b[38;5;208;48;2;1;2;3ma", "\x1b[38;5;208;48;2;1;2;3ma\x1b[0m"],
    ["colon forms", "\x1b[38:2::1:2:3;48:5:9ma", "\x1b[38;2;1;2;3;48;5;9ma\x1b[0m"],
    ["colon form without a colour space", "\x1b[38:2:1:2:3ma", "\x1b[38;2;1;2;3ma\x1b[0m"],
    ["underline shapes and colour", "\x1b[4:3;58;5;9ma\x1b[4:0mb", "\x1b[4ma\x1b[0mb"],
    ["colour that is out of range", "\x1b[38;5;300ma\x1b[38;5mb", "ab"],
    ["unknown parameters are passed over", "\x1b[99;31;1000ma", "\x1b[31ma\x1b[0m"],
    ["C1 form and leading zeros", "\x9b0031ma", "\x1b[31ma\x1b[0m"],
    ["said twice", "\x1b[31ma\x1b[31mb", "\x1b[31mab\x1b[0m"],
    ["private and damaged forms", "\x1b[?31ma\x1b[>4;1mb\x1b[1 mc", "abc"],
    ["default colours", "\x1b[31;42ma\x1b[39mb\x1b[49mc", "\x1b[31;42ma\x1b[0;42mb\x1b[0mc"],
  ])("%s", (_name, stdout, row) => {
    expect(chainedRows(stdout)).toEqual([row]);
  });

  test("a style left open: goes on in the next row", () => {
    expect(chainedRows("\x1b[1ma\n\nb\x1b[0m\nc")).toEqual([
      "\x1b[1ma\x1b[0m",
      "\x1b[1mb\x1b[0m",
      "c",
    ]);
  });
});

describe("chainedRows: links and the rest", () => {
  test.each([
    [
      "https, ended by BEL",
      "\x1b]8;id=1;https://e.org/a;b\x07x\x1b]8;;\x07y",
      "\x1b]8;;https://e.org/a;b\x1b\\x\x1b]8;;\x1b\\y",
    ],
    [
      "mailto, left open",
      "\x1b]8;;mailto:a@e.org\x1b\\x",
      "\x1b]8;;mailto:a@e.org\x1b\\x\x1b]8;;\x1b\\",
    ],
    ["file", "\x1b]8;;file:///a\x1b\\x\x1b]8;;\x1b\\", "\x1b]8;;file:///a\x1b\\x\x1b]8;;\x1b\\"],
    ["another scheme", "\x1b]8;;javascript:alert(1)\x07x\x1b]8;;\x07", "x"],
    ["blanks in the address", "\x1b]8;;https://e org/\x07x\x1b]8;;\x07", "x"],
    ["address outside ASCII", "\x1b]8;;https://é/\x07x\x1b]8;;\x07", "x"],
    [
      "a title, a clipboard write, a status report",
      "\x1b]0;t\x07a\x1b]52;c;eA==\x07b\x1b]7501;state=idle\x07c",
      "abc",
    ],
    ["cursor moves, screen modes, strings", "\x1b[2J\x1b[5Ga\x1b[?1049hb\x1bPq\x1b\\c", "abc"],
    ["characters with an uncertain width", "⚠️ 👍🏽\u202e", "⚠ 👍"],
    ["tabs and lone CR", "a\tb\rc", "a b c"],
  ])("%s", (_name, stdout, row) => {
    expect(chainedRows(stdout)).toEqual([row]);
  });

  test("more rows than the cap: the first ones", () => {
    const stdout = Array.from({ length: 50 }, (_, index) => `row ${index}`).join("\n");
    expect(chainedRows(stdout).length).toBe(MAX_CHAINED_ROWS);
    expect(chainedRows(stdout)[7]).toBe("row 7");
  });

  test("plain variant: the same rows without sequences", () => {
    expect(chainedPlainRows("\x1b[31ma\x1b]8;;https://e.org/\x07b\x1b]8;;\x07\n c ")).toEqual([
      "ab",
      "c",
    ]);
  });

  test("fitted: cut with an ellipsis, link and colour closed before it", () => {
    const stdout = "\x1b]8;;https://e.org/\x07\x1b[31m漢字漢字\x1b[0m\x1b]8;;\x07 tail";
    expect(chainedRows(stdout, { widthCols: 6, measure })).toEqual([
      "\x1b]8;;https://e.org/\x1b\\\x1b[31m漢字\x1b]8;;\x1b\\\x1b[0m…",
    ]);
    expect(chainedPlainRows(stdout, { widthCols: 6, measure })).toEqual(["漢字…"]);
    expect(chainedRows(stdout, { widthCols: 0, measure })).toEqual([]);
  });
});

test("any output: only our own sequences are left, and each row closes what it opens", () => {
  const own = /\x1b\[(?:\d+;)*\d+m|\x1b\]8;;[!-~]*\x1b\\/g;
  const output = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...HOSTILE_CLUSTERS,
          ...HOSTILE_CONTROLS,
          "\n",
          "\x1b[1;41m",
          "\x1b]8;;https://x/\x07",
        ),
        fc.string({ unit: "binary" }),
      ),
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(output, fc.integer({ min: 0, max: 30 }), (stdout, widthCols) => {
      const plain = chainedPlainRows(stdout, { widthCols, measure });
      const rows = chainedRows(stdout, { widthCols, measure });
      expect(rows.map((row) => row.replace(own, ""))).toEqual([...plain]);
      for (const row of plain) {
        expect(row).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
        expect(measure(row)).toBeLessThanOrEqual(widthCols);
      }
      for (const row of rows) {
        expect(row.match(/\x1b\[[\d;]*m/g)?.at(-1) ?? "\x1b[0m").toBe("\x1b[0m");
        expect(row.match(/\x1b\]8;;[!-~]*\x1b/g)?.at(-1) ?? "\x1b]8;;\x1b").toBe("\x1b]8;;\x1b");
      }
    }),
    { numRuns: 500 },
  );
});

test.each(["\x1b]8;;", "\x1b[1;", "\x1b[31mx", " ", "\x1b[38:2m"])(
  "a megabyte of %j: bounded and quick",
  (piece) => {
    const startMs = performance.now();
    chainedRows(piece.repeat(1_000_000 / piece.length));
    expect(performance.now() - startMs).toBeLessThan(1000);
  },
);
