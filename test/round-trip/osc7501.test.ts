/**
 * Facts to a snapshot, to OSC 7501, to bytes, to records, to facts, to a snapshot: what the protocol
 * carries is what is known on the other side.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { createProgramReader } from "../../src/sources/inbound/osc7501.ts";
import { automationOf, openQuestion } from "../../src/status/automation.ts";
import type { Fact } from "../../src/status/facts/fact.ts";
import { EMPTY_SNAPSHOT, fold, foldAll, type Snapshot } from "../../src/status/snapshot.ts";
import {
  type ProgramMemory,
  programReports,
  sendReports,
} from "../../src/surfaces/emit/osc7501.ts";
import { anyFact } from "../../src/testing/any-fact.ts";
import { createEmitter } from "../../src/wire/osc7501/emitter.ts";
import type { ProgramRecord } from "../../src/wire/osc7501/message.ts";
import { createScanner } from "../../src/wire/osc7501/scan.ts";
import { createRecordStore } from "../../src/wire/osc7501/store.ts";

const member = (agentId: string, status: "running" | "done"): Fact => ({
  kind: "agent-changed",
  agentId,
  status,
  title: `do ${agentId}`,
  activity: "grep",
});

/** Facts that make up a session, so that more than noise is sent. */
const USUAL: readonly Fact[] = [
  { kind: "session-started", sessionId: "s-1" },
  { kind: "turn-idle" },
  { kind: "turn-started", turnId: "t-1", message: "Thinking" },
  { kind: "turn-started", turnId: "t-2" },
  { kind: "activity-changed", message: "Running bash", progressPct: 40 },
  { kind: "turn-settled", outcome: "done", message: "12 passed" },
  { kind: "turn-settled", outcome: "fail", message: "boom" },
  { kind: "turn-settled", outcome: "cancel" },
  { kind: "outcome-seen" },
  { kind: "interaction-opened", requestId: "r-1", asks: "permission", tool: "bash", target: "ls" },
  { kind: "interaction-opened", requestId: "r-2", asks: "question", about: "Which?" },
  { kind: "interaction-opened", requestId: "r-3", asks: "permission", agentId: "a", about: "ls" },
  { kind: "interaction-opened", requestId: "r-4", asks: "plan", agentId: "b", about: "P" },
  { kind: "interaction-closed", requestId: "r-1" },
  { kind: "interaction-closed" },
  { kind: "login-needed", message: "expired" },
  { kind: "login-done" },
  member("a", "running"),
  member("a", "done"),
  member("b", "running"),
];
const anyHistory = fc.array(
  fc.oneof(anyFact, fc.constantFrom(...USUAL), fc.constantFrom(...USUAL)),
  {
    maxLength: 40,
  },
);

const utf8 = new TextEncoder();

/** Histories for states that chance need not come to. */
const asks = (kind: "permission" | "question" | "auth", agentId?: string): Fact => ({
  kind: "interaction-opened",
  requestId: "r",
  asks: kind,
  ...(agentId !== undefined && { agentId }),
});
const TURN: Fact = { kind: "turn-started", turnId: "t-1" };
const EXAMPLES: readonly (readonly Fact[])[] = [
  [TURN, { kind: "turn-settled", outcome: "done" }, { kind: "outcome-seen" }],
  [TURN, { kind: "turn-settled", outcome: "fail" }, { kind: "turn-idle" }],
  [TURN, asks("permission"), asks("question"), { kind: "interaction-closed" }, asks("auth")],
  [TURN, member("a", "running"), asks("permission", "a"), { kind: "interaction-closed" }],
  [TURN, asks("question", "a"), member("a", "running"), member("a", "done")],
  ...(["fail", "cancel"] as const).map((status): readonly Fact[] => [
    { kind: "agent-changed", agentId: "a", status },
  ]),
];
const RUNS = { numRuns: 500, examples: EXAMPLES.map((facts): [Fact[]] => [[...facts]]) };

/** A program that reports into a terminal whose reader tells facts. */
function bothSides() {
  let bytes = "";
  const emitter = createEmitter({
    write: (sequence) => {
      bytes += sequence;
    },
    nowMs: () => 0,
    schedule: () => () => {},
    mode: "on",
    coalesceMs: 0,
  });
  const scanner = createScanner();
  const store = createRecordStore();
  const reader = createProgramReader({ sessionId: "there" });
  let memory: ProgramMemory | undefined;
  let there: Snapshot = EMPTY_SNAPSHOT;
  return {
    send(here: Snapshot): Snapshot {
      const reports = programReports(memory, here, { app: "telltale" });
      memory = reports.memory;
      sendReports(emitter, reports.messages);
      for (const event of scanner.feed(utf8.encode(bytes)).events) {
        store.apply(event);
        there = foldAll(there, reader.read(event));
      }
      bytes = "";
      return there;
    },
    sent: () => byId(memory?.sent.values() ?? []),
    stored: () => byId(store.list()),
  };
}

function byId(records: Iterable<ProgramRecord>): readonly ProgramRecord[] {
  return [...records].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** What a first report of a snapshot would say. */
function said(snapshot: Snapshot): readonly ProgramRecord[] {
  return byId(programReports(undefined, snapshot, { app: "telltale" }).memory.sent.values());
}

// covers: inbound-round-trip
test("any facts, report after report: the other side would report the very same records", () => {
  const states = new Set<string>();
  fc.assert(
    fc.property(anyHistory, (facts) => {
      const { send, sent, stored } = bothSides();
      let here = EMPTY_SNAPSHOT;
      for (const fact of facts) {
        here = fold(here, fact);
        const there = send(here);
        expect(stored()).toEqual(sent());
        expect(said(there)).toEqual(stored());
        for (const { id, state, kind = "" } of sent()) {
          states.add(`${id === "" ? "root" : "child"} ${state} ${kind}`.trim());
        }
      }
    }),
    RUNS,
  );
  const kinds = ["blocked permission", "blocked question", "done", "error", "idle", "working"];
  for (const each of kinds) {
    expect(states).toContain(`root ${each}`);
    expect(states).toContain(`child ${each}`);
  }
  expect(states).toContain("root blocked auth");
});

/** What the protocol can tell a machine of each state; a plan is a question, `ready` may be unseen. */
const MAY_BECOME: Readonly<Record<string, readonly string[]>> = {
  ready: ["ready", "cancel", "done", "fail"],
  run: ["run"],
  perm: ["perm", "run"],
  ask: ["ask", "run"],
  plan: ["ask", "run"],
  done: ["done"],
  fail: ["fail"],
  cancel: ["cancel", "ready", "done", "fail"],
  error: ["error", "fail"],
};

// covers: inbound-never-ready
test("any facts: the other side judges the same, or waits; it never acts on what is not so", () => {
  fc.assert(
    fc.property(anyHistory, (facts) => {
      const { send } = bothSides();
      let here = EMPTY_SNAPSHOT;
      for (const fact of facts) {
        here = fold(here, fact);
        const there = automationOf(send(here));
        const { state } = automationOf(here);
        // Turns have no ids on the wire: a question whose turn could not be named has one there.
        const open = state === "run" ? openQuestion(here) : undefined;
        const asked = open === undefined || open.submitting === true ? [] : ["perm", "ask"];
        // An outcome that was seen is at rest on the wire; a turn that was never told of, too.
        const rests = here.turn?.seen === true ? ["ready", "cancel"] : [];
        expect([...(MAY_BECOME[state] ?? []), ...asked, ...rests]).toContain(there.state);
      }
    }),
    RUNS,
  );
});
