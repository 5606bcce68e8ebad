import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { testOptions } from "../../testing/draw.ts";
import { HOSTILE_TEXTS } from "../../testing/hostile-text.ts";
import { plainText } from "../../text/span.ts";
import { createMeasure } from "../../text/width.ts";
import type { Fact } from "../facts/fact.ts";
import { lineOfItems } from "../layouts/items.ts";
import { renderRows } from "../rows.ts";
import { findItem } from "../selection.ts";
import { EMPTY_SNAPSHOT, foldAll, type Snapshot } from "../snapshot.ts";
import type { Cell, Item } from "./item.ts";
import { ITEMS } from "./registry.ts";

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const MEASURES = [
  createMeasure({ ambiguousWide: false }),
  createMeasure({ ambiguousWide: true }),
] as const;

/** Items that have a text even when nothing is known, by their own word. */
const isAlwaysThere = (item: Item): boolean => item.absent.startsWith("never");

function textsOf(cell: Cell | null): readonly string[] {
  return cell?.forms.map(plainText) ?? [];
}

/** The sample with every text in it replaced, except words that facts choose from. */
function poisoned(fact: Fact, text: string): Fact {
  const KEYS =
    /cwd|title|name|branch|displayName|id$|model|agent|owner|host|text|about|stdout|state|label|machine|preset|mode|effort|version|fallback|worktree|url|provider|channel|variant|message|currency/;
  const swap = (key: string, value: unknown): unknown => {
    if (/^(kind|slot|vendor|at|codemode)$/.test(key)) return value;
    if (typeof value === "string")
      return KEYS.test(key) || KEYS.test(key.toLowerCase()) ? text : value;
    if (Array.isArray(value)) return value.map((member) => swap(key, member));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, swap(name, own)]));
  };
  return swap("", fact) as Fact;
}

describe.each(ITEMS.map((item) => [item.id, item] as const))("%s", (id, item) => {
  const sample = foldAll(EMPTY_SNAPSHOT, item.sample);
  const options = testOptions({ widthCols: 200 });
  const own = item.id === "text" ? { text: "deploy freeze" } : undefined;
  const withOwn = own === undefined ? options : { ...options, itemOptions: own };
  const draw = (snapshot: Snapshot, over = {}) =>
    item.render(snapshot, { ...withOwn, ...over } as never);

  test("its file, id and describing words follow the rules", () => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(item.describe).toMatch(/^[^\n]{4,90}[^.\s]$/);
    expect(item.absent).not.toBe("");
    expect(item.aliases).not.toContain(id);
  });

  // covers: item-absent, unknown-is-absent
  test("an empty snapshot gives no cell", () => {
    const cell = item.render(EMPTY_SNAPSHOT, testOptions() as never);
    if (isAlwaysThere(item)) expect(cell).not.toBeNull();
    else expect(cell).toBeNull();
  });

  // covers: item-forms
  test("the sample gives forms from wide to narrow without control characters", () => {
    const cell = draw(sample);
    expect(cell).not.toBeNull();
    const widths = textsOf(cell).map(MEASURES[0]);
    expect(widths).toEqual(widths.toSorted((a, b) => b - a));
    for (const text of textsOf(cell)) {
      expect(text).not.toMatch(CONTROL);
      expect(text.trim()).not.toBe("");
    }
  });

  // covers: ascii-mode
  test("ASCII glyphs leave only ASCII and the dot and dash that are kept", () => {
    const ascii = testOptions({ ascii: true, widthCols: 200 });
    for (const text of textsOf(draw(sample, { ascii: true, glyphs: ascii.glyphs }))) {
      expect(text).toMatch(/^[\x20-\x7e·—]+$/);
    }
  });

  // covers: row-fits
  test("the sample fits every width from 1 to 200", () => {
    for (const measure of MEASURES) {
      for (let widthCols = 1; widthCols <= 200; widthCols++) {
        const itemOptions = own === undefined ? {} : { [id]: own };
        const rows = renderRows(sample, [lineOfItems([id])], {
          ...testOptions({ widthCols, measure, itemOptions }),
        });
        for (const row of rows) {
          expect(measure(plainText(row.spans))).toBeLessThanOrEqual(widthCols);
          expect(row.widthCols).toBeLessThanOrEqual(widthCols);
        }
      }
    }
  });

  // covers: hostile-text
  test("hostile texts in its facts stay on one row, within the width, without control bytes", () => {
    for (const hostile of HOSTILE_TEXTS) {
      const facts = item.sample.map((fact) => poisoned(fact, hostile));
      const snapshot = foldAll(EMPTY_SNAPSHOT, facts);
      const itemOptions = { [id]: { text: hostile, colorMode: "ansi" } };
      for (const widthCols of [1, 7, 24, 80, undefined]) {
        const own = widthCols === undefined ? {} : { widthCols };
        for (const row of renderRows(
          snapshot,
          [lineOfItems([id])],
          testOptions({ itemOptions, ...own }),
        )) {
          const text = plainText(row.spans);
          expect(text).not.toMatch(CONTROL);
          expect(text.isWellFormed()).toBe(true);
          if (widthCols !== undefined) expect(MEASURES[0](text)).toBeLessThanOrEqual(widthCols);
        }
      }
    }
  });

  test("facts with any numbers in them never throw", () => {
    const numbers = fc.oneof(
      fc.double(),
      fc.constantFrom(0, -0, -1, 1e21, Number.MAX_SAFE_INTEGER, Number.NaN, Infinity),
    );
    fc.assert(
      fc.property(fc.array(numbers, { minLength: 12, maxLength: 12 }), (values) => {
        let at = 0;
        const swap = (value: unknown): unknown => {
          if (typeof value === "number") return values[at++ % values.length];
          if (Array.isArray(value)) return value.map(swap);
          if (typeof value !== "object" || value === null) return value;
          return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, swap(own)]));
        };
        const snapshot = foldAll(
          EMPTY_SNAPSHOT,
          item.sample.map((fact) => swap(fact) as Fact),
        );
        for (const text of textsOf(draw(snapshot))) expect(text).not.toMatch(CONTROL);
      }),
      { numRuns: 60 },
    );
  });
});

test("ids and aliases name one item each", () => {
  const names = ITEMS.flatMap((item) => [item.id, ...item.aliases]);
  expect(new Set(names).size).toBe(names.length);
  for (const item of ITEMS) {
    for (const name of [item.id, ...item.aliases])
      expect(findItem(` ${name.toUpperCase()} `)).toBe(item);
  }
});
