/** Figures of the model inside a program that lives on: folding, drawing, memory. */
import type { Fact } from "../src/status/facts/fact.ts";
import { ITEMS } from "../src/status/items/registry.ts";
import { lineOfItems } from "../src/status/layouts/items.ts";
import { rowRenderer } from "../src/status/row-renderer.ts";
import type { RowsOptions } from "../src/status/rows.ts";
import { EMPTY_SNAPSHOT, fold, foldAll, type Snapshot } from "../src/status/snapshot.ts";
import { glyphs } from "../src/text/ascii.ts";
import { createMeasure } from "../src/text/width.ts";
import type { Figure } from "./figure.ts";

/** The best of many short series: what interrupts one is no cost of the code. */
const SERIES = 60;
const CALLS = 1_000;
const SNAPSHOTS = 1_000;
/** A use of the context that reads differently nearly every time. */
const STEP_TOKENS = 997;
const WINDOW_TOKENS = 150_000;
const SIXTEEN_ITEMS =
  "current-dir session-title git-branch review-link plan-mode approval-mode model-with-reasoning " +
  "context-remaining subagent token-quota cache-read-ratio context-meter cost duration git-counts " +
  "output-style";

/** All figures of the model. */
export function modelFigures(): readonly Figure[] {
  const ids = SIXTEEN_ITEMS.split(" ");
  const facts = ITEMS.filter((item) => ids.includes(item.id)).flatMap((item) => item.sample);
  const full = foldAll(EMPTY_SNAPSHOT, facts);
  const lines = [lineOfItems(ids)];
  const options = rowsOptions();
  const render = rowRenderer();
  let usedTokens = 0;
  const changed = (): Snapshot => {
    usedTokens = (usedTokens + STEP_TOKENS) % WINDOW_TOKENS;
    return fold(full, { kind: "context-measured", usedTokens, source: "usage" });
  };
  return [
    {
      what: "fold of one fact, amortised",
      value: bestUs(() => foldAll(EMPTY_SNAPSHOT, facts)) / facts.length,
      unit: "us",
      budget: { atMost: 1 },
    },
    {
      what: "a row of 16 items of which one changed",
      value: bestUs(() => render(changed(), lines, options)),
      unit: "us",
      budget: { atMost: 20 },
    },
    {
      what: "a row of 16 items of which none changed",
      value: bestUs(() => render(full, lines, options)),
      unit: "us",
      budget: { atMost: 1 },
    },
    {
      what: "memory of 1,000 snapshots",
      value: snapshotsMb(facts),
      unit: "MB",
      budget: { atMost: 8 },
    },
  ];
}

function rowsOptions(): RowsOptions {
  return {
    nowMs: 0,
    utcOffsetMinutes: () => 0,
    widthCols: 300,
    ascii: false,
    glyphs: glyphs(false),
    theme: "dark",
    links: true,
    measure: createMeasure({ ambiguousWide: false }),
    itemOptions: {},
  };
}

function bestUs(run: () => unknown): number {
  let bestMs = Number.POSITIVE_INFINITY;
  for (let series = 0; series < SERIES; series++) {
    const startedAtMs = performance.now();
    for (let call = 0; call < CALLS; call++) run();
    bestMs = Math.min(bestMs, performance.now() - startedAtMs);
  }
  return (bestMs * 1000) / CALLS;
}

/** Sessions of their own, with texts of their own: nothing is shared between two of them. */
function snapshotsMb(facts: readonly Fact[]): number {
  const text = JSON.stringify(facts);
  Bun.gc(true);
  const before = process.memoryUsage().heapUsed;
  const snapshots = Array.from({ length: SNAPSHOTS }, () =>
    foldAll(EMPTY_SNAPSHOT, JSON.parse(text) as Fact[]),
  );
  Bun.gc(true);
  const bytes = process.memoryUsage().heapUsed - before;
  if (snapshots.length !== SNAPSHOTS) throw new Error("the snapshots were collected");
  return bytes / 1e6;
}
