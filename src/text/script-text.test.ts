import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { HOSTILE_CLUSTERS, HOSTILE_CONTROLS } from "../testing/hostile-text.ts";
import { scriptFirstLine, scriptLines } from "./script-text.ts";
import { plainText, type Span } from "./span.ts";

function ansi(stdout: string): readonly (readonly Span[])[] {
  return scriptLines(stdout, "ansi");
}

function texts(stdout: string, mode: "plain" | "ansi" = "plain"): readonly string[] {
  return scriptLines(stdout, mode).map(plainText);
}

describe("scriptLines: lines", () => {
  test.each(["plain", "ansi"] as const)(
    "%s: split at LF and CRLF, blanks skipped, trimmed",
    (mode) => {
      expect(texts("one\r\n\n  two  \n \t \n\x1b[32m\x1b[0m\nthree", mode)).toEqual([
        "one",
        "two",
        "three",
      ]);
      expect(texts("", mode)).toEqual([]);
    },
  );

  test.each(["plain", "ansi"] as const)("%s: a lone CR and a TAB are one space each", (mode) => {
    expect(texts("CI\tpassed\rOK", mode)).toEqual(["CI passed OK"]);
    expect(texts("a\t\tb", mode)).toEqual(["a  b"]);
  });

  test("characters with an uncertain width: made safe", () => {
    expect(texts("✈️ 👨‍👩‍👧 1️⃣\u200b\u202e\u2028x\n\u200b\n")).toEqual(["✈ 👨 1 x"]);
    expect(texts("✈️ a\x1b[31m👍🏽", "ansi")).toEqual(["✈ a👍"]);
  });
});

describe("scriptLines: plain", () => {
  test("colours and other controls: text alone, muted", () => {
    expect(scriptLines("a\x1b[31mb\x1b]8;;https://x/\x07c\x1b[2Jd", "plain")).toEqual([
      [{ text: "abcd", tone: "muted" }],
    ]);
  });

  test.each([
    ["OSC ended by BEL", "a\x1b]0;t\x07b", "ab"],
    ["OSC to the end of the text, over lines", "a\x1b]0;t\nb", "a"],
    ["DCS: BEL does not end it", "a\x1bPq\x07x\x1b\\b", "ab"],
    ["C1 strings", "a\x9d0;t\x9cb\x90q\x9cc", "abc"],
    ["C0, DEL, C1", "a\x00\x07\b\x7f\x85b", "ab"],
  ])("%s", (_name, stdout, text) => {
    expect(texts(stdout)).toEqual([text]);
  });
});

// covers: custom-colour-filter
describe("scriptLines: colours", () => {
  test.each<[string, string, Omit<Span, "text">]>([
    ["foreground", "31", { fg: 1 }],
    ["background", "44", { bg: 4 }],
    ["bright foreground", "97", { fg: 15 }],
    ["bright background", "100", { bg: 8 }],
    ["256 colours", "38;5;208", { fg: 208 }],
    ["256 colours, empty number", "38;5;", { fg: 0 }],
    ["true colour", "48;2;1;20;255", { bg: [1, 20, 255] }],
    ["both at once", "38;5;9;48;2;0;0;0", { fg: 9, bg: [0, 0, 0] }],
    ["leading zeros", "031;0042", { fg: 1, bg: 2 }],
    ["reset first", "0;32", { fg: 2 }],
    ["reset last", "32;0", {}],
    ["default foreground", "32;41;39", { bg: 1 }],
    ["default background", "32;41;49", { fg: 2 }],
  ])("%s (%s): kept", (_name, parameters, paint) => {
    expect(ansi(`\x1b[${parameters}mx`)).toEqual([[{ text: "x", ...paint }]]);
    expect(ansi(`\x9b${parameters}mx`)).toEqual([[{ text: "x", ...paint }]]);
  });

  test.each([
    "1",
    "1;31",
    "31;5",
    "8;31",
    "38;5;256",
    "38;5",
    "38",
    "38;2;1;2",
    "38;2;1;2;256",
    "38;3;1",
    "38:5:1",
    "31;48:2::1:2:3",
    "?31",
    ">31",
    "31;-1",
    "31 ",
    "10",
    "58;5;1",
  ])("%s: the whole sequence is dropped, what was active stays", (parameters) => {
    expect(ansi(`\x1b[32ma\x1b[${parameters}mb`)).toEqual([[{ text: "ab", fg: 2 }]]);
  });

  test("text without a colour has no tone; the empty sequence is a reset", () => {
    expect(ansi("a\x1b[31mb\x1b[mc")).toEqual([
      [{ text: "a" }, { text: "b", fg: 1 }, { text: "c" }],
    ]);
  });

  test("the example of the documents: two quota bars", () => {
    expect(ansi("5h [\x1b[32m██\x1b[90m░\x1b[0m] 79% left\n")).toEqual([
      [{ text: "5h [" }, { text: "██", fg: 2 }, { text: "░", fg: 8 }, { text: "] 79% left" }],
    ]);
  });

  // covers: custom-lines-carry
  test("a colour left active: goes on in the next lines, over blank ones", () => {
    expect(ansi("\x1b[31ma\n\nb\x1b[0m\nc")).toEqual([
      [{ text: "a", fg: 1 }],
      [{ text: "b", fg: 1 }],
      [{ text: "c" }],
    ]);
  });

  test("coloured blanks at both ends: trimmed", () => {
    expect(ansi(" \x1b[41m  a b \x1b[42m  ")).toEqual([[{ text: "a b", bg: 1 }]]);
  });

  test.each([
    ["in an OSC payload", "a\x1b]0;\x1b[31mx\x07b"],
    ["in a DCS payload, which BEL ends", "a\x1bP\x1b[31mx\x07b"],
    [
      "cursor, title, clipboard and link around it",
      "\x1b[2J\x1b]52;c;eA==\x07a\x1b]8;;u\x1b\\\x1b[1Ab",
    ],
  ])("colour %s: does not leak out", (_name, stdout) => {
    expect(ansi(stdout)).toEqual([[{ text: "ab" }]]);
  });

  test("a sequence that does not end: nothing of it is shown", () => {
    expect(ansi("a\x1b[31")).toEqual([[{ text: "a" }]]);
    expect(ansi("a\x1b]0;t\nb")).toEqual([[{ text: "a" }]]);
  });
});

describe("scriptFirstLine", () => {
  test("blank lines before it do not hide it, and their colours count", () => {
    expect(scriptFirstLine("\n \x1b[31m\nx\ny", "ansi")).toEqual([{ text: "x", fg: 1 }]);
    expect(scriptFirstLine("\n\nx\ny", "plain")).toEqual([{ text: "x", tone: "muted" }]);
  });

  test("nothing printed: no span", () => {
    expect(scriptFirstLine(" \n\t\n", "ansi")).toEqual([]);
  });
});

test("any output, both modes: no control byte, no empty span, no blank line", () => {
  const output = fc
    .array(
      fc.oneof(
        fc.constantFrom(...HOSTILE_CLUSTERS, ...HOSTILE_CONTROLS, "\n"),
        fc.string({ unit: "binary" }),
      ),
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(output, fc.constantFrom("plain" as const, "ansi" as const), (stdout, mode) => {
      for (const line of scriptLines(stdout, mode)) {
        expect(plainText(line)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
        expect(plainText(line).trim()).toBe(plainText(line));
        expect(line.length).toBeGreaterThan(0);
        expect(line.every((part) => part.text !== "")).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test.each(["\x1b]", "\x1b[", "\x1b[31m ", " \n", "\x1b[3;", "\t"])(
  "a megabyte of %j: bounded and quick",
  (piece) => {
    const startMs = performance.now();
    scriptLines(piece.repeat(1_000_000 / piece.length), "ansi");
    scriptLines(piece.repeat(1_000_000 / piece.length), "plain");
    expect(performance.now() - startMs).toBeLessThan(1000);
  },
);
