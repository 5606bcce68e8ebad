/** The width policy against real terminals: what a clean text takes there is never more than counted. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { tmuxColumns, xtermColumns } from "../testing/cursor-columns.ts";
import { HOSTILE_CLUSTERS, hostileTexts } from "../testing/hostile-text.ts";
import { tmuxVersion } from "../testing/tmux.ts";
import { glyphs } from "./ascii.ts";
import { cleanLine } from "./clean.ts";
import { cutText } from "./cut.ts";
import { createMeasure } from "./width.ts";

const measure = createMeasure({ ambiguousWide: false });
/** Hostile texts, random mixes of their clusters, and cuts of both. */
function cleanTexts(): readonly string[] {
  const mixes = fc.sample(
    fc
      .array(fc.oneof(fc.constantFrom(...HOSTILE_CLUSTERS), fc.string({ unit: "binary" })), {
        maxLength: 8,
      })
      .map((parts) => parts.join("")),
    { numRuns: 400, seed: 20_261_130 },
  );
  const clean = [...hostileTexts(), ...mixes].map(cleanLine);
  return [...clean, ...clean.map((text, at) => cutText(text, (at % 9) + 1, measure))];
}

function codePointName(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16);
}

function tooWide(texts: readonly string[], columns: readonly number[]): readonly unknown[] {
  return texts.flatMap((text, at) => {
    const [counted, taken] = [measure(text), columns[at] ?? Number.NaN];
    return taken <= counted ? [] : [{ text, units: [...text].map(codePointName), counted, taken }];
  });
}

const GLYPHS = Object.values(glyphs(false));
const version = tmuxVersion();
const mayMiss = version === undefined && process.env.CI !== "true";
if (mayMiss) process.stderr.write("skipped: widths in tmux, which is not installed\n");

describe("widths in real terminals", () => {
  const texts = cleanTexts();

  test.each([false, true])(
    "xterm.js, grapheme widths %p: nothing wider than counted",
    async (g) => {
      const columns = await xtermColumns(texts, g);
      expect(columns.length).toBe(texts.length);
      expect(tooWide(texts, columns)).toEqual([]);
    },
  );

  test("a measure that counts graphemes as modern terminals do: caught as too narrow", async () => {
    const optimistic = ["👍🏽", "👨‍👩‍👧", "\u{1fae9}", "\u0897", "\u1ac1"];
    const columns = await xtermColumns(optimistic, false);
    const under = optimistic.filter((text, at) => (columns[at] ?? 0) > Bun.stringWidth(text));
    expect(under.length).toBeGreaterThan(0);
  });

  test.skipIf(mayMiss)(
    "tmux: nothing wider than counted",
    async () => {
      const columns = await tmuxColumns(texts);
      expect(columns.length).toBe(texts.length);
      expect(tooWide(texts, columns)).toEqual([]);
    },
    30_000,
  );

  test("our own glyphs: one column everywhere, as counted", async () => {
    const ones = GLYPHS.map(() => 1);
    expect(GLYPHS.map((glyph) => measure(glyph))).toEqual(ones);
    expect(await xtermColumns(GLYPHS, false)).toEqual(ones);
    expect(await xtermColumns(GLYPHS, true)).toEqual(ones);
    if (!mayMiss) expect(await tmuxColumns(GLYPHS)).toEqual(ones);
  }, 30_000);

  test("every assigned character, cleaned: nothing wider than counted in xterm.js", async () => {
    const all: string[] = [];
    for (let codePoint = 0xa0; codePoint < 0x32400; codePoint++) {
      const text = cleanLine(`a${String.fromCodePoint(codePoint)}`);
      if (text !== "a?" && text !== "a") all.push(text);
    }
    expect(all.length).toBeGreaterThan(150_000);
    expect(tooWide(all, await xtermColumns(all, false))).toEqual([]);
    expect(tooWide(all, await xtermColumns(all, true))).toEqual([]);
  }, 30_000);
});
