import { describe, expect, test } from "bun:test";
import { drawFacts } from "../testing/draw.ts";
import { compact } from "./layouts/compact.ts";
import { full } from "./layouts/full.ts";
import { LAYOUT_NAMES, type LayoutChoice, planLines, plannedItems, plannedNeeds } from "./plan.ts";
import { DEFAULT_ITEM_IDS } from "./selection.ts";
import { EMPTY_SNAPSHOT, foldAll } from "./snapshot.ts";

const choose = (own: Partial<LayoutChoice>): LayoutChoice => ({
  layout: "items",
  lines: [],
  ...own,
});
const placed = (choice: LayoutChoice, snapshot = EMPTY_SNAPSHOT) =>
  planLines(choice, snapshot).map((line) => [...line.left, ...line.right]);

test("layouts have names, the default one first, one's own lines last", () => {
  expect(LAYOUT_NAMES).toEqual(["items", "full", "compact", "lines"]);
});

describe("the lines", () => {
  const used = foldAll(EMPTY_SNAPSHOT, [
    { kind: "context-window-known", windowTokens: 100 },
    { kind: "context-measured", usedTokens: 5 },
  ]);

  test("nothing chosen: the defaults, whose context items depend on what is known", () => {
    expect(placed(choose({}))).toEqual([
      DEFAULT_ITEM_IDS.filter((id) => id !== "context-remaining"),
    ]);
    expect(placed(choose({}), used)).toEqual([
      DEFAULT_ITEM_IDS.filter((id) => id !== "context-window"),
    ]);
  });

  test("an explicit list keeps both context items, whatever is known", () => {
    const items = ["context-window", "context-remaining"];
    expect(placed(choose({ items }))).toEqual([items]);
    expect(placed(choose({ items }), used)).toEqual([items]);
  });

  test("an empty list, or one of unknown names alone: no row, and no defaults", () => {
    for (const items of [[], ["nope", "tips"]]) {
      const lines = planLines(choose({ items }), used);
      expect(drawFacts([{ kind: "model-selected", id: "m2" }], lines)).toEqual([]);
    }
  });

  test("an item with a place elsewhere is on no line", () => {
    const choice = choose({ items: ["model", "custom"], elsewhere: ["custom-command"] });
    expect(placed(choice)).toEqual([["model"]]);
    expect(plannedItems(choice)).toEqual(["model", "custom-command"]);
  });

  test("the machine's record is alone, and nothing else is drawn beside it", () => {
    const choice = choose({ items: ["model", "vela", "custom"], elsewhere: ["custom-command"] });
    expect(placed(choice)).toEqual([["build-mode"]]);
    expect(plannedItems(choice)).toEqual(["build-mode"]);
  });

  test("a named layout is itself, an unknown one has no lines", () => {
    expect(planLines(choose({ layout: "full" }), used)).toEqual(full.lines);
    expect(planLines(choose({ layout: "compact" }), used)).toEqual(compact.lines);
    expect(planLines(choose({ layout: "nope" }), used)).toEqual([]);
  });
});

describe("what must be known", () => {
  const needs = (own: Partial<LayoutChoice>) => [...plannedNeeds(choose(own))].sort();

  test("the defaults ask for HEAD, the session's state, the context and a kept review, and for no process", () => {
    expect(needs({})).toEqual(["context", "git-head", "review", "session-state"]);
  });

  test("only what the chosen items need", () => {
    expect(needs({ items: ["model", "cwd"] })).toEqual([]);
    expect(needs({ items: ["git-counts", "custom", "nope"] })).toEqual([
      "custom-command",
      "git-counts",
    ]);
    expect(needs({ items: ["vela", "git-counts"] })).toEqual(["record-number", "session-state"]);
  });

  test("members of groups on one's own lines and in layouts count", () => {
    const lines = [{ left: [{ group: [{ item: "git" }] }], right: [{ item: "ahead-behind" }] }];
    expect(needs({ layout: "lines", lines })).toEqual(["git-head", "git-upstream"]);
    expect(needs({ layout: "full" })).toEqual(
      expect.arrayContaining(["git-changes", "git-head", "git-upstream", "tokens"]),
    );
  });
});

test("items that stand on several lines are planned once", () => {
  const line = { left: [{ item: "git" }, { item: "branch" }], right: [{ item: "model" }] };
  expect(plannedItems(choose({ layout: "lines", lines: [line, line] }))).toEqual([
    "git-branch",
    "model",
  ]);
  expect(
    plannedItems(choose({ layout: "full" })).filter((id) => id === "quota-first"),
  ).toHaveLength(1);
});
