import { expect, test } from "bun:test";
import type { Fact } from "../../status/facts/fact.ts";
import { EMPTY_SNAPSHOT, foldAll } from "../../status/snapshot.ts";
import type { ProgressReport } from "../../wire/progress/message.ts";
import { encodeProgressChange, progressReport } from "./progress.ts";

const STARTED: Fact = { kind: "turn-started", turnId: "t-1" };
const ASKED: Fact = { kind: "interaction-opened", requestId: "r", asks: "permission" };
const ended = (outcome: "done" | "fail" | "cancel"): Fact => ({
  kind: "turn-settled",
  turnId: "t-1",
  outcome,
});

test.each<[string, readonly Fact[], ProgressReport]>([
  ["nothing known", [], { state: "removed" }],
  ["at rest", [{ kind: "turn-idle" }], { state: "removed" }],
  ["a turn", [STARTED], { state: "indeterminate" }],
  [
    "a turn that tells how far it is",
    [STARTED, { kind: "activity-changed", progressPct: 40 }],
    { state: "set", pct: 40 },
  ],
  ["a question", [STARTED, ASKED], { state: "paused" }],
  ["done", [STARTED, ended("done")], { state: "removed" }],
  ["failed", [STARTED, ended("fail")], { state: "error" }],
  ["interrupted", [STARTED, ended("cancel")], { state: "removed" }],
])("%s: %o", (_name, facts, shown) => {
  expect(progressReport(foldAll(EMPTY_SNAPSHOT, facts))).toEqual(shown);
});

// covers: emit-progress
test("a session from start to end: a sequence for each change, and for nothing else", () => {
  let memory: ProgressReport | undefined;
  const facts: Fact[] = [];
  const write = (fact: Fact) => {
    facts.push(fact);
    const change = encodeProgressChange(memory, foldAll(EMPTY_SNAPSHOT, facts));
    memory = change.memory;
    return change.text;
  };
  expect(write({ kind: "turn-idle" })).toBe("");
  expect(write(STARTED)).toBe("\x1b]9;4;3\x1b\\");
  expect(write({ kind: "activity-changed", message: "Thinking" })).toBe("");
  expect(write({ kind: "activity-changed", progressPct: 7 })).toBe("\x1b]9;4;1;7\x1b\\");
  expect(write(ASKED)).toBe("\x1b]9;4;4;7\x1b\\");
  expect(write({ kind: "interaction-closed" })).toBe("\x1b]9;4;1;7\x1b\\");
  expect(write(ended("done"))).toBe("\x1b]9;4;0\x1b\\");
});
