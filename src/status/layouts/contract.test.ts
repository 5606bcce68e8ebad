/** Every layout, and lines of one's own, at every width with every kind of text. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { testOptions } from "../../testing/draw.ts";
import { HOSTILE_TEXTS } from "../../testing/hostile-text.ts";
import { FULL_HOUSE, RATED_SESSION, USED_PLAN } from "../../testing/states.ts";
import { plainText } from "../../text/span.ts";
import { createMeasure } from "../../text/width.ts";
import type { Fact } from "../facts/fact.ts";
import { ITEMS } from "../items/registry.ts";
import { ownLines } from "../own-lines.ts";
import { renderRows } from "../rows.ts";
import { DEFAULT_ITEM_IDS } from "../selection.ts";
import { EMPTY_SNAPSHOT, foldAll, type Snapshot } from "../snapshot.ts";
import { lineOfItems } from "./items.ts";
import type { LineSpec } from "./layout.ts";
import { LAYOUTS } from "./registry.ts";

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const MEASURES = [false, true].map((ambiguousWide) => createMeasure({ ambiguousWide }));
const EVERYTHING = ITEMS.filter((item) => item.exclusive !== true).map((item) => item.id);

const OWN = ownLines([
  {
    left: [
      { item: "directory" },
      { group: [{ item: "session-title" }, { item: "git-branch" }], open: "〈", close: "〉" },
    ],
    right: [{ item: "context-meter" }],
    separator: " → ",
  },
  {
    left: EVERYTHING.map((item) => ({ item })),
    right: [{ item: "clock" }],
    separator: "powerline",
  },
]);

const LINES: readonly (readonly [string, readonly LineSpec[]])[] = [
  ...LAYOUTS.map((layout) => [layout.id, layout.lines] as const),
  ["items, the defaults", [lineOfItems(DEFAULT_ITEM_IDS)]],
  ["items, every one", [lineOfItems(EVERYTHING)]],
  ["lines of one's own", OWN],
];

/** A busy session in which everything that has a name is called `text`. */
function sessionNamed(text: string): Snapshot {
  const facts: readonly Fact[] = [
    ...FULL_HOUSE,
    ...RATED_SESSION,
    ...USED_PLAN,
    { kind: "session-titled", title: text },
    { kind: "place-known", cwd: `/srv/${text}/${text}`, addedDirs: [text] },
    { kind: "git-head-read", repo: true, branch: text, worktree: text, commit: "c0ffee1" },
    { kind: "git-compared", ahead: 2, behind: 1 },
    { kind: "model-selected", id: text, displayName: text, provider: text },
    { kind: "agent-set", name: text },
    { kind: "output-style-set", name: text },
    { kind: "host-status-set", key: text, text },
    { kind: "custom-printed", stdout: text },
  ];
  return foldAll(EMPTY_SNAPSHOT, facts);
}

function expectFits(snapshot: Snapshot, lines: readonly LineSpec[], widthCols: number): void {
  for (const measure of MEASURES) {
    const rows = renderRows(snapshot, lines, testOptions({ widthCols, measure }));
    expect(rows.length).toBeLessThanOrEqual(lines.length);
    for (const row of rows) {
      const text = plainText(row.spans);
      expect(text).not.toMatch(CONTROL);
      expect(text.isWellFormed()).toBe(true);
      expect(row.widthCols).toBe(measure(text));
      expect(row.widthCols).toBeLessThanOrEqual(widthCols);
    }
  }
}

// covers: row-fits, hostile-text
describe.each(LINES)("%s", (_name, lines) => {
  test("with names of every script and kind: within every width from 1 to 200", () => {
    const texts = ["shop-api", "漢字ディレクトリ名前", "👩‍💻👨‍👩‍👧🇯🇵❤️", "مشروع", "e\u0301±☆℃…"];
    for (const text of texts) {
      const snapshot = sessionNamed(text);
      for (let widthCols = 1; widthCols <= 200; widthCols++) expectFits(snapshot, lines, widthCols);
    }
  });

  test("with names that break careless programs: within widths small and large", () => {
    for (const text of HOSTILE_TEXTS) {
      for (const widthCols of [1, 2, 9, 40, 120]) expectFits(sessionNamed(text), lines, widthCols);
    }
  });

  test("with any names: within any width", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 40 }),
        fc.integer({ min: 1, max: 200 }),
        (text, widthCols) => expectFits(sessionNamed(text), lines, widthCols),
      ),
      { numRuns: 40 },
    );
  });

  test("with nothing known: no figure, at every width", () => {
    for (let widthCols = 1; widthCols <= 200; widthCols++) {
      const rows = renderRows(EMPTY_SNAPSHOT, lines, testOptions({ widthCols }));
      const text = rows.map((row) => plainText(row.spans)).join("");
      // A clock and the width of the terminal are known without a session.
      const told = text.replaceAll(/\d\d:\d\d|\b\d+ cols?\b/g, "");
      expect(told).not.toMatch(/\d%|\$\d|\d[kM]\b|\d+[smh]\b/);
    }
  });
});
