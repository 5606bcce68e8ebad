import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { tokenize } from "./tokenize.ts";

const SPLITS: readonly (readonly [what: string, command: string, argv: readonly string[]])[] = [
  ["one word", "probe", ["probe"]],
  ["white space around and between", "  probe \t a\n b  ", ["probe", "a", "b"]],
  ["no-break and ideographic space", "probe\u00a0a\u3000b", ["probe", "a", "b"]],
  ["double quotes with spaces", 'node "/a b/status.mjs"', ["node", "/a b/status.mjs"]],
  ["single quotes: nothing is special inside", `p 'a\\ "b" \\\\'`, ["p", 'a\\ "b" \\\\']],
  ["double quotes: backslash escapes quote and itself", 'p "a\\"b\\\\c"', ["p", 'a"b\\c']],
  ["double quotes: backslash before others stays", 'p "C:\\new \\$x"', ["p", "C:\\new \\$x"]],
  [
    "outside: escaped space, quotes, backslash",
    "p a\\ b \\' \\\" \\\\",
    ["p", "a b", "'", '"', "\\"],
  ],
  ["outside: backslash before others stays", "C:\\bin\\p.exe \\n", ["C:\\bin\\p.exe", "\\n"]],
  ["a backslash at the end stays", "p a\\", ["p", "a\\"]],
  ["pieces that touch", `p a'b c'"d e"f`, ["p", "ab cd ef"]],
  ["empty quotes: an empty argument", `p '' ""`, ["p", "", ""]],
  ["nothing is expanded", "p ~ $HOME * | > x", ["p", "~", "$HOME", "*", "|", ">", "x"]],
  ["an escaped line feed", "p a\\\nb", ["p", "a\nb"]],
  ["characters outside the first plane", "p 😀😀", ["p", "😀😀"]],
];

const REFUSALS: readonly (readonly [what: string, command: string, reason: string])[] = [
  ["an open single quote", "p 'a", "never closed"],
  ["an open double quote", 'p "a', "never closed"],
  ["a double quote closed only by an escaped one", 'p "a\\"', "never closed"],
  ["a quote after a word", "don't", "never closed"],
  ["nothing", "", "names no program"],
  ["white space", " \t ", "names no program"],
  ["an empty program", "'' a", "names no program"],
];

// covers: custom-no-shell
describe("tokenize", () => {
  for (const [what, command, argv] of SPLITS) {
    test(`${what}: split`, () => {
      expect(tokenize(command) as unknown).toEqual({ ok: true, value: argv });
    });
  }
  for (const [what, command, reason] of REFUSALS) {
    test(`${what}: refused`, () => {
      const result = tokenize(command);
      expect(result.ok ? result.value.join() : result.reason).toContain(reason);
    });
  }

  test("any words, each in single or escaped quotes: the same words", () => {
    const word = fc.string({ minLength: 1, unit: "grapheme" });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        const quoted = words.map((text, index) =>
          index % 2 === 0 && !text.includes("'")
            ? `'${text}'`
            : `"${text.replace(/["\\]/g, "\\$&")}"`,
        );
        expect(tokenize(quoted.join(" ")) as unknown).toEqual({ ok: true, value: words });
      }),
    );
  });
});
