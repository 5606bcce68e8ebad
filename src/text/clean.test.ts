import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { HOSTILE_CLUSTERS, HOSTILE_CONTROLS, hostileTexts } from "../testing/hostile-text.ts";
import { cleanLine, cutUnits, MAX_LINE_UNITS } from "./clean.ts";
import { createMeasure } from "./width.ts";

const measure = createMeasure({ ambiguousWide: false });
/** What must never reach a row. */
const UNCLEAN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Variation_Selector}\p{Emoji_Modifier}]|\u20e3/u;

describe("cleanLine: controls", () => {
  test.each([
    ["plain text", "main", "main"],
    ["empty", "", ""],
    ["SGR", "a\x1b[31mb\x1b[0m", "ab"],
    ["C1 CSI", "a\x9b31mb", "ab"],
    ["CSI without an end", "a\x1b[31", "a"],
    ["CSI broken by a letter outside ASCII", "a\x1b[31éb", "aéb"],
    ["CSI broken by another", "a\x1b[\x1b[31mb", "ab"],
    ["OSC ended by BEL", "a\x1b]0;t\x07b", "ab"],
    ["OSC ended by ST", "a\x1b]0;t\x1b\\b", "ab"],
    ["OSC ended by C1 ST", "a\x9d0;t\x9cb", "ab"],
    ["OSC that never ends", "a\x1b]0;rm -rf", "a"],
    ["OSC with an escape in it", "a\x1b]0;\x1b[31mt\x07b", "ab"],
    ["hyperlink", "a\x1b]8;;https://e.org/\x1b\\link\x1b]8;;\x1b\\b", "alinkb"],
    ["DCS: BEL is payload", "a\x1bPq\x07still\x1b\\b", "ab"],
    ["SOS, PM and APC", "a\x98s\x1b\\b\x1b^p\x9cc\x1b_a\x1b\\d", "abcd"],
    ["two- and three-byte escapes", "a\x1bcb\x1b(0c\x1b#8d", "abcd"],
    ["ESC at the end", "a\x1b", "a"],
    ["bell, backspace, DEL, NUL, C1", "a\x07\b\x7f\x00\x85b", "ab"],
  ])("%s: removed", (_name, text, clean) => {
    expect(cleanLine(text)).toBe(clean);
  });

  test.each([
    ["tab", "a\tb", "a b"],
    ["line breaks of every kind", "a\r\nb\rc\nd\u2028e\u2029f", "a b c d e f"],
    ["a run with blanks in it", "a \n\t \r b", "a b"],
    ["at the ends", "\n a\n", "a"],
    ["nothing but breaks", "\n\t\r", ""],
    ["blanks of the text itself", "  a  b  ", "  a  b  "],
    ["around an escape", "a \x1b[0m\n\x1b[1m b", "a b"],
  ])("breaks, %s: one space between words", (_name, text, clean) => {
    expect(cleanLine(text)).toBe(clean);
  });
});

describe("cleanLine: characters", () => {
  test.each([
    ["VS16", "✈️ ok", "✈ ok"],
    ["VS15", "⌚\ufe0e", "⌚"],
    ["skin tone", "👍🏽", "👍"],
    ["ZWJ family: its first emoji", "👨‍👩‍👧‍👦!", "👨!"],
    ["ZWJ with skin tone and VS16", "👩🏽‍⚕️x", "👩x"],
    ["rainbow flag", "🏳️‍🌈", "🏳"],
    ["emoji that are not joined", "👨👩", "👨👩"],
    ["keycaps", "1️⃣#⃣", "1#"],
    ["flags", "🇯🇵🇩🇪", "🇯🇵🇩🇪"],
    ["lone flag letter", "a🇯b", "a?b"],
    ["three flag letters", "🇯🇵🇩", "🇯🇵?"],
    ["tag flag", "🏴\u{e0067}\u{e0062}\u{e007f}", "🏴"],
    ["emoji of Unicode 14", "\u{1fae0}", "\u{1fae0}"],
    ["emoji of Unicode 15 and 16", "\u{1fae8}\u{1fae9}\u{1f6dc}", "???"],
    ["unassigned", "a\u0378b\uffff", "a?b?"],
    ["lone surrogates", "\ud800a\udc00", "?a?"],
    ["replacement character", "\ufffd", "?"],
    ["bidi controls", "\u202eevil\u202c\u2067x\u2069", "evilx"],
    ["soft hyphen, ZWSP, BOM, word joiner", "a\u00adb\u200bc\ufeffd\u2060e", "abcde"],
    ["ZWJ and ZWNJ between letters", "ن\u200cم\u200dا", "نما"],
    ["Hangul fillers", "a\u3164b\u115f", "ab"],
    ["decomposed", "e\u0301 \u1112\u1161\u11ab", "é 한"],
    ["mark without a base", "\u0301\u0302x", "x"],
    ["tower of marks", `z${"\u0335".repeat(40)}`, `z${"\u0335".repeat(6)}`],
    ["nerd font and powerline icons", "\ue0b0\uf09b\u{f0001}", "\ue0b0\uf09b\u{f0001}"],
    ["no-break and wide spaces", "\u00a0\u3000", "\u00a0\u3000"],
  ])("%s", (_name, text, clean) => {
    expect(cleanLine(text)).toBe(clean);
  });
});

describe("cleanLine: always", () => {
  const anyText = fc
    .array(
      fc.oneof(
        fc.constantFrom(...HOSTILE_CLUSTERS, ...HOSTILE_CONTROLS),
        fc.string({ unit: "binary" }),
        fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((u) => String.fromCharCode(u)) }),
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join(""));

  test("any text: nothing unclean is left, in NFC, and a second cleaning changes nothing", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const clean = cleanLine(text);
        expect(clean).not.toMatch(UNCLEAN);
        expect(clean.normalize("NFC")).toBe(clean);
        expect(cleanLine(clean)).toBe(clean);
      }),
      { numRuns: 1000 },
    );
  });

  test("hostile texts: cleaning makes none wider", () => {
    const wider = hostileTexts().filter(
      (text) => measure(cleanLine(text)) > measure(text) + (text.match(/[\t\n\r]/g)?.length ?? 0),
    );
    expect(wider).toEqual([]);
  });

  test("longer than the cap: cut before it is read, no surrogate pair split", () => {
    expect(cleanLine("x".repeat(1_000_000))).toBe("x".repeat(MAX_LINE_UNITS));
    expect(cleanLine(`x${"😀".repeat(MAX_LINE_UNITS)}`)).toBe(
      `x${"😀".repeat(MAX_LINE_UNITS / 2 - 1)}`,
    );
    const grows = cleanLine("\u0958".repeat(MAX_LINE_UNITS));
    expect(grows.length).toBeLessThanOrEqual(MAX_LINE_UNITS);
    expect(cleanLine(grows)).toBe(grows);
  });

  test.each([
    ["OSC without an end", "\x1b]"],
    ["ESC", "\x1b"],
    ["CSI without an end", "\x1b[1;"],
    ["breaks and blanks", " \n"],
    ["blanks", "  \u00e9"],
    ["marks", "\u0301"],
    ["flag letters and joiners", "🇯\u200d"],
  ])("a megabyte of %s: read in a moment", (_name, piece) => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    const startMs = performance.now();
    cleanLine(text);
    expect(performance.now() - startMs).toBeLessThan(1000);
  });
});

describe("cutUnits", () => {
  test("a cut inside a surrogate pair: the pair is left out", () => {
    expect(cutUnits("a😀", 2)).toBe("a");
    expect(cutUnits("a😀", 3)).toBe("a😀");
    expect(cutUnits("abc", 2)).toBe("ab");
  });
});
