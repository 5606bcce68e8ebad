import { expect, test } from "bun:test";
import { drawFacts } from "../../testing/draw.ts";
import { formsOf } from "../../testing/item-forms.ts";
import { lineOfItems } from "../layouts/items.ts";
import { modeHint } from "./mode-hint.ts";

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

test("a row of unknown width has room for it; an unknown mode gives none", () => {
  expect(formsOf(modeHint, [{ kind: "permission-mode-set", mode: "auto" }])).toEqual([
    "<dim>shift+tab to cycle",
  ]);
  expect(formsOf(modeHint, [])).toEqual([]);
});
