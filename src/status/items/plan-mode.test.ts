import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { planMode } from "./plan-mode.ts";

const set = (on: boolean, transition?: "next-message" | "submitting") =>
  ({ kind: "plan-mode-set", on, ...(transition && { transition }) }) as const;

test("plan mode is on: its name in bold accent, in one form", () => {
  expect(formsOf(planMode, [set(true)])).toEqual(["<accent bold>PLAN"]);
});

test("plan mode is coming: what it waits for, then an ellipsis", () => {
  expect(formsOf(planMode, [set(false, "next-message")])).toEqual([
    "<accent bold>PLAN next",
    "<accent bold>PLAN…",
  ]);
  expect(formsOf(planMode, [set(false, "submitting")])).toEqual([
    "<accent bold>PLAN submitting",
    "<accent bold>PLAN…",
  ]);
});

test("plan mode is being left: the default mode with the same endings", () => {
  expect(formsOf(planMode, [set(true, "next-message")])).toEqual([
    "<accent bold>DEFAULT next",
    "<accent bold>DEFAULT…",
  ]);
  expect(formsOf(planMode, [set(true, "submitting")])[0]).toBe("<accent bold>DEFAULT submitting");
});

test("plan mode is off or unknown and nothing is under way: absent", () => {
  expect(formsOf(planMode, [])).toEqual([]);
  expect(formsOf(planMode, [set(false)])).toEqual([]);
  expect(formsOf(planMode, [set(true, "submitting"), set(false)])).toEqual([]);
});

test("in ASCII the ellipsis is three dots", () => {
  expect(formsOf(planMode, [set(false, "submitting")], { ascii: true })[1]).toBe(
    "<accent bold>PLAN...",
  );
});
