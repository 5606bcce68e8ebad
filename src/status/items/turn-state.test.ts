import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { Fact } from "../facts/fact.ts";
import { turnState } from "./turn-state.ts";

const STARTED: Fact = { kind: "turn-started", turnId: "t-1" };
const settled = (outcome: "done" | "fail" | "cancel"): Fact => ({
  kind: "turn-settled",
  turnId: "t-1",
  outcome,
});
const opened = (asks: "permission" | "question" | "plan" | "auth", about?: string): Fact => ({
  kind: "interaction-opened",
  requestId: asks,
  asks,
  ...(about !== undefined && { about }),
});

test.each([
  [[{ kind: "turn-idle" }], "<muted>idle"],
  [[STARTED], "<accent>working"],
  [[STARTED, { kind: "compaction-started" }], "<accent>compacting"],
  [[STARTED, settled("done")], "<success>done"],
  [[STARTED, settled("fail")], "<error>failed"],
  [[STARTED, settled("cancel")], "<muted>interrupted"],
] satisfies [Fact[], string][])("%j reads %p", (facts, form) => {
  expect(formsOf(turnState, facts)).toEqual([form]);
});

test.each([
  ["permission", "needs approval"],
  ["question", "asks a question"],
  ["plan", "plan to approve"],
  ["auth", "needs login"],
] as const)("an open %s goes before everything and reads %p", (asks, words) => {
  expect(formsOf(turnState, [STARTED, opened(asks)])).toEqual([`<warning bold>${words}`]);
});

test("what a question is about follows, cut to 30 columns, and goes first", () => {
  expect(formsOf(turnState, [opened("permission", "Bash: npm\ntest")])).toEqual([
    "<warning bold>needs approval<muted> Bash: npm test",
    "<warning bold>needs approval",
  ]);
  const [long = ""] = formsOf(turnState, [opened("permission", "x".repeat(50))]);
  expect(long).toEndWith(`<muted> ${"x".repeat(29)}…`);
});

test("the newest of several questions is shown; answered, the one before it", () => {
  const facts = [opened("question"), opened("permission")];
  expect(formsOf(turnState, facts)).toEqual(["<warning bold>needs approval"]);
  const closed: Fact = { kind: "interaction-closed", requestId: "permission" };
  expect(formsOf(turnState, [...facts, closed])).toEqual(["<warning bold>asks a question"]);
});

test("background work after the turn: how much of it, not done", () => {
  const background: Fact = { kind: "background-counted", tasks: 2 };
  expect(formsOf(turnState, [STARTED, settled("done"), background])).toEqual([
    "<accent>2 in background",
  ]);
  expect(formsOf(turnState, [STARTED, background])).toEqual(["<accent>working"]);
});

test("nothing was said: absent", () => {
  expect(formsOf(turnState, [])).toEqual([]);
});
