import { expect, test } from "bun:test";
import fc from "fast-check";
import { type Comparison, compareLines } from "./compare-lines.ts";

const side = ({ changes }: Comparison, without: "added" | "removed") =>
  changes.filter((change) => change.kind !== without).map((change) => change.text);

// covers: transcript-diffs
test("any two texts of few different lines: each side is read back, numbers rise by one", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 30 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const compared = compareLines(`${before.join("\n")}\n`, `${after.join("\n")}\n`);
      expect(side(compared, "added").join("\n")).toBe(before.join("\n"));
      expect(side(compared, "removed").join("\n")).toBe(after.join("\n"));
      const olds = compared.changes.flatMap((change) => change.oldNumber ?? []);
      expect(olds).toEqual(olds.map((_, index) => index + 1));
      const news = compared.changes.flatMap((change) => change.newNumber ?? []);
      expect(news).toEqual(news.map((_, index) => index + 1));
      expect(compared.coarse).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

test("the script is a shortest one: as long as the table of common subsequences says", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const { added, removed } = compareLines(before.join("\n"), after.join("\n"));
      expect(added + removed).toBe(before.length + after.length - 2 * commonLength(before, after));
    }),
    { numRuns: 300 },
  );
});

function commonLength(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const left of a) {
    const next = [0];
    for (const [index, right] of b.entries()) {
      const best = Math.max(next[index] ?? 0, row[index + 1] ?? 0);
      next.push(left === right ? (row[index] ?? 0) + 1 : best);
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

test("no old text: all is new; the same text: all is the same; nothing: nothing", () => {
  expect(compareLines(undefined, "a\nb\n").changes.map(({ kind }) => kind)).toEqual([
    "added",
    "added",
  ]);
  expect(compareLines("a\nb", "a\nb").changes.map(({ kind }) => kind)).toEqual(["same", "same"]);
  expect(compareLines("", "").changes).toEqual([]);
  expect(compareLines("a\n", "").removed).toBe(1);
});

test("twenty thousand other lines: taken out and put in as a whole, in bounded time", () => {
  const many = (word: string) => Array.from({ length: 20_000 }, (_, i) => `${word}${i}`).join("\n");
  const compared = compareLines(many("a"), many("b"));
  expect(compared.coarse).toBe(true);
  expect([compared.removed, compared.added]).toEqual([20_000, 20_000]);
});
