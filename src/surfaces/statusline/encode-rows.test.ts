import { describe, expect, test } from "bun:test";
import type { Row } from "../../status/fit.ts";
import type { Span } from "../../text/span.ts";
import { anchoredRow, encodeRows, encodeRowsJson, ROW_FORMATS } from "./encode-rows.ts";

const PAINT = { theme: "dark", depth: "256", links: true } as const;
const rowOf = (...spans: Span[]): Row => ({
  spans,
  widthCols: spans.map(({ text }) => text).join("").length,
  items: [{ id: "model", text: "m2" }],
});
const MODEL = rowOf({ text: "m2", tone: "accent" }, { text: " 50%" });

describe("rows as text", () => {
  test("each row ends with a line feed, no rows are nothing at all", () => {
    expect(encodeRows([MODEL, rowOf({ text: "two" })], "plain", PAINT)).toBe("m2 50%\ntwo\n");
    for (const format of ["ansi", "plain", "tmux"] as const) {
      expect(encodeRows([], format, PAINT)).toBe("");
    }
  });

  test("colours are the terminal's, tmux's, or none, and the text is the same", () => {
    expect(encodeRows([MODEL], "ansi", PAINT)).toBe("\u001b[38;5;75mm2\u001b[0m 50%\n");
    expect(encodeRows([MODEL], "ansi", { ...PAINT, depth: "none" })).toBe("m2 50%\n");
    expect(encodeRows([MODEL], "tmux", PAINT).replace(/#\[[^\]]*\]/g, "")).toBe("m2 50%\n");
  });

  test("a hash for tmux is doubled, for everything else it is not", () => {
    const review = rowOf({ text: "#88 #[bold]" });
    expect(encodeRows([review], "tmux", { ...PAINT, depth: "none" })).toContain("##88");
    expect(encodeRows([review], "plain", PAINT)).toBe("#88 #[bold]\n");
  });

  test("a link has no width of its own and is left out where links are off", () => {
    const linked = rowOf({ text: "#88", link: "https://example.org/88" });
    const ansi = encodeRows([linked], "ansi", PAINT);
    expect(ansi).toBe("\u001b]8;;https://example.org/88\u001b\\#88\u001b]8;;\u001b\\\n");
    expect(encodeRows([linked], "ansi", { ...PAINT, links: false })).toBe("#88\n");
  });

  test("the names of the formats are those of the option", () => {
    expect(ROW_FORMATS).toEqual(["ansi", "plain", "tmux", "json"]);
  });
});

describe("rows as JSON", () => {
  test("one object on one line: rows with their items, and the facts", () => {
    const written = encodeRowsJson([MODEL], { model: { id: "m2\n" } });
    expect(written.indexOf("\n")).toBe(written.length - 1);
    expect(JSON.parse(written)).toEqual({
      rows: [{ text: "m2 50%", widthCols: 6, items: [{ id: "model", text: "m2" }] }],
      facts: { model: { id: "m2\n" } },
    });
  });

  test("what a terminal would obey or reorder is written as escapes, and read back as it was", () => {
    const id = "\u001b[31m\u007f\u009b31m\u2028\u202e\u2066\ufeff\u200f";
    const written = encodeRowsJson([], { model: { id } });
    expect(written).toMatch(/^[ -~]+\n$/);
    expect(JSON.parse(written).facts.model.id).toBe(id);
  });

  test("no rows and nothing known is an object too", () => {
    expect(JSON.parse(encodeRowsJson([], {}))).toEqual({ rows: [], facts: {} });
  });
});

describe("a row for a harness that trims", () => {
  test("its first blank becomes a cell that only looks blank: the width stays", () => {
    const row = rowOf({ text: "    " }, { text: "m2", tone: "accent" });
    const anchored = anchoredRow(row, false);
    const text = anchored.spans.map((span) => span.text).join("");
    expect(text).toBe("\u2800   m2");
    expect(text.trim()).toBe(text);
    expect(anchored.widthCols).toBe(row.widthCols);
  });

  test("in ASCII the row begins at the left, and says so", () => {
    expect(anchoredRow(rowOf({ text: "    " }, { text: "m2" }), true)).toMatchObject({
      spans: [{ text: "m2" }],
      widthCols: 2,
    });
    expect(anchoredRow(rowOf({ text: "  m2", tone: "dim" }), true)).toMatchObject({
      spans: [{ text: "m2", tone: "dim" }],
      widthCols: 2,
    });
  });

  test("a row that begins with a letter, and one without spans, stay as they are", () => {
    for (const row of [MODEL, rowOf()]) {
      expect(anchoredRow(row, false)).toBe(row);
      expect(anchoredRow(row, true)).toBe(row);
    }
  });
});
