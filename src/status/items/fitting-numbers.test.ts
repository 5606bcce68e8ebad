import { expect, test } from "bun:test";
import { findItem } from "../selection.ts";
import { ITEMS } from "./registry.ts";

/** The numbers of the items of the default line: what shrinks and drops first. */
test.each([
  ["build-mode", 70, null],
  ["current-dir", 10, 30],
  ["session-title", 15, 60],
  ["git-branch", 20, 30],
  ["review-link", 25, 35],
  ["plan-mode", 55, 55],
  ["approval-mode", 60, null],
  ["model-with-reasoning", 30, 65],
  ["model", 30, 20],
  ["context-window", 35, 64],
  ["subagent", 40, 60],
  ["token-quota", 45, 70],
  ["cache-read-ratio", 48, 10],
  ["context-remaining", 50, 80],
  ["context-meter", 50, 80],
  ["custom-command", 35, 50],
])("%s shrinks at %p and drops at %p", (id, shrink, drop) => {
  const item = findItem(id);
  expect([item?.shrink, item?.drop]).toEqual([shrink, drop]);
});

test("the sixteen stand first, in the order of the catalogue", () => {
  expect(ITEMS.slice(0, 16).map((item) => item.id)).toEqual([
    "build-mode",
    "current-dir",
    "session-title",
    "git-branch",
    "review-link",
    "plan-mode",
    "approval-mode",
    "model-with-reasoning",
    "model",
    "context-window",
    "subagent",
    "token-quota",
    "cache-read-ratio",
    "context-remaining",
    "context-meter",
    "custom-command",
  ]);
});

test("only the machine's record claims the line, and only the meter stands in for another", () => {
  expect(ITEMS.filter((item) => item.exclusive).map((item) => item.id)).toEqual(["build-mode"]);
  const standIns = ITEMS.filter((item) => item.replaces !== undefined);
  expect(standIns.map((item) => [item.id, item.replaces])).toEqual([
    ["context-meter", ["context-remaining"]],
  ]);
});
