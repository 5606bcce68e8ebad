import { describe, expect, test } from "bun:test";
import { testOptions } from "../testing/draw.ts";
import { lineOfItems } from "./layouts/items.ts";
import { rowRenderer } from "./row-renderer.ts";
import { renderRows } from "./rows.ts";
import { EMPTY_SNAPSHOT, fold } from "./snapshot.ts";

const lines = [lineOfItems(["model", "clock"])];
const snapshot = fold(EMPTY_SNAPSHOT, { kind: "model-selected", id: "opus" });

describe("rowRenderer", () => {
  test("the same snapshot, lines and options: the very same rows", () => {
    const render = rowRenderer();
    const first = render(snapshot, lines, testOptions());
    expect(first).toEqual(renderRows(snapshot, lines, testOptions()));
    const { utcOffsetMinutes, ...others } = testOptions();
    const again = render(snapshot, lines, { ...others, utcOffsetMinutes });
    expect(render(snapshot, lines, { ...others, utcOffsetMinutes })).toBe(again);
  });

  test.each([
    ["another snapshot", fold(snapshot, { kind: "model-selected", id: "haiku" }), lines, {}],
    ["other lines", snapshot, [lineOfItems(["clock"])], {}],
    ["another time", snapshot, lines, { nowMs: 3_600_000 }],
    ["a width", snapshot, lines, { widthCols: 4 }],
  ])("%s: drawn anew", (_, otherSnapshot, otherLines, own) => {
    const render = rowRenderer();
    const options = testOptions();
    const before = render(snapshot, lines, options);
    const after = render(otherSnapshot, otherLines, { ...options, ...own });
    expect(after).not.toEqual(before);
    expect(after).toEqual(renderRows(otherSnapshot, otherLines, { ...options, ...own }));
  });
});
