import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { automationOf } from "../../status/automation.ts";
import { numberedOf } from "../../status/automation-record.ts";
import type { Fact } from "../../status/facts/fact.ts";
import { recordOf } from "../../status/items/shared/record.ts";
import { EMPTY_SNAPSHOT, fold, foldAll, type Snapshot } from "../../status/snapshot.ts";
import { anyFact } from "../../testing/any-fact.ts";
import { encodeRecord } from "../../wire/record/encode.ts";
import {
  type AutomationRecord,
  RECORD_STATES,
  type RecordState,
} from "../../wire/record/message.ts";
import { parseRecord } from "../../wire/record/parse.ts";
import { adaptRecord, recordLost } from "./record.ts";

const line = (
  state: RecordState,
  refs = "session=aaaaaa turn=bbbbbb request=none",
  counts = "0/0",
) => `[V] seq=0 state=${state} ${refs} agents=${counts} background=0`;
const ASKING = "session=aaaaaa turn=bbbbbb request=cccccc";
const NO_TURN = "session=aaaaaa turn=none request=none";

/** Reads line after line; a line that is refused gives no fact, as in a reader of a terminal. */
function terminal() {
  let previous: AutomationRecord | undefined;
  let snapshot: Snapshot = EMPTY_SNAPSHOT;
  const take = (text: string) => {
    const read = parseRecord(text);
    if (read.ok) {
      snapshot = foldAll(snapshot, adaptRecord(previous, read.value));
      previous = read.value;
    }
    return automationOf(snapshot).state;
  };
  return {
    take,
    lose: () => {
      snapshot = foldAll(snapshot, recordLost());
      return automationOf(snapshot).state;
    },
    judged: () => automationOf(snapshot),
  };
}

// covers: inbound-record
describe("a session's records", () => {
  test("from start to end: the same states, with the refs as ids", () => {
    const { take, judged } = terminal();
    expect(take(line("run", "session=none turn=none request=none"))).toBe("run");
    expect(take(line("ready", NO_TURN))).toBe("ready");
    expect(take(line("run", undefined, "2/3"))).toBe("run");
    expect(judged()).toEqual({
      state: "run",
      sessionId: "aaaaaa",
      turnId: "bbbbbb",
      activeAgents: 2,
      totalAgents: 3,
      backgroundTasks: 0,
    });
    expect(take(line("perm", ASKING))).toBe("perm");
    expect(judged()).toMatchObject({ turnId: "bbbbbb", requestId: "cccccc" });
    expect(take(line("run"))).toBe("run");
    expect(take(line("ask", ASKING))).toBe("ask");
    expect(take(line("plan", ASKING))).toBe("plan");
    expect(take(line("done"))).toBe("done");
    expect(judged().requestId).toBeUndefined();
  });

  test("a turn that is not named: run without it, and known again afterwards", () => {
    const { take, judged } = terminal();
    take(line("run"));
    expect(take(line("run", NO_TURN))).toBe("run");
    expect(judged().turnId).toBeUndefined();
    expect(take(line("run"))).toBe("run");
    expect(judged().turnId).toBe("bbbbbb");
    expect(take(line("cancel"))).toBe("cancel");
  });

  test.each(["session=aaaaaa", "session=none"])(
    "an error of no turn, %s: until it is over",
    (session) => {
      const { take } = terminal();
      const refs = `${session} turn=none request=none`;
      expect(take(line("error", refs))).toBe("error");
      expect(take(line("error", refs))).toBe("error");
      expect(take(line("ready", NO_TURN))).toBe("ready");
    },
  );

  test("ready after a turn: whoever writes it began anew, and so does the reader", () => {
    for (const session of ["aaaaaa", "none"]) {
      const { take, judged } = terminal();
      take(line("perm", `session=${session} turn=bbbbbb request=cccccc`));
      expect(take(line("ready", `session=${session} turn=none request=none`))).toBe("ready");
      expect(judged().turnId).toBeUndefined();
    }
  });

  test("another session: nothing of the one before", () => {
    const { take, judged } = terminal();
    take(line("done", undefined, "1/4"));
    expect(take(line("ready", "session=dddddd turn=none request=none"))).toBe("ready");
    expect(judged()).toMatchObject({ sessionId: "dddddd", totalAgents: 0 });
  });
});

// covers: inbound-never-ready
test.each(RECORD_STATES)("the terminal is lost after %s: run, never ready", (state) => {
  const { take, lose } = terminal();
  const asks = ["perm", "ask", "plan"].includes(state);
  const ofNoTurn = state === "ready" || state === "error";
  expect(take(line(state, asks ? ASKING : ofNoTurn ? NO_TURN : undefined))).toBe(state);
  expect(lose()).toBe("run");
});

test("a damaged record: no fact; what was known stays", () => {
  const { take } = terminal();
  take(line("run"));
  expect(take(line("done").slice(0, -1))).toBe("run");
  expect(take(line("done", "session=aaaaaa turn=none request=none"))).toBe("run");
  expect(take(line("idle" as RecordState))).toBe("run");
});

/** The record of a snapshot, written and read. */
function sent(snapshot: Snapshot): AutomationRecord {
  const read = parseRecord(encodeRecord(recordOf(numberedOf(snapshot))));
  if (!read.ok) throw new Error("a record of ours is not read");
  return read.value;
}

const TURNS: readonly Fact[] = [
  { kind: "session-started", sessionId: "s-1" },
  { kind: "turn-idle" },
  { kind: "turn-started", turnId: "t-1" },
  { kind: "turn-settled", outcome: "done" },
  { kind: "turn-settled", outcome: "fail" },
  { kind: "turn-settled", outcome: "cancel" },
  { kind: "interaction-opened", requestId: "r-1", asks: "permission" },
  { kind: "interaction-closed" },
];
const anyHistory = fc.array(fc.oneof(anyFact, fc.constantFrom(...TURNS)), { maxLength: 30 });

/** A history for each state, as chance need not come to all of them. */
const started: Fact = { kind: "turn-started", turnId: "t-1" };
const EXAMPLES: readonly (readonly Fact[])[] = [
  [{ kind: "turn-idle" }],
  [{ kind: "fault-raised" }],
  ...(["permission", "question", "plan"] as const).map((asks): readonly Fact[] => [
    started,
    { kind: "interaction-opened", requestId: "r-1", asks },
  ]),
  ...(["done", "fail", "cancel"] as const).map((outcome): readonly Fact[] => [
    started,
    { kind: "turn-settled", outcome },
  ]),
];

/** The record of facts that came from a record. Its refs are refs of refs, so that ids are compared. */
function told(snapshot: Snapshot): AutomationRecord {
  const { sessionId, turnId, requestId, ...counts } = automationOf(snapshot);
  return {
    seq: snapshot.record?.seq ?? 0,
    ...counts,
    ...(sessionId !== undefined && { session: sessionId }),
    ...(turnId !== undefined && { turn: turnId }),
    ...(requestId !== undefined && { request: requestId }),
  };
}

// covers: inbound-round-trip
test("any facts, to a record, to bytes, to a record, to facts: every field of the record is kept", () => {
  const states = new Set<string>();
  fc.assert(
    fc.property(anyHistory, (facts) => {
      const record = sent(foldAll(EMPTY_SNAPSHOT, facts));
      states.add(record.state);
      expect(told(foldAll(EMPTY_SNAPSHOT, adaptRecord(undefined, record)))).toEqual(record);
    }),
    { numRuns: 1_000, examples: EXAMPLES.map((facts): [Fact[]] => [[...facts]]) },
  );
  expect([...states].sort()).toEqual([...RECORD_STATES].sort());
});

test("any facts, record after record: what is told is what the last record says", () => {
  fc.assert(
    fc.property(anyHistory, (facts) => {
      let here = EMPTY_SNAPSHOT;
      let there = EMPTY_SNAPSHOT;
      let previous: AutomationRecord | undefined;
      for (const fact of facts) {
        here = fold(here, fact);
        const record = sent(here);
        there = foldAll(there, adaptRecord(previous, record));
        previous = record;
        expect(told(there)).toEqual(record);
      }
    }),
    { numRuns: 300 },
  );
});
