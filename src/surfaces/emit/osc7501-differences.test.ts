/** What the differ sends, and how it reaches the emitter. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Agent } from "../../status/facts/agents.ts";
import type { Fact } from "../../status/facts/fact.ts";
import { EMPTY_SNAPSHOT, fold, foldAll } from "../../status/snapshot.ts";
import { createEmitter } from "../../wire/osc7501/emitter.ts";
import { createRecordStore } from "../../wire/osc7501/store.ts";
import {
  leavingReports,
  MAX_CHILD_RECORDS,
  type ProgramMemory,
  type ProgramMessage,
  programReports,
  sendReports,
} from "./osc7501.ts";

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

/** Records that every terminal must be able to hold. */
const FLOOR = 64;

const listed = (members: readonly Agent[]): Fact => ({ kind: "agents-listed", members });
const many = (count: number, status: Agent["status"] = "running"): readonly Agent[] =>
  Array.from({ length: count }, (_, at) => ({ agentId: `m${at}`, status }));
const idsOf = (messages: readonly ProgramMessage[]) =>
  messages.map((message) => (message.kind === "report" ? message.record.id : message.id));

// covers: emit-capped
describe("more members and tasks than a terminal must hold", () => {
  test("64 members, in a terminal of 64 records: the root stands, and was said last", () => {
    const store = createRecordStore({ maxRecords: FLOOR });
    const snapshot = foldAll(EMPTY_SNAPSHOT, [AGENT_START, listed(many(64))]);
    const { messages } = programReports(undefined, snapshot);
    for (const message of messages) {
      if (message.kind === "report") store.apply({ event: "report", record: message.record });
    }
    expect(idsOf(messages).at(-1)).toBe("");
    expect(store.list().map(({ id }) => id)).toEqual(idsOf(messages));
    expect(messages.length).toBe(MAX_CHILD_RECORDS + 1);
    expect(2 * messages.length).toBeLessThanOrEqual(FLOOR);
  });

  test("who asks goes before who works, who works before who has ended, the newest before older ones", () => {
    const asked: Fact = {
      kind: "interaction-opened",
      requestId: "r",
      asks: "permission",
      agentId: "m0",
    };
    const working = many(MAX_CHILD_RECORDS - 1);
    const ended = many(100, "done").slice(MAX_CHILD_RECORDS - 1);
    const shown = (facts: readonly Fact[]) =>
      idsOf(programReports(undefined, foldAll(EMPTY_SNAPSHOT, [AGENT_START, ...facts])).messages);
    const ids = (members: readonly Agent[]) => members.map(({ agentId }) => `task/${agentId}`);
    expect(shown([listed([...working, ...ended])])).toEqual([
      ...ids([...working, ...ended.slice(-1)]),
      "",
    ]);
    expect(shown([listed(many(64))])).toEqual([...ids(many(64).slice(-MAX_CHILD_RECORDS)), ""]);
    expect(shown([listed(many(64)), asked])).toEqual([
      ...ids([...many(1), ...many(64).slice(1 - MAX_CHILD_RECORDS)]),
      "",
    ]);
  });

  test("members that come, ask and end at random: a terminal of 64 records holds what was said last", () => {
    const status = fc.constantFrom("running", "queued", "done", "fail", "cancel");
    const members = fc
      .array(status, { maxLength: 120 })
      .map((all) =>
        listed(all.map((each, at) => ({ agentId: `toolu_01abcd${at}`, status: each }))),
      );
    fc.assert(
      fc.property(fc.array(members, { maxLength: 8 }), (steps) => {
        const store = createRecordStore({ maxRecords: FLOOR });
        let snapshot = fold(EMPTY_SNAPSHOT, AGENT_START);
        let memory: ProgramMemory | undefined;
        for (const step of steps) {
          snapshot = fold(snapshot, step);
          const reports = programReports(memory, snapshot);
          memory = reports.memory;
          for (const message of reports.messages) {
            if (message.kind === "report") store.apply({ event: "report", record: message.record });
            else store.apply({ event: "clear", id: message.id });
          }
          const ids = [...memory.sent.keys()];
          expect(ids.length).toBeLessThanOrEqual(MAX_CHILD_RECORDS + 1);
          expect(
            store
              .list()
              .map(({ id }) => id)
              .toSorted(),
          ).toEqual(ids.toSorted());
        }
      }),
    );
  });

  test("16,000 members whose ids begin alike: as fast as others, again and when all are known", () => {
    const ids = Array.from({ length: 16_000 }, (_, at) => `toolu_01abcdefgh${at}`);
    const snapshot = foldAll(EMPTY_SNAPSHOT, [
      AGENT_START,
      listed(ids.map((agentId) => ({ agentId, status: "running" }))),
    ]);
    const startMs = performance.now();
    const { memory } = programReports(undefined, snapshot);
    programReports(memory, snapshot);
    expect(performance.now() - startMs).toBeLessThan(2000);
    expect(new Set(memory.recordIds.values()).size).toBe(ids.length);
  });
});
