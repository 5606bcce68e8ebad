import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { Context } from "../facts/context.ts";
import { contextAuto } from "./context-auto.ts";

const forms = (limits: Pick<Context, "windowTokens" | "autoCompactAt" | "pruneAt">, used = true) =>
  formsOf(contextAuto, [
    { kind: "context-window-known", ...limits },
    { kind: "context-measured", ...(used && { usedTokens: 5 }) },
  ]);

test("exactly where a threshold is known", () => {
  expect(forms({ windowTokens: 272_000, autoCompactAt: 255_616 })).toEqual(["<dim>auto"]);
  expect(forms({ windowTokens: 272_000 })).toEqual([]);
  expect(forms({ windowTokens: 272_000, pruneAt: 178_931 })).toEqual([]);
});

test("without a window or without use there is nothing beside which it could stand", () => {
  expect(forms({ autoCompactAt: 255_616 })).toEqual([]);
  expect(forms({ windowTokens: 272_000, autoCompactAt: 255_616 }, false)).toEqual([]);
  expect(formsOf(contextAuto, [])).toEqual([]);
});
