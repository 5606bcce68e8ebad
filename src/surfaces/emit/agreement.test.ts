/** The `[V]` record, OSC 7501, progress and title of one snapshot never contradict each other. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { automationOf, openQuestion } from "../../status/automation.ts";
import type { Fact } from "../../status/facts/fact.ts";
import { EMPTY_SNAPSHOT, fold, type Snapshot } from "../../status/snapshot.ts";
import { anyFact } from "../../testing/any-fact.ts";
import { parseRecord } from "../../wire/record/parse.ts";
import { statusJson } from "./json.ts";
import { type ProgramMemory, programReports } from "./osc7501.ts";
import { progressReport } from "./progress.ts";
import { recordLine } from "./record.ts";

/** What the root record may be beside each state of the `[V]` record; README.md has it in words. */
const MAY_STAND_BESIDE: Readonly<Record<string, readonly string[]>> = {
  ready: ["idle"],
  run: ["working", "nothing"],
  perm: ["blocked permission"],
  ask: ["blocked question"],
  plan: ["blocked question"],
  done: ["done", "idle, seen"],
  fail: ["error", "idle, seen"],
  cancel: ["idle"],
  error: ["blocked auth", "error"],
};

function rootOf(snapshot: Snapshot): string {
  const { memory } = programReports(undefined, snapshot);
  const root = memory.sent.get("");
  if (root === undefined) return "nothing";
  return [root.state, root.kind].filter((word) => word !== undefined).join(" ");
}

/** The one thing that OSC 7501 says and the record cannot: a question that it cannot name. */
function isUnnamedQuestion(snapshot: Snapshot): boolean {
  const { state } = automationOf(snapshot);
  const open = openQuestion(snapshot);
  return state === "run" && open !== undefined && open.submitting !== true;
}

/** Facts that often follow each other, which facts of every kind hardly ever do. */
const TURNS: readonly Fact[] = [
  { kind: "turn-idle" },
  { kind: "turn-started", turnId: "t-1" },
  { kind: "turn-settled", outcome: "done" },
  { kind: "turn-settled", outcome: "fail", message: "boom" },
  { kind: "turn-settled", outcome: "cancel" },
  { kind: "outcome-seen" },
  { kind: "interaction-opened", requestId: "r-1", asks: "permission" },
  { kind: "interaction-opened", requestId: "r-2", asks: "plan" },
  { kind: "interaction-opened", requestId: "r-3", asks: "question" },
  { kind: "interaction-closed" },
];
const anyHistory = fc.array(fc.oneof(anyFact, fc.constantFrom(...TURNS)), { maxLength: 40 });

/** A history for each line of the table, as chance need not find all of them. */
const TURN: Fact = { kind: "turn-started", turnId: "t-1" };
const FAIL: Fact = { kind: "turn-settled", outcome: "fail" };
const DONE: Fact = { kind: "turn-settled", outcome: "done" };
const SEEN: Fact = { kind: "outcome-seen" };
const EXAMPLES: readonly (readonly Fact[])[] = [
  [{ kind: "turn-idle" }],
  ...(["permission", "question", "plan", "auth"] as const).map((asks): readonly Fact[] => [
    TURN,
    { kind: "interaction-opened", requestId: "r-1", asks },
  ]),
  [TURN, DONE, SEEN],
  [TURN, FAIL, SEEN],
  [TURN, { kind: "turn-settled", outcome: "cancel" }],
  [{ kind: "fault-raised" }],
];

function eachSnapshot(facts: readonly Fact[], look: (snapshot: Snapshot) => void): void {
  let snapshot = EMPTY_SNAPSHOT;
  look(snapshot);
  for (const fact of facts) {
    snapshot = fold(snapshot, fact);
    look(snapshot);
  }
}

// covers: emit-agrees
test("any facts: the root record is the state of the record, said in the other words", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(anyHistory, (facts) => {
      eachSnapshot(facts, (snapshot) => {
        const { line } = recordLine(undefined, snapshot);
        const read = parseRecord(line);
        const state = read.ok ? read.value.state : line;
        expect(state).toBe(statusJson(snapshot).automation.state);
        const isIdle = rootOf(snapshot) === "idle";
        const root = isIdle && snapshot.turn?.seen ? "idle, seen" : rootOf(snapshot);
        seen.add(`${state}: ${root}`);
        if (isUnnamedQuestion(snapshot)) expect(root).toStartWith("blocked ");
        else if (state === "ready" || state === "cancel") expect(rootOf(snapshot)).toBe("idle");
        else expect(MAY_STAND_BESIDE[state]).toContain(root);
      });
    }),
    { numRuns: 2_000, examples: EXAMPLES.map((facts) => [[...facts]]) },
  );
  // Every line of the table has been seen, so that none holds only because it never came up.
  const pairs = Object.entries(MAY_STAND_BESIDE).flatMap(([state, roots]) =>
    roots.map((root) => `${state}: ${root}`),
  );
  expect(pairs.filter((pair) => !seen.has(pair))).toEqual([]);
});

test("any facts: as many children that work or wait as the record has active agents and tasks", () => {
  fc.assert(
    fc.property(anyHistory, (facts) => {
      eachSnapshot(facts, (snapshot) => {
        const { memory } = programReports(undefined, snapshot);
        const children = [...memory.sent.values()].filter(({ id }) => id !== "");
        const live = children.filter(({ state }) => state === "working" || state === "blocked");
        const { activeAgents, totalAgents } = automationOf(snapshot);
        const tasks = (snapshot.agents?.tasks ?? []).length;
        expect(children.length).toBeLessThanOrEqual(totalAgents + tasks);
        expect(live.length).toBeLessThanOrEqual(activeAgents + tasks);
      });
    }),
  );
});

test("any facts: progress shows work and failure only where the root record says so", () => {
  fc.assert(
    fc.property(anyHistory, (facts) => {
      eachSnapshot(facts, (snapshot) => {
        const [state = ""] = rootOf(snapshot).split(" ");
        const shown = progressReport(snapshot).state;
        if (state === "working") expect(["set", "indeterminate"]).toContain(shown);
        else if (state === "blocked") expect(shown).toBe("paused");
        else expect(shown).toBe(state === "error" ? "error" : "removed");
      });
    }),
  );
});

test("any facts, sent step by step: the terminal has what a first report of the last one says", () => {
  fc.assert(
    fc.property(anyHistory, (facts) => {
      let memory: ProgramMemory | undefined;
      const terminal = new Map<string, unknown>();
      eachSnapshot(facts, (snapshot) => {
        const told = programReports(memory, snapshot);
        memory = told.memory;
        for (const message of told.messages) {
          if (message.kind === "report") terminal.set(message.record.id, message.record);
          else {
            const top = message.id === "" ? "" : `${message.id}/`;
            for (const id of terminal.keys()) if (`${id}/`.startsWith(top)) terminal.delete(id);
          }
        }
        expect(terminal).toEqual(new Map(told.memory.sent));
        expect(terminal.get("")).toEqual(programReports(undefined, snapshot).memory.sent.get(""));
      });
    }),
  );
});
