import { expect, test } from "bun:test";
import { ITEMS } from "../../../status/items/registry.ts";
import { createMeasure } from "../../../text/width.ts";
import { describeItem, ITEMS_ZH } from "./items.ts";

// covers: panel-described-twice
test("every item: described in both languages, and nothing else is", () => {
  expect(Object.keys(ITEMS_ZH).toSorted()).toEqual(ITEMS.map(({ id }) => id).toSorted());
  const measure = createMeasure({ ambiguousWide: false });
  for (const { id, describe } of ITEMS) {
    expect(describeItem(id, "en")).toBe(describe);
    const chinese = describeItem(id, "zh-Hans");
    expect(chinese).toMatch(/\p{Script=Han}/u);
    expect(measure(chinese)).toBeLessThanOrEqual(72);
  }
});

test("an id that no item has: no description", () => {
  expect(describeItem("nothing", "zh-Hans")).toBe("");
});
