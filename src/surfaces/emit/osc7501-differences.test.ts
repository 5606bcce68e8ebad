/** What the differ sends, and how it reaches the emitter. */
import { describe, expect, test } from "bun:test";
import type { Fact } from "../../status/facts/fact.ts";
import { EMPTY_SNAPSHOT, fold, foldAll } from "../../status/snapshot.ts";
import { createEmitter } from "../../wire/osc7501/emitter.ts";
import { leavingReports, programReports, sendReports } from "./osc7501.ts";

const AGENT_START: Fact = { kind: "turn-started", turnId: "t-1", message: "Thinking" };
const member = (agentId: string): Fact => ({ kind: "agent-changed", agentId, status: "running" });

// covers: emit-differences
describe("what is sent", () => {
  test("the same again: nothing; a forgotten memory: everything", () => {
    const snapshot = foldAll(EMPTY_SNAPSHOT, [AGENT_START, member("a")]);
    const first = programReports(undefined, snapshot);
    expect(first.messages.length).toBe(2);
    expect(programReports(first.memory, snapshot).messages).toEqual([]);
    expect(programReports(undefined, snapshot).messages).toEqual(first.messages);
  });

  test("all children gone, several of them: one clear of what is above them", () => {
    const before = foldAll(EMPTY_SNAPSHOT, [AGENT_START, member("a"), member("b")]);
    const { memory } = programReports(undefined, before);
    const after = fold(before, { kind: "agents-listed", members: [] });
    expect(programReports(memory, after).messages).toEqual([{ kind: "clear", id: "task" }]);
  });

  test("another name, and none: in every record", () => {
    const snapshot = foldAll(EMPTY_SNAPSHOT, [AGENT_START, member("a")]);
    const apps = (app: string) =>
      programReports(undefined, snapshot, { app }).messages.map((message) =>
        message.kind === "report" ? message.record.app : message.kind,
      );
    expect(apps("pi")).toEqual(["pi", "pi"]);
    expect(apps("")).toEqual([undefined, undefined]);
  });

  test("into an emitter: leaving clears everything, without an id; the rest as it is", () => {
    const written: string[] = [];
    const write = (sequence: string) => void written.push(sequence);
    const emitter = createEmitter({ write, nowMs: () => 0, schedule: () => () => {}, mode: "on" });
    sendReports(emitter, [
      ...leavingReports(),
      { kind: "clear", id: "task" },
      { kind: "report", record: { id: "", state: "idle" } },
    ]);
    expect(written.join("").split("\x1b\\")).toEqual([
      "\x1b]7501;state=clear",
      "\x1b]7501;state=clear:id=task",
      "\x1b]7501;state=idle",
      "",
    ]);
  });
});
