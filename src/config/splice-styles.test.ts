/** One-key changes on files of every style: what a person wrote around the key stays byte for byte. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseDocument } from "yaml";
import { spliceKey } from "./splice.ts";

/** Pieces of a person's file that a re-print would change. Each is whole lines at column 0. */
const FOREIGN = [
  "# a comment",
  "",
  "  # an indented comment",
  "p1: 0x1F        # aligned",
  "p2:   'single'  ",
  'p3: "double \\u00e9"',
  "p4: [ 1,2 ,  3 ]",
  "p5: {a: 1,   b: [x, y]}",
  "p6: &anchor {k: v}\np7: *anchor",
  "p8: |\n  literal # no comment\n   more\n",
  "p9: >-\n  folded\n  text\n\n  more",
  "q1:\n- 1 # one\n-   two\n- - nested\n  - list",
  "q2:\n    deep:\n        deeper: yes # y\n    # inner\n    other: 'no'",
  "q3: a text\n  over two lines # c",
  "q4: |+\n  kept\n\n",
  "q5:",
  "q6: !tag value",
  "'q7 quoted: key': 1e3",
  "q8: [\n  a, # one\n  b\n]",
  "日本: 値 # 註",
];
/** The same inside `tui`, at its column. */
const SIBLINGS = [
  "# about it",
  "theme:   dark  # aligned",
  "ascii: TRUE",
  "lines:\n- left: [ a,b ]\n  right: []",
  "items:\n  git-branch: {max: 3}\n  # none\n  model:\n    x: 'y'",
  'customStatusLine: {command: "a b",\n  maxLines: 2}',
  "note: |\n  text\n",
  "links: &l false\nmore: *l",
];
const OLD_VALUES = [
  "",
  " [ a,b ]",
  " []",
  " old",
  " 'old' # why",
  "\n- a # one\n- b",
  "\n  - a\n  - b",
  " >-\n  folded\n  text",
  " {a: 1}",
  "\n  a: 1\n  b: 2",
  " ~",
  "   # nothing yet",
];
const TEXTS = [
  "on",
  "No",
  "0x1f",
  "1_000",
  "a: b",
  "a #b",
  "- x",
  "*a",
  "&b",
  "!t",
  "null",
  "",
  " ",
  "two\nlines",
  "\ttab",
  "\u0085",
  "\u2028",
  "\ufeff",
  "1e3",
  "2020-01-01",
  "<<",
  "=",
  "%x",
  "@",
  "`",
  "'",
  '"',
  "\\",
  "日本 語",
  "\u001b[31m",
  "\u007f",
  "😀",
  "a - b",
  "x.y/z",
  ".5",
  "~",
];

const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string(), fc.string({ unit: "grapheme" }));
const scalar = fc.oneof(
  text,
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
);
const value = fc.oneof(
  scalar,
  fc.array(text, { maxLength: 4 }),
  fc.dictionary(
    fc.string({ minLength: 1 }).filter((key) => key !== "__proto__" && key !== "<<"),
    scalar,
    { maxKeys: 3 },
  ),
);

const file = fc.record({
  head: fc.uniqueArray(fc.constantFrom(...FOREIGN), { maxLength: 5 }),
  tail: fc.uniqueArray(fc.constantFrom(...FOREIGN), { maxLength: 5 }),
  above: fc.uniqueArray(fc.constantFrom(...SIBLINGS), { maxLength: 3 }),
  below: fc.uniqueArray(fc.constantFrom(...SIBLINGS), { maxLength: 3 }),
  old: fc.option(fc.constantFrom(...OLD_VALUES)),
  pad: fc.constantFrom("  ", "    ", " "),
  eol: fc.constantFrom("\n", "\r\n"),
  mark: fc.constantFrom("", "\uFEFF"),
  value,
});

/** The file in three parts: before the key, the key (may be empty), behind it. */
function print(
  parts: typeof file extends fc.Arbitrary<infer T> ? T : never,
): [string, string, string] {
  const { head, above, old, pad, eol, mark } = parts;
  const tail = parts.tail.filter((piece) => !head.includes(piece));
  const below = parts.below.filter((piece) => !above.includes(piece));
  const inside = (piece: string): string => piece.replace(/^(?=.)/gm, pad);
  const lines = (...pieces: string[]): string => pieces.map((piece) => `${piece}\n`).join("");
  const hasTui = old !== null || above.length + below.length > 0;
  const before = lines(...head, ...(hasTui ? ["tui:"] : []), ...above.map(inside));
  const key = old === null ? "" : lines(inside(`statusLine:${old}`));
  const behind = lines(...below.map(inside), ...tail);
  const ends = (part: string): string => part.replaceAll("\n", eol);
  return [mark + ends(before), ends(key), ends(behind)];
}

describe("spliceKey on files of every style", () => {
  const PATH = ["tui", "statusLine"];

  test("setting a key: read back the same, all around it byte for byte, the second time no change", async () => {
    await fc.assert(
      fc.asyncProperty(file, async (parts) => {
        const [before, key, behind] = print(parts);
        const original = before + key + behind;
        if (parseDocument(original).errors.length > 0) return;
        const result = await spliceKey(original, PATH, parts.value);
        if (!result.ok) throw new Error(result.reason);
        const changed = result.value;
        const read = parseDocument(changed).getIn(PATH, false) as { toJSON?: () => unknown };
        expect(read?.toJSON?.() ?? read).toEqual(parts.value as never);
        if (key !== "") {
          expect(changed.startsWith(before)).toBe(true);
          expect(changed.endsWith(behind)).toBe(true);
        } else {
          expect(isInsertion(original, changed)).toBe(true);
        }
        expect(await spliceKey(changed, PATH, parts.value)).toEqual({ ok: true, value: changed });
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  test("setting and then removing a key that was not there: the file as it was", async () => {
    await fc.assert(
      fc.asyncProperty(file, async (parts) => {
        const [before, , behind] = print({ ...parts, old: null });
        const original = before + behind;
        const siblings = [...parts.above, ...parts.below];
        // A parent that holds nothing but comments is not told from one that we made.
        if (siblings.every((piece) => piece.startsWith("#")) && siblings.length > 0) return;
        if (parseDocument(original).errors.length > 0) return;
        const changed = await spliceKey(original, PATH, parts.value);
        if (!changed.ok) throw new Error(changed.reason);
        expect(await spliceKey(changed.value, PATH, undefined)).toEqual({
          ok: true,
          value: original,
        });
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  test("removing a key that is there: all around it byte for byte", async () => {
    await fc.assert(
      fc.asyncProperty(file, async (parts) => {
        const [before, key, behind] = print(parts);
        const siblings = [...parts.above, ...parts.below].filter((piece) => !piece.startsWith("#"));
        if (key === "" || siblings.length === 0) return;
        if (parseDocument(before + key + behind).errors.length > 0) return;
        const result = await spliceKey(before + key + behind, PATH, undefined);
        expect(result).toEqual({ ok: true, value: before + behind });
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});

/** Whether one text is the other with a single piece put in. */
function isInsertion(original: string, changed: string): boolean {
  let same = 0;
  while (same < original.length && original[same] === changed[same]) same += 1;
  const rest = original.length - same;
  return (
    changed.length >= original.length && changed.endsWith(original.slice(original.length - rest))
  );
}
