import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { contextWindow } from "./context-window.ts";

const forms = (windowTokens?: number) =>
  formsOf(contextWindow, [
    { kind: "context-window-known", ...(windowTokens !== undefined && { windowTokens }) },
  ]);

test.each([
  [512_000, "512K"],
  [1_000_000, "1M"],
  [2_000_000, "2M"],
  [1_050_000, "1050K"],
  [128_001, "128001"],
  [999, "999"],
])("capacity %p: a long and a short label, muted", (tokens, figure) => {
  expect(forms(tokens)).toEqual([`<muted>Context ${figure}`, `<muted>Ctx ${figure}`]);
});

test.each([undefined, 0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
  "capacity %p: absent",
  (tokens) => {
    expect(forms(tokens)).toEqual([]);
  },
);
