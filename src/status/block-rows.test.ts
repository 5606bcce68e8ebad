import { expect, test } from "bun:test";
import fc from "fast-check";
import { HOSTILE_TEXTS } from "../testing/hostile-text.ts";
import { plainText, span } from "../text/span.ts";
import { createMeasure } from "../text/width.ts";
import { type BlockOptions, blockRows } from "./block-rows.ts";

const measure = createMeasure({ ambiguousWide: false });
const OPTIONS: BlockOptions = {
  colorMode: "plain",
  maxLines: 3,
  measure,
  ellipsis: span("…", "muted"),
};
const rows = (stdout: string, own: Partial<BlockOptions> = {}) =>
  blockRows({ stdout }, { ...OPTIONS, ...own });
const texts = (stdout: string, own: Partial<BlockOptions> = {}) =>
  rows(stdout, own).map((row) => plainText(row.spans));

test("a row a line, trimmed, blank ones left out before the lines are counted", () => {
  expect(texts("\n  one \r\n\n\ttwo\n \nthree\nfour\n")).toEqual(["one", "two", "three"]);
  expect(texts("one\ntwo", { maxLines: 1 })).toEqual(["one"]);
});

test("a long line is cut to the width and never wrapped, by columns", () => {
  expect(texts("0123456789", { widthCols: 6 })).toEqual(["01234…"]);
  expect(texts("漢字漢字漢字", { widthCols: 10 })).toEqual(["漢字漢字…"]);
  expect(texts("CI\tpassed\rOK", { widthCols: 10 })).toEqual(["CI passed…"]);
  expect(texts("0123456789")).toEqual(["0123456789"]);
});

test("plain rows are muted; with colours those of the script stay and go on in the next line", () => {
  const stdout = "\u001b[32mone\ntwo\u001b[0m three";
  expect(rows(stdout).map((row) => row.spans)).toEqual([
    [{ text: "one", tone: "muted" }],
    [{ text: "two three", tone: "muted" }],
  ]);
  expect(rows(stdout, { colorMode: "ansi" }).map((row) => row.spans)).toEqual([
    [{ text: "one", fg: 2 }],
    [{ text: "two", fg: 2 }, { text: " three" }],
  ]);
});

test("each row says its columns and whose it is", () => {
  expect(rows("漢字")).toMatchObject([
    { widthCols: 4, items: [{ id: "custom-command", text: "漢字" }] },
  ]);
});

test("no output, blank output, nothing but controls: no rows", () => {
  expect(blockRows(undefined, OPTIONS)).toEqual([]);
  for (const stdout of ["", "\n \r\n\t", "\u001b[2J\u001b[31m\n\u0007"])
    expect(rows(stdout)).toEqual([]);
});

test("any output at any width: at most the lines allowed, none wider, no control character", () => {
  const text = fc.oneof(
    fc.constantFrom(...HOSTILE_TEXTS),
    fc.string({ unit: "binary", maxLength: 40 }),
  );
  const output = fc.array(text, { maxLength: 4 }).map((parts) => parts.join("\n"));
  fc.assert(
    fc.property(
      output,
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom("plain", "ansi"),
      (stdout, widthCols, colorMode) => {
        const drawn = texts(stdout, { widthCols, colorMode, maxLines: 2 });
        expect(drawn.length).toBeLessThanOrEqual(2);
        for (const row of drawn) {
          expect(measure(row)).toBeLessThanOrEqual(widthCols);
          expect(row).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
        }
      },
    ),
  );
});
