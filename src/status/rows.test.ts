import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { drawFacts, testOptions } from "../testing/draw.ts";
import { BUSY_SESSION, RATED_SESSION } from "../testing/states.ts";
import { plainText } from "../text/span.ts";
import type { Fact } from "./facts/fact.ts";
import { full } from "./layouts/full.ts";
import { lineOfItems } from "./layouts/items.ts";
import type { LineSpec } from "./layouts/layout.ts";
import { renderRows } from "./rows.ts";
import { EMPTY_SNAPSHOT, foldAll } from "./snapshot.ts";

const [rateLine, statusLine] = full.lines as [LineSpec, LineSpec];

/** A line with nothing on it but what is given. */
const line = (own: Partial<LineSpec>): LineSpec => ({
  left: [],
  right: [],
  separator: " | ",
  shrinks: true,
  drop: [],
  dropsRest: true,
  ...own,
});

const FACTS: readonly Fact[] = [
  { kind: "place-known", cwd: "/srv/shop" },
  { kind: "git-head-read", repo: true, branch: "main" },
  { kind: "model-selected", id: "m2" },
  { kind: "permission-mode-set", mode: "auto" },
];
const idsAt = (
  facts: readonly Fact[],
  spec: LineSpec,
  widthCols?: number,
): readonly (readonly string[])[] =>
  renderRows(
    foldAll(EMPTY_SNAPSHOT, facts),
    [spec],
    testOptions(widthCols ? { widthCols } : {}),
  ).map((row) => row.items.map(({ id }) => id));

describe("the members of a line", () => {
  test("names may be aliases, unknown ones and items with nothing to show are left out", () => {
    const spec = line({ left: ["nope", "cwd", "session-title", "MODEL "] });
    expect(drawFacts(FACTS, [spec])).toEqual(["/srv/shop | ✦ m2"]);
    expect(idsAt(FACTS, spec)).toEqual([["current-dir", "model"]]);
  });

  test("a place's options go before the person's", () => {
    const placed = (style?: string): LineSpec =>
      line({ left: [{ item: "line-changes", ...(style && { options: { style } }) }] });
    const facts: readonly Fact[] = [{ kind: "git-diffed", linesAdded: 12, linesRemoved: 3 }];
    const itemOptions = { "line-changes": { style: "short" } };
    expect(drawFacts(facts, [placed()])).toEqual(["(+12,-3)"]);
    expect(drawFacts(facts, [placed()], { itemOptions })).toEqual(["+12 −3"]);
    expect(drawFacts(facts, [placed("full")], { itemOptions })).toEqual(["(+12,-3)"]);
  });

  test("names of glyphs in separators are replaced, other braces stay", () => {
    const spec = line({ left: ["current-dir", "model"], separator: " {bullet} {nope} " });
    expect(drawFacts(FACTS, [spec])).toEqual(["/srv/shop • {nope} ✦ m2"]);
    expect(drawFacts(FACTS, [spec], { ascii: true })).toEqual(["/srv/shop * {nope} * m2"]);
  });

  test("a separator is dim", () => {
    const [row] = renderRows(
      foldAll(EMPTY_SNAPSHOT, FACTS),
      [lineOfItems(["current-dir", "model"])],
      testOptions(),
    );
    expect(row?.spans[1]).toEqual({ text: " │ ", tone: "dim" });
  });

  test("one item that breaks is left out and stops nothing", () => {
    const broken = { ...EMPTY_SNAPSHOT, place: null, model: { id: "m2" } } as never;
    const rows = renderRows(broken, [lineOfItems(["current-dir", "model"])], testOptions());
    expect(rows.map((row) => plainText(row.spans))).toEqual(["✦ m2"]);
  });

  test("a line that is recoloured keeps the colours of the named items alone", () => {
    const spec = line({ left: ["model", "mode"], recolor: { tone: "dim", except: ["mode"] } });
    const [row] = renderRows(foldAll(EMPTY_SNAPSHOT, FACTS), [spec], testOptions());
    expect(row?.spans).toEqual([
      { text: "✦ m2 | ", tone: "dim" },
      { text: "Auto", tone: "text" },
    ]);
  });
});

describe("what goes first", () => {
  test("items of equal numbers: the leftmost", () => {
    const dirFirst = line({ left: ["current-dir", "git-branch"] });
    const gitFirst = line({ left: ["git-branch", "current-dir"] });
    expect(idsAt(FACTS, dirFirst, 10)).toEqual([["git-branch"]]);
    expect(idsAt(FACTS, gitFirst, 10)).toEqual([["current-dir"]]);
  });

  test("equal numbers for shrinking: the leftmost, down to its last form, before the next begins", () => {
    const facts: readonly Fact[] = [
      { kind: "context-window-known", windowTokens: 512_000 },
      { kind: "custom-printed", stdout: "0123456789 0123456789 0123456789" },
    ];
    const rowsOf = (left: string[]) => {
      const seen = new Set<string>();
      for (let widthCols = 60; widthCols >= 35; widthCols--) {
        for (const row of drawFacts(facts, [line({ left })], { widthCols })) seen.add(row);
      }
      return [...seen];
    };
    expect(rowsOf(["context-window", "custom-command"])).toEqual([
      "Context 512K | 0123456789 0123456789 0123456789",
      "Ctx 512K | 0123456789 0123456789 0123456789",
      "Ctx 512K | 0123456789 0123456789 0…",
    ]);
    expect(rowsOf(["custom-command", "context-window"])).toEqual([
      "0123456789 0123456789 0123456789 | Context 512K",
      "0123456789 0123456789 0… | Context 512K",
      "0123456789 … | Context 512K",
    ]);
  });

  test("a named order goes before the items' own, in one step for items named together", () => {
    const left = ["current-dir", "git-branch", "model"];
    expect(idsAt(FACTS, line({ left, drop: ["git"] }), 17)).toEqual([["current-dir", "model"]]);
    expect(idsAt(FACTS, line({ left, shrinks: false, drop: [["cwd", "git"]] }), 20)).toEqual([
      ["model"],
    ]);
  });

  test("without the rest, what is not named stays until the cut", () => {
    const spec = line({
      left: ["current-dir", "git-branch", "model"],
      drop: ["model"],
      dropsRest: false,
      shrinks: false,
    });
    expect(drawFacts(FACTS, [spec], { widthCols: 12 })).toEqual(["/srv/shop |…"]);
  });

  test("without shrinking only whole items go", () => {
    const spec = line({ left: ["current-dir", "mode"], shrinks: false });
    expect(drawFacts(FACTS, [spec], { widthCols: 15 })).toEqual(["Auto"]);
    expect(drawFacts(FACTS, [line({ left: ["current-dir", "mode"] })], { widthCols: 15 })).toEqual([
      "srv/shop | Auto",
    ]);
  });

  test("a machine's line is cut without a sign, any other with a muted one", () => {
    const cut = (facts: readonly Fact[], spec: LineSpec) =>
      renderRows(foldAll(EMPTY_SNAPSHOT, facts), [spec], testOptions({ widthCols: 10 }))[0]?.spans;
    expect(cut([], lineOfItems(["build-mode"]))).toEqual([{ text: "[V] seq=0 " }]);
    const model = line({ left: ["model"], dropsRest: false });
    const long: Fact = { kind: "model-selected", id: "abcdefghijklmnop" };
    expect(cut([long], model)?.at(-1)).toEqual({ text: "…", tone: "muted" });
  });
});

describe("lines that stand at some widths alone", () => {
  const lines = [line({ left: ["model"], fromCols: 80 }), line({ left: ["mode"], belowCols: 80 })];

  test("from and below a width, and the wide one where the width is unknown", () => {
    expect(drawFacts(FACTS, lines, { widthCols: 80 })).toEqual(["✦ m2"]);
    expect(drawFacts(FACTS, lines, { widthCols: 79 })).toEqual(["Auto"]);
    expect(drawFacts(FACTS, lines)).toEqual(["✦ m2"]);
  });

  test("lines with nothing to show are no rows; below one column there are none", () => {
    expect(drawFacts([], [line({ left: ["current-dir"] }), line({ left: ["model"] })])).toEqual([
      "✦ no model",
    ]);
    for (const widthCols of [0, -1, Number.NaN])
      expect(drawFacts(FACTS, [line({ left: ["model"] })], { widthCols })).toEqual([]);
  });
});

describe("numbers that change all the time", () => {
  const rated = (tokensPerSecond: number): readonly Fact[] => [
    ...RATED_SESSION,
    {
      kind: "rate-measured",
      tokensPerSecond,
      outputTokens: 1_234,
      elapsedMs: 14_120,
      firstTokenMs: 820,
    },
  ];
  const busy = (usedTokens: number, durationMs: number): readonly Fact[] => [
    ...BUSY_SESSION,
    { kind: "context-measured", usedTokens, source: "usage" },
    { kind: "session-timed", durationMs },
  ];

  test("3.2, 99, 250 and 999 tokens a second show the same items at every width", () => {
    for (let widthCols = 1; widthCols <= 200; widthCols++) {
      const shown = [3.2, 99, 250, 999].map((rate) => idsAt(rated(rate), rateLine, widthCols));
      for (const other of shown.slice(1)) expect(other).toEqual(shown[0] ?? []);
    }
  });

  test("nine seconds or nine hours, 8.2k or 272k tokens show the same items at every width", () => {
    for (let widthCols = 1; widthCols <= 200; widthCols++) {
      const shown = [busy(8_200, 9_000), busy(96_400, 8_640_000), busy(272_000, 35_999_000)];
      const ids = shown.map((facts) => idsAt(facts, statusLine, widthCols));
      for (const other of ids.slice(1)) expect(other).toEqual(ids[0] ?? []);
    }
  });
});

test("any list of items at any width keeps the order of the list", () => {
  const names = [
    "current-dir",
    "git-branch",
    "model",
    "mode",
    "duration",
    "cost",
    "context-percent",
    "queue",
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(names), fc.integer({ min: 1, max: 120 }), (left, widthCols) => {
      for (const ids of idsAt(BUSY_SESSION, line({ left }), widthCols)) {
        expect(left.filter((id) => ids.includes(id))).toEqual([...ids]);
      }
    }),
  );
});
