import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { contextUsage } from "./context-usage.ts";

const facts = (usedTokens: number, windowTokens?: number, source: "usage" | "estimate" = "usage") =>
  [
    { kind: "context-window-known", ...(windowTokens !== undefined && { windowTokens }) },
    { kind: "context-measured", usedTokens, source },
  ] as const;

test.each([
  [504_000, "504k"],
  [419_102, "419.1k"],
  [999_949, "999.9k"],
  [999_950, "1.0M"],
  [1_000_000, "1.0M"],
])("%p of a million: a figure that never grows by a digit at a border", (used, figure) => {
  const [full = "", short] = formsOf(contextUsage, facts(used, 1_000_000));
  expect(full.replace(/<\w+>/g, "")).toBe(`${figure}/1.0M`);
  expect(short?.replace(/<\w+>/g, "")).toBe(figure);
});

test("the figure has the colour of its level, the window is dim", () => {
  expect(formsOf(contextUsage, facts(50, 100))).toEqual(["<success>50<dim>/100", "<success>50"]);
  expect(formsOf(contextUsage, facts(70, 100))[1]).toBe("<warning>70");
  expect(formsOf(contextUsage, facts(90, 100))[1]).toBe("<error>90");
});

test("more is used than fits: both rounded, the window in doubt, no share claimed", () => {
  expect(formsOf(contextUsage, facts(263_781, 200_000))).toEqual(["<error>264k of 200k?"]);
});

test("an estimate carries its sign", () => {
  expect(formsOf(contextUsage, facts(1_100, 272_000, "estimate"))[1]).toBe("<success>≈1.1k");
});

test("no window: the use alone; no use: absent", () => {
  expect(formsOf(contextUsage, facts(8_200))).toEqual(["<muted>8.2k"]);
  expect(formsOf(contextUsage, facts(0, 100).slice(0, 1))).toEqual([]);
  expect(formsOf(contextUsage, [])).toEqual([]);
});
