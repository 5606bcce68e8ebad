import { describe, expect, test } from "bun:test";
import { drawFacts, testOptions } from "../../testing/draw.ts";
import { BUSY_SESSION, FULL_HOUSE } from "../../testing/states.ts";
import type { Fact } from "../facts/fact.ts";
import { renderRows } from "../rows.ts";
import { EMPTY_SNAPSHOT, foldAll } from "../snapshot.ts";
import { compact } from "./compact.ts";

const rowAt = (facts: readonly Fact[], widthCols: number, ascii = false): string =>
  drawFacts(facts, compact.lines, { widthCols, ascii })[0] ?? "";
const fieldsAt = (facts: readonly Fact[], widthCols: number) =>
  rowAt(facts, widthCols).split(/ · | {4,}/);
const idsAt = (facts: readonly Fact[], widthCols: number) =>
  renderRows(foldAll(EMPTY_SNAPSHOT, facts), compact.lines, testOptions({ widthCols })).flatMap(
    (row) => row.items.map(({ id }) => id),
  );

const ALL: readonly Fact[] = [
  ...FULL_HOUSE,
  { kind: "switches-set", codemode: "only", networkOpen: true, sandbox: true, preset: "minimal" },
];

describe("fields of the line", () => {
  test("with room for everything stand in a fixed order, each in one piece", () => {
    expect(fieldsAt(ALL, 400)).toEqual([
      "Accept edits",
      "shift+tab to cycle",
      "openai/gpt-5.4-codex@responses",
      "high",
      "↑131k ↓5.2k",
      "cache 91% ♨",
      "$1.23",
      "rebill $0.11",
      "ctx ▮▮▮▮▯▯▯▯▯▯ 35%",
      "payments-api ⎇ feature/refunds c0ffee1 +48 −7",
      "47m",
      "queue 2",
      "codemode only net!",
      "sandbox",
      "preset minimal",
      "[canvas ok]",
      "5h 10% wk 31%",
    ]);
  });

  test("stay in one piece when a name of theirs holds the separator", () => {
    const dotted: readonly Fact[] = [
      { kind: "place-known", cwd: "/srv/shop · api" },
      { kind: "model-selected", id: "one · two" },
      { kind: "host-status-set", key: "a", text: "x" },
      { kind: "host-status-set", key: "b", text: "y · z" },
    ];
    expect(fieldsAt(dotted, 200).slice(-3)).toEqual(["one two", "shop api", "[x y z]"]);
  });

  const idsOfAll = idsAt(ALL, 400);
  const shown = Array.from({ length: 340 }, (_, at) => idsAt(ALL, 340 - at));

  test("never change their order, whatever is dropped", () => {
    for (const ids of shown) expect(idsOfAll.filter((id) => ids.includes(id))).toEqual(ids);
  });

  test("go in the order of their numbers, the first of equals before the second", () => {
    const gone: string[] = [];
    // Where the model or the context is written shorter, what had gone may come back: the first time counts.
    for (const ids of shown) {
      gone.push(...idsOfAll.filter((id) => !ids.includes(id) && !gone.includes(id)));
    }
    expect(gone).toEqual([
      "quota-short",
      "mode-hint",
      "host-status",
      "preset",
      "rebill",
      "cost",
      "cache-hit",
      "billed-tokens",
      "thinking-level",
      "queue",
      "codemode",
      "sandbox",
      "line-changes",
      "directory",
      "git-head",
      "duration",
      "context-short",
      "model-reference",
    ]);
  });
});

test("during a fallback the model is followed by the one that stands in", () => {
  const facts: readonly Fact[] = [
    { kind: "model-selected", provider: "a", id: "m1" },
    { kind: "fallback-changed", model: "b/m2" },
  ];
  expect(rowAt(facts, 100).trim()).toBe("a/m1 → b/m2");
  expect(rowAt(facts, 100, true).trim()).toBe("a/m1 -> b/m2");
});

test("neither ahead nor behind is shown", () => {
  expect(rowAt(BUSY_SESSION, 300)).not.toMatch(/[↑↓]\d/);
});

test("a plan that has not answered takes no field", () => {
  expect(rowAt([...BUSY_SESSION, { kind: "quota-awaited" }], 300)).toBe(rowAt(BUSY_SESSION, 300));
});

test("all is dim but mode, model, level of the context, queue, re-billing and an open network", () => {
  const [row] = renderRows(
    foldAll(EMPTY_SNAPSHOT, ALL),
    compact.lines,
    testOptions({ widthCols: 400 }),
  );
  const bright = row?.spans.filter(({ tone, text }) => tone !== "dim" && text.trim() !== "");
  expect(bright?.map(({ text, tone }) => [text.trim(), tone])).toEqual([
    ["Accept edits", "text"],
    ["openai/gpt-5.4-codex@responses", "accent"],
    ["rebill $0.11", "warning"],
    ["▮▮▮▮▯▯▯▯▯▯ 35%", "success"],
    ["queue 2", "warning"],
    ["net!", "error"],
  ]);
});
