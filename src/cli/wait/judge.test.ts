import { describe, expect, test } from "bun:test";
import type { AutomationRecord, RecordState } from "../../wire/record/message.ts";
import { createJudge, type Wish } from "./judge.ts";
import type { Reading } from "./reading.ts";

const BROKEN: Reading = { kind: "unreadable", reason: "a reason" };

function seen(state: RecordState, more: Partial<AutomationRecord> = {}): Reading {
  const record = {
    seq: 1,
    state,
    session: "3j5p7m",
    turn: "0a1b2c",
    activeAgents: 0,
    totalAgents: 0,
    backgroundTasks: 0,
  };
  return { kind: "record", protocol: "record", record: { ...record, ...more } };
}

/** The outcome, and after how many looks. */
function judged(readings: readonly Reading[], wish: Partial<Wish> = {}): string {
  const judge = createJudge({ states: new Set(["done"]), allAgents: false, ...wish });
  for (const [at, reading] of readings.entries()) {
    const verdict = judge.look({ reading });
    if (verdict !== undefined) return `${verdict.outcome} at ${at}`;
  }
  return "open";
}

// covers: wait-finished
describe("done", () => {
  test("twice in a row: reached; with anything between: not", () => {
    expect(judged([seen("done"), seen("done")])).toBe("reached at 1");
    expect(judged([seen("done"), BROKEN, seen("done")])).toBe("open");
    expect(judged([seen("done"), seen("done", { turn: "zzzzzz" })])).toBe("open");
  });

  test("a short turn between two looks, told by the epoch: not reached before the look after", () => {
    const at = (epoch: number): Reading => ({ ...seen("done"), epoch }) as Reading;
    expect(judged([at(1), at(2), at(3), at(3)])).toBe("reached at 3");
  });

  test("that is not waited for: nothing", () => {
    expect(judged([seen("done"), seen("done")], { states: new Set(["perm"]) })).toBe("open");
  });
});

describe("other states", () => {
  test("listed: reached at once; else they end it with a failure, with a person, or not at all", () => {
    expect(judged([seen("run")], { states: new Set(["run"]) })).toBe("reached at 0");
    for (const state of ["fail", "cancel", "error"] as const) {
      expect(judged([seen(state)])).toBe("failed at 0");
      expect(judged([seen(state)], { states: new Set([state]) })).toBe("reached at 0");
    }
    for (const state of ["perm", "ask", "plan"] as const) {
      expect(judged([seen(state)])).toBe("needs-person at 0");
    }
    expect(judged([seen("ready"), seen("ready"), seen("run")])).toBe("open");
  });
});

// covers: wait-timeout
test("the time is over at work without a turn: the reason names what may be missing", () => {
  const told = (reading: Reading) => {
    const judge = createJudge({ states: new Set(["done"]), allAgents: false });
    judge.look({ reading });
    return judge.giveUp("timeout", "the time is over").reason;
  };
  const hint = "hooks may not be installed: telltale doctor claude-code";
  const says = "the time is over: the last record says";
  const withoutTurn = (state: RecordState, protocol: "record" | "osc7501"): Reading => {
    const counts = { activeAgents: 0, totalAgents: 0, backgroundTasks: 0 };
    return { kind: "record", protocol, record: { seq: 1, state, ...counts } };
  };
  expect(told(withoutTurn("run", "record"))).toBe(`${says} run, turn=none; ${hint}`);
  expect(told(seen("run"))).toBe(`${says} run`);
  expect(told(withoutTurn("ready", "record"))).toBe(`${says} ready`);
  expect(told(withoutTurn("run", "osc7501"))).toBe(`${says} run`);
});

// covers: wait-after
describe("after a record", () => {
  const after = (...readings: readonly Reading[]) => judged(readings, { afterSeq: 5 });
  const old = seen("done", { seq: 5 });

  test("the old one, and later ones that still tell the same end: they do not count", () => {
    const settled = seen("done", { seq: 6, totalAgents: 1 });
    expect(after(old, old, settled, settled)).toBe("open");
  });

  test("another turn, another session, another state of the same turn, a seq that starts again: count", () => {
    const next = seen("done", { seq: 7, turn: "zzzzzz" });
    expect(after(old, next, next)).toBe("reached at 2");
    const other = seen("done", { seq: 5, session: "zzzzzz" });
    expect(after(old, other, other)).toBe("reached at 2");
    expect(after(old, seen("perm", { seq: 6 }))).toBe("needs-person at 1");
    const again = seen("done", { seq: 0, turn: "zzzzzz" });
    expect(after(old, again, again)).toBe("reached at 2");
  });

  test("the old one was never seen: another seq counts", () => {
    const later = seen("done", { seq: 6 });
    expect(after(later, later)).toBe("reached at 1");
  });

  test("the same seq once more, long after: counts, as the old one is past", () => {
    const back = seen("done", { seq: 5, turn: "zzzzzz" });
    expect(after(old, seen("run", { seq: 6 }), back, back)).toBe("reached at 3");
  });

  test("OSC 7501: the end that was there does not count, also with other counts; a later one does", () => {
    const program = (seq: number, sinceSeq: number): Reading => {
      const counts = { activeAgents: 0, totalAgents: 0, backgroundTasks: 0 };
      const record: AutomationRecord = { seq, state: "done", ...counts };
      return { kind: "record", protocol: "osc7501", record, sinceSeq };
    };
    expect(after(program(5, 5), program(5, 5))).toBe("open");
    expect(after(program(7, 4), program(7, 4))).toBe("open");
    expect(after(program(5, 5), program(7, 7), program(7, 7))).toBe("reached at 2");
    expect(after(program(7, 7), program(7, 7))).toBe("reached at 1");
    // The log was replaced by another.
    expect(after(program(5, 5), program(2, 2), program(2, 2))).toBe("reached at 2");
  });
});
