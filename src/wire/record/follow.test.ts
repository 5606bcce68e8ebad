import { describe, expect, test } from "bun:test";
import { createFollower, type FollowOptions, type Look } from "./follow.ts";
import type { AutomationRecord } from "./message.ts";

const DONE: AutomationRecord = {
  seq: 5,
  state: "done",
  session: "3j5p7m",
  turn: "0a1b2c",
  activeAgents: 0,
  totalAgents: 1,
  backgroundTasks: 0,
};
const RUN: AutomationRecord = { ...DONE, seq: 4, state: "run" };
const BROKEN = "broken";

/** After which of the looks the work is finished. */
function finishedAt(
  looks: readonly (AutomationRecord | typeof BROKEN)[],
  options?: FollowOptions,
): readonly number[] {
  const follower = createFollower(options);
  return looks.flatMap((look, at) => (follower.read(lookOf(look)).finished ? [at] : []));
}

function lookOf(look: AutomationRecord | typeof BROKEN): Look {
  return look === BROKEN ? { kind: "unreadable" } : { kind: "record", record: look };
}

// covers: record-finished
describe("finished", () => {
  test("two looks in a row at done with nothing in the background", () => {
    expect(finishedAt([RUN, DONE, DONE])).toEqual([2]);
    expect(finishedAt([DONE])).toEqual([]);
  });

  test("done for a moment between a background task and the turn that it wakes: no end", () => {
    const waiting = { ...DONE, backgroundTasks: 1 };
    expect(finishedAt([waiting, waiting, DONE, RUN, DONE, DONE])).toEqual([5]);
  });

  test("a look that cannot be read between the two: counted anew", () => {
    expect(finishedAt([DONE, BROKEN, DONE, BROKEN, DONE, DONE])).toEqual([5]);
  });

  test("another turn or another session between the two: counted anew", () => {
    expect(finishedAt([DONE, { ...DONE, turn: "zzzzzz" }])).toEqual([]);
    expect(finishedAt([DONE, { ...DONE, session: "zzzzzz" }])).toEqual([]);
  });

  test("active agents: no end only where all agents are waited for", () => {
    const delegated = { ...DONE, activeAgents: 1 };
    expect(finishedAt([delegated, delegated])).toEqual([1]);
    expect(finishedAt([delegated, delegated, DONE, DONE], { allAgents: true })).toEqual([3]);
  });

  test("other ends than done: never", () => {
    for (const state of ["fail", "cancel", "ready"] as const) {
      expect(
        finishedAt([
          { ...DONE, state },
          { ...DONE, state },
        ]),
      ).toEqual([]);
    }
  });
});

// covers: record-transitions
test("transitions: the first record, then what differs from the one before, also across a broken look", () => {
  const follower = createFollower();
  const read = (look: AutomationRecord | typeof BROKEN) => follower.read(lookOf(look)).transitions;
  expect(read(BROKEN)).toEqual([]);
  expect(read(RUN)).toEqual([{ kind: "first" }]);
  expect(read(RUN)).toEqual([]);
  expect(read(BROKEN)).toEqual([]);
  expect(read(DONE)).toEqual([
    { kind: "seq", from: 4, to: 5 },
    { kind: "state", from: "run", to: "done" },
  ]);
  const { session: _, turn: __, ...none } = DONE;
  expect(read({ ...none, seq: 0, state: "run" })).toEqual([
    { kind: "session", from: "3j5p7m" },
    { kind: "seq", from: 5, to: 0 },
    { kind: "state", from: "done", to: "run" },
  ]);
  expect(follower.last()?.seq).toBe(0);
});
