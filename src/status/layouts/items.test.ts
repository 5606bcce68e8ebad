/** How the line of chosen items gives way: which item shrinks first, which goes first, what stays. */
import { describe, expect, test } from "bun:test";
import { drawFacts } from "../../testing/draw.ts";
import type { Fact } from "../facts/fact.ts";
import { findItem } from "../selection.ts";
import { lineOfItems } from "./items.ts";

const SESSION: readonly Fact[] = [
  { kind: "session-started", sessionId: "s" },
  { kind: "session-titled", title: "checkout refactoring" },
  { kind: "place-known", cwd: "/home/ana/src/shop/api" },
  { kind: "git-head-read", repo: true, branch: "feature/taxes-for-books", commit: "c0ffee1" },
  { kind: "review-found", vendor: "gitlab", number: 312, url: "https://gitlab.example/a/b/-/1" },
  { kind: "permission-mode-set", mode: "default" },
  { kind: "plan-mode-set", on: true },
  { kind: "model-selected", id: "minimax/m2" },
  { kind: "reasoning-set", effort: "high" },
  { kind: "context-window-known", windowTokens: 1_000_000 },
  { kind: "context-measured", usedTokens: 230_000, source: "usage" },
  { kind: "tokens-counted", input: 1_200, output: 1, cacheRead: 8_000, cacheWrite: 800 },
  {
    kind: "quota-reported",
    windows: [
      { slot: "primary", usedPct: 80, windowMinutes: 300 },
      { slot: "secondary", usedPct: 85, windowMinutes: 10_080 },
    ],
  },
];

const ALL = [
  "current-dir",
  "session-title",
  "git-branch",
  "review-link",
  "plan-mode",
  "approval-mode",
  "model-with-reasoning",
  "token-quota",
  "cache-read-ratio",
  "context-remaining",
];

/** The rows as one drags the edge of the terminal inwards, each different one once. */
function narrowing(ids: readonly string[]): readonly string[] {
  const seen: string[] = [];
  for (let widthCols = 200; widthCols >= 1; widthCols--) {
    const [row = ""] = drawFacts(SESSION, [lineOfItems(ids)], { widthCols });
    if (row !== seen.at(-1)) seen.push(row);
  }
  return seen;
}

// covers: fit-order
describe("a row that gets narrower", () => {
  test("shrinks directory, title, branch, review, model, quota, cache, context, plan, permission; then drops", () => {
    expect(narrowing(ALL)).toEqual([
      "~/src/shop/api │ ◇ checkout refactoring │ ⎇ feature/taxes-for-books │ MR !312 │ PLAN │ Ask │ ✦ m2 · Effort high │ 5h 20% · Week 15% │ Cache 80% │ Context 77% left",
      "…/shop/api │ ◇ checkout refactoring │ ⎇ feature/taxes-for-books │ MR !312 │ PLAN │ Ask │ ✦ m2 · Effort high │ 5h 20% · Week 15% │ Cache 80% │ Context 77% left",
      "api │ ◇ checkout refactoring │ ⎇ feature/taxes-for-books │ MR !312 │ PLAN │ Ask │ ✦ m2 · Effort high │ 5h 20% · Week 15% │ Cache 80% │ Context 77% left",
      "api │ ◇ checkout refactor… │ ⎇ feature/taxes-for-books │ MR !312 │ PLAN │ Ask │ ✦ m2 · Effort high │ 5h 20% · Week 15% │ Cache 80% │ Context 77% left",
      "api │ ◇ checkout … │ ⎇ feature/taxes-for-books │ MR !312 │ PLAN │ Ask │ ✦ m2 · Effort high │ 5h 20% · Week 15% │ Cache 80% │ Context 77% left",
      "api │ ◇ checkout … │ ⎇ feature/tax… │ MR !312 │ PLAN │ Ask │ ✦ m2 · Effort high │ 5h 20% · Week 15% │ Cache 80% │ Context 77% left",
      "api │ ◇ checkout … │ ⎇ featur… │ MR !312 │ PLAN │ Ask │ ✦ m2 · Effort high │ 5h 20% · Week 15% │ Cache 80% │ Context 77% left",
      "api │ ◇ checkout … │ ⎇ featur… │ !312 │ PLAN │ Ask │ ✦ m2 · Effort high │ 5h 20% · Week 15% │ Cache 80% │ Context 77% left",
      "api │ ◇ checkout … │ ⎇ featur… │ !312 │ PLAN │ Ask │ ✦ m2 · Eff high │ 5h 20% · Week 15% │ Cache 80% │ Context 77% left",
      "api │ ◇ checkout … │ ⎇ featur… │ !312 │ PLAN │ Ask │ ✦ m2 │ 5h 20% · Week 15% │ Cache 80% │ Context 77% left",
      "api │ ◇ checkout … │ ⎇ featur… │ !312 │ PLAN │ Ask │ ✦ m2 │ 5h20%/W15% │ Cache 80% │ Context 77% left",
      "api │ ◇ checkout … │ ⎇ featur… │ !312 │ PLAN │ Ask │ ✦ m2 │ W15% │ Cache 80% │ Context 77% left",
      "api │ ◇ checkout … │ ⎇ featur… │ !312 │ PLAN │ Ask │ ✦ m2 │ W15% │ C 80% │ Context 77% left",
      "api │ ◇ checkout … │ ⎇ featur… │ !312 │ PLAN │ Ask │ ✦ m2 │ W15% │ 80% │ Context 77% left",
      "api │ ◇ checkout … │ ⎇ featur… │ !312 │ PLAN │ Ask │ ✦ m2 │ W15% │ 80% │ Ctx 77%",
      "api │ ◇ checkout … │ ⎇ featur… │ !312 │ PLAN │ ASK │ ✦ m2 │ W15% │ Ctx 77%",
      "◇ checkout … │ ⎇ featur… │ !312 │ PLAN │ ASK │ ✦ m2 │ W15% │ Ctx 77%",
      "◇ checkout … │ !312 │ PLAN │ ASK │ ✦ m2 │ W15% │ Ctx 77%",
      "◇ checkout … │ PLAN │ ASK │ ✦ m2 │ W15% │ Ctx 77%",
      "◇ checkout … │ ASK │ ✦ m2 │ W15% │ Ctx 77%",
      "ASK │ ✦ m2 │ W15% │ Ctx 77%",
      "ASK │ W15% │ Ctx 77%",
      "ASK │ Ctx 77%",
      "ASK",
      "A…",
      "…",
    ]);
  });
});

// covers: fit-order
test("an item that has gone gives its room to nobody, and the order stays", () => {
  const order = ALL.map((id) => findItem(id));
  expect(order).not.toContain(undefined);
  for (const row of narrowing(ALL)) {
    const places = ["◇", "⎇", "312", "PLAN", "✦"].map((mark) => row.indexOf(mark));
    const shown = places.filter((place) => place >= 0);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
  }
});

// covers: fit-keeps
describe("what a narrow row keeps", () => {
  const draw = (ids: readonly string[], widthCols: number, facts = SESSION) =>
    drawFacts(facts, [lineOfItems(ids)], { widthCols })[0];

  test("the defaults at 80 and 120 columns, use not known: the capacity", () => {
    const fresh = SESSION.filter((fact) => fact.kind !== "context-measured");
    for (const widthCols of [80, 120]) {
      const shown = draw(ALL.with(-1, "context-window"), widthCols, fresh);
      expect(shown).toMatch(/(Context|Ctx) 1M/);
    }
  });

  test("directory and context at 16 columns: the percentage", () => {
    expect(draw(["current-dir", "context-remaining"], 16)).toBe("api │ Ctx 77%");
  });

  test("directory and review at 24 columns: the number", () => {
    expect(draw(["current-dir", "git-branch", "review-link"], 24)).toContain("!312");
  });

  test("equal drop numbers: the left one goes first, whatever the order of the list", () => {
    expect(draw(["git-branch", "current-dir"], 12)).toBe("api");
    expect(draw(["current-dir", "git-branch"], 12)).toBe("⎇ featur…");
  });
});
