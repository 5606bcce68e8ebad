import { expect, test } from "bun:test";
import { drawFacts } from "../../testing/draw.ts";
import { lineOfItems } from "../layouts/items.ts";

function drawn(mode: string, widthCols: number): readonly string[] {
  return drawFacts([{ kind: "permission-mode-set", mode }], [lineOfItems(["mode-hint"])], {
    widthCols,
  });
}

test("a mode that the key changes: the hint from 40 columns up", () => {
  expect(drawn("default", 40)).toEqual(["shift+tab to cycle"]);
  expect(drawn("plan", 39)).toEqual([]);
});

test("a mode of another harness: no claim about its keys", () => {
  expect(drawn("on-request", 200)).toEqual([]);
});
