import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { HOSTILE_CLUSTERS } from "../testing/hostile-text.ts";
import { cutSpans, cutText } from "./cut.ts";
import { plainText, type Span, span } from "./span.ts";
import { createMeasure } from "./width.ts";

const measure = createMeasure({ ambiguousWide: false });
const wide = createMeasure({ ambiguousWide: true });
const ELLIPSIS = span("…", "muted");

describe("cutText", () => {
  test.each([
    ["fits exactly", "main", 4, "main"],
    ["one too many", "main", 3, "ma…"],
    ["room for the ellipsis alone", "main", 1, "…"],
    ["no room", "main", 0, ""],
    ["negative width", "main", -1, ""],
    ["width that is no number", "main", Number.NaN, ""],
    ["empty text", "", 0, ""],
    ["Hangul at an odd width", "수정중인파일이름", 9, "수정중인…"],
    ["emoji that would be halved", "😀😀", 3, "😀…"],
    ["wide character beside the ellipsis", "漢字", 2, "…"],
    ["base and accent stay together", "ae\u0301i", 2, "a…"],
    ["accent takes no room", "e\u0301o\u0302u", 2, "e\u0301…"],
    ["flags stay whole", "🇯🇵🇩🇪", 3, "🇯🇵…"],
  ])("%s: %j in %d columns is %j", (_name, text, cols, cut) => {
    expect(cutText(text, cols, measure)).toBe(cut);
  });

  test("blocks cut without a segmenter: each character is a grapheme for it too", () => {
    const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
    const blocks =
      "\xb0-\u02ff Ͱ-҂ Ҋ-֏ ‐-‧ ‰-⁞ ₠-₿ ←-⯿ 　-〩 〰-\u3096 ゛-ㄯ 㐀-鿿 가-힣 \ue000-\uf8ff ！-ﾝ 🌀-🏺 🐀-🫸";
    for (const [first = "", , last = ""] of blocks.split(" ").map((block) => [...block])) {
      let text = "";
      for (let at = first.codePointAt(0)!; at <= last.codePointAt(0)!; at += 3) {
        text += String.fromCodePoint(at);
      }
      expect([...segmenter.segment(text)].length, first).toBe([...text].length);
    }
  });

  test("another ellipsis: its own width counts", () => {
    expect(cutText("feature/branch", 8, measure, "...")).toBe("featu...");
    expect(cutText("feature/branch", 2, measure, "...")).toBe("");
    expect(cutText("feature", 3, wide)).toBe("f…");
    expect(cutText("feature", 1, wide)).toBe("");
  });

  test("any text at any width: fits, starts like the text, no half character", () => {
    const texts = fc
      .array(fc.oneof(fc.constantFrom(...HOSTILE_CLUSTERS), fc.string()), { maxLength: 6 })
      .map((parts) => parts.join("").toWellFormed());
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 40 }), (text, cols) => {
        const cut = cutText(text, cols, measure);
        expect(measure(cut)).toBeLessThanOrEqual(cols);
        expect(cut.isWellFormed()).toBe(true);
        if (measure(text) <= cols) expect(cut).toBe(text);
        else if (cols >= 1)
          expect(cut.endsWith("…") && text.startsWith(cut.slice(0, -1))).toBe(true);
        expect(cutText(cut, cols, measure)).toBe(cut);
      }),
      { numRuns: 1000 },
    );
  });

  test("a megabyte: cut without walking through it", () => {
    const startMs = performance.now();
    expect(cutText("漢".repeat(300_000), 5, measure)).toBe("漢漢…");
    expect(performance.now() - startMs).toBeLessThan(1000);
  });
});

describe("cutSpans", () => {
  const spans: readonly Span[] = [
    span("main", "accent"),
    span(" │ ", "dim"),
    { text: "漢字", bold: true },
  ];

  test("fits: the very same spans", () => {
    expect(cutSpans(spans, 11, measure, ELLIPSIS)).toBe(spans);
  });

  test("too wide: whole spans before the cut, the cut one keeps its paint, then the ellipsis", () => {
    expect(cutSpans(spans, 10, measure, ELLIPSIS)).toEqual([
      span("main", "accent"),
      span(" │ ", "dim"),
      { text: "漢", bold: true },
      ELLIPSIS,
    ]);
    expect(cutSpans(spans, 5, measure, ELLIPSIS)).toEqual([span("main", "accent"), ELLIPSIS]);
    expect(cutSpans(spans, 0, measure, ELLIPSIS)).toEqual([]);
  });

  test("ellipsis painted like the cut span: one span", () => {
    expect(cutSpans([span("main", "muted")], 3, measure, ELLIPSIS)).toEqual([span("ma…", "muted")]);
  });

  test("a grapheme over two spans: not divided", () => {
    const parts = [span("ae"), span("\u0301xyz", "error")];
    expect(plainText(cutSpans(parts, 3, measure, ELLIPSIS))).toBe("ae\u0301…");
    expect(plainText(cutSpans(parts, 2, measure, ELLIPSIS))).toBe("a…");
  });

  test("a link: zero width, and never cut inside", () => {
    const link = { text: "main", link: `https://x/${"a".repeat(60)}` };
    expect(cutSpans([link, span(" and more")], 10, measure, ELLIPSIS)).toEqual([
      link,
      span(" and "),
      ELLIPSIS,
    ]);
  });
});
