import { describe, expect, test } from "bun:test";
import { drawFacts, testOptions } from "../../testing/draw.ts";
import { BUSY_SESSION, RATED_SESSION, USED_PLAN } from "../../testing/states.ts";
import type { Fact } from "../facts/fact.ts";
import type { QuotaWindow } from "../facts/quota.ts";
import { renderRows } from "../rows.ts";
import { EMPTY_SNAPSHOT, foldAll } from "../snapshot.ts";
import { full } from "./full.ts";
import type { LineSpec } from "./layout.ts";

const [rateLine, statusLine, ...quotaLines] = full.lines as [LineSpec, LineSpec, ...LineSpec[]];
const HOUR_MS = 3_600_000;

const rowAt = (facts: readonly Fact[], lines: readonly LineSpec[], widthCols: number): string =>
  drawFacts(facts, lines, { widthCols })[0] ?? "";

/** The order in which items go as the row of a line gets narrower. */
function goneFrom(facts: readonly Fact[], line: LineSpec): readonly string[] {
  const idsAt = (widthCols: number) =>
    renderRows(foldAll(EMPTY_SNAPSHOT, facts), [line], testOptions({ widthCols })).flatMap((row) =>
      row.items.map(({ id }) => id),
    );
  const all = idsAt(400);
  const gone: string[] = [];
  for (let widthCols = 399; widthCols >= 1; widthCols--) {
    const ids = idsAt(widthCols);
    for (const id of all) if (!ids.includes(id) && !gone.includes(id)) gone.push(id);
  }
  return gone;
}

test("the rate line drops in its order; rate and fold hint stay", () => {
  const facts: readonly Fact[] = [
    ...RATED_SESSION,
    { kind: "fallback-changed", model: "b/m2" },
    { kind: "switches-set", codemode: "on", sandbox: true, preset: "minimal" },
  ];
  expect(goneFrom(facts, rateLine)).toEqual([
    "amount",
    "billed-tokens",
    "cache-hit",
    "rebill",
    "average-rate",
    "first-token",
    "host-status",
    "queue",
    "preset",
    "fallback-model",
    "sandbox",
    "codemode",
  ]);
});

test("the left of the rate line is shown in another order than it is dropped in", () => {
  const facts: readonly Fact[] = [
    { kind: "host-status-set", key: "a", text: "canvas ok" },
    { kind: "queue-counted", queued: 2 },
    { kind: "fallback-changed", model: "b/m2" },
    { kind: "switches-set", codemode: "only", networkOpen: true, sandbox: true, preset: "minimal" },
  ];
  expect(rowAt(facts, [rateLine], 200)).toStartWith(
    "codemode only net! · sandbox · preset minimal · → b/m2 · queue 2 · [canvas ok]   ",
  );
});

test("mean and first token stand in brackets, also one of them alone", () => {
  const rated = (...facts: Fact[]) => rowAt(facts, [rateLine], 80).trim();
  const first: Fact = { kind: "rate-measured", tokensPerSecond: 100, firstTokenMs: 1_400 };
  const mean: Fact = { kind: "rate-averaged", averageTokensPerSecond: 100 };
  expect(rated(first, mean)).toBe("tps: 100 tok/s (avg 100 · ttft 1.4s) · [-]");
  expect(rated(first)).toBe("tps: 100 tok/s (ttft 1.4s) · [-]");
  expect(rated(mean)).toBe("tps: — (avg 100) · [-]");
});

test("the status line drops in its order; the mode stays", () => {
  expect(goneFrom(BUSY_SESSION, statusLine)).toEqual([
    "context-auto",
    "mode-hint",
    "thinking-level",
    "context-size",
    "line-changes",
    "directory",
    "git-head",
    "ahead-behind",
    "context-used",
    "duration",
    "cost",
    "context-percent",
    "model-reference",
  ]);
});

test("there is no meter at any width", () => {
  for (let widthCols = 1; widthCols <= 250; widthCols++) {
    expect(rowAt(BUSY_SESSION, [statusLine], widthCols)).not.toMatch(/[▮▯█░]/);
  }
});

test("a cost that is not known is asked for once something was used", () => {
  const facts: readonly Fact[] = [
    { kind: "tokens-counted", input: 900, output: 0, cacheRead: 0, cacheWrite: 0 },
  ];
  expect(rowAt(facts, [statusLine], 60).trim()).toBe("? | $?");
});

describe("the quota line", () => {
  const plan = (...windows: QuotaWindow[]): readonly Fact[] => [
    { kind: "quota-reported", windows },
  ];
  const drawn = (facts: readonly Fact[], widthCols: number) =>
    rowAt(facts, quotaLines, widthCols).trim();

  test.each([
    [
      plan({ slot: "primary", usedPct: 20, windowMinutes: 10_080, resetsAtMs: 72 * HOUR_MS }),
      "Weekly: 20.0% | Weekly Reset: 3d 0h",
      "wk 20% ↻3d0h",
    ],
    [
      plan(
        { slot: "primary", usedPct: 40, windowMinutes: 1_440, resetsAtMs: 5 * HOUR_MS },
        { slot: "secondary", usedPct: 5, windowMinutes: 90, resetsAtMs: HOUR_MS / 2 },
      ),
      "90m: 5.0% | 90m Reset: 30m | 1d: 40.0% | 1d Reset: 5h 0m",
      "90m 5% ↻30m · 1d 40% ↻5h0m",
    ],
    [
      plan(
        { slot: "primary", usedPct: 0 },
        { slot: "secondary", usedPct: 50, windowMinutes: 10_080 },
      ),
      "Weekly: 50.0%",
      "wk 50%",
    ],
    [
      plan({ slot: "primary", usedPct: 0, resetsAtMs: HOUR_MS }),
      "Session: 0.0% | Reset: 1h 0m",
      "5h 0% ↻1h0m",
    ],
    [plan({ slot: "primary", usedPct: 8, windowMinutes: 0 }), "Session: 8.0%", "5h 8%"],
  ])("%j: wide %p, narrow %p", (facts, wide, narrow) => {
    expect(drawn(facts, 80)).toBe(wide);
    expect(drawn(facts, 79)).toBe(narrow);
  });

  test("ends at the right edge", () => {
    for (const widthCols of [30, 79, 80, 120]) {
      const row = rowAt(USED_PLAN, quotaLines, widthCols);
      expect(row).toHaveLength(widthCols);
      expect(row.trimEnd()).toBe(row);
    }
  });

  test("before the first answer keeps its place with a text at the right edge, wide and narrow", () => {
    for (const widthCols of [79, 80]) {
      expect(rowAt([{ kind: "quota-awaited" }], quotaLines, widthCols)).toBe(
        "Quota: shown after the first request".padStart(widthCols),
      );
    }
  });

  test("without a plan there is none", () => {
    expect(drawFacts(BUSY_SESSION, quotaLines, { widthCols: 120 })).toEqual([]);
    expect(drawFacts(plan(), quotaLines, { widthCols: 120 })).toEqual([]);
  });

  test("the first percentage outlives all; then go its reset, the second percentage, the second reset", () => {
    const narrow = quotaLines[1] as LineSpec;
    expect(goneFrom(USED_PLAN, { ...narrow, belowCols: 401 })).toEqual([
      "quota-first-reset",
      "quota-second",
      "quota-second-reset",
    ]);
  });
});
