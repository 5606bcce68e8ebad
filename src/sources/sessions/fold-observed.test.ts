import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Fact } from "../../status/facts/fact.ts";
import { foldAll } from "../../status/snapshot.ts";
import { foldObserved } from "./fold-observed.ts";
import { sessionFacts } from "./session-facts.ts";
import {
  emptySession,
  MAX_AGENTS,
  MAX_INTERACTIONS,
  MAX_OBSERVED,
  MAX_TEXT_UNITS,
  parseStoredSession,
  type StoredSession,
} from "./stored-session.ts";

const EMPTY = emptySession("h", "s");

interface Said {
  readonly atMs: number;
  readonly facts: readonly Fact[];
}

function foldSaid(all: readonly Said[]): StoredSession {
  let stored = EMPTY;
  for (const { facts, atMs } of all) stored = foldObserved(stored, facts, atMs);
  return stored;
}

const opened = (requestId: string, atMs = 0): Fact => ({
  kind: "interaction-opened",
  requestId,
  asks: "permission",
  about: requestId,
  atMs,
});
const agent = (agentId: string, status: "running" | "done"): Fact => ({
  kind: "agent-changed",
  agentId,
  status,
});

describe("late observations", () => {
  test("an older mode, turn and place do not replace newer ones; an equally old one does", () => {
    const stored = foldSaid([
      {
        atMs: 10,
        facts: [
          { kind: "permission-mode-set", mode: "plan" },
          { kind: "turn-started", turnId: "b", atMs: 10 },
        ],
      },
      {
        atMs: 9,
        facts: [
          { kind: "permission-mode-set", mode: "default" },
          { kind: "turn-settled", turnId: "a", outcome: "done", atMs: 9 },
        ],
      },
      { atMs: 9, facts: [{ kind: "place-known", cwd: "/old" }] },
      { atMs: 10, facts: [{ kind: "permission-mode-set", mode: "auto" }] },
    ]);
    expect(stored.snapshot).toEqual({
      mode: { permission: "auto" },
      turn: { phase: "running", id: "b", atMs: 10 },
      place: { cwd: "/old" },
    });
  });

  test("a question that was answered before its opening arrived stays closed", () => {
    const closed: Fact = { kind: "interaction-closed", requestId: "r" };
    const stored = foldSaid([
      { atMs: 6, facts: [closed] },
      { atMs: 5, facts: [opened("r")] },
    ]);
    expect(stored.snapshot.interactions).toEqual([]);
  });

  test("closing all of an older time leaves a newer question open", () => {
    const stored = foldSaid([
      { atMs: 4, facts: [opened("old")] },
      { atMs: 6, facts: [opened("new")] },
      { atMs: 5, facts: [{ kind: "interaction-closed" }] },
    ]);
    expect(stored.snapshot.interactions?.map((open) => open.requestId)).toEqual(["new"]);
  });

  test("an older list of agents does not lose one that started after it", () => {
    const stored = foldSaid([
      { atMs: 6, facts: [agent("new", "running")] },
      { atMs: 5, facts: [{ kind: "agents-listed", members: [] }] },
    ]);
    expect(stored.snapshot.agents?.members).toEqual([{ agentId: "new", status: "running" }]);
  });

  // covers: hook-members-stay
  test("a list of those that go on: the others have ended, with what is known of them, and stay", () => {
    const stored = foldSaid([
      { atMs: 1, facts: [agent("a", "running"), agent("b", "running")] },
      { atMs: 2, facts: [{ ...agent("b", "running"), name: "Explore" } as Fact] },
      {
        atMs: 3,
        facts: [{ kind: "agents-listed", members: [{ agentId: "b", status: "running" }] }],
      },
      { atMs: 4, facts: [{ kind: "agents-listed", members: [] }] },
    ]);
    expect(stored.snapshot.agents?.members).toEqual([
      { agentId: "a", status: "done" },
      { agentId: "b", status: "done", name: "Explore" },
    ]);
  });

  test("property: updates with times of their own give the same state in any order of arrival", () => {
    const said: Said[] = [
      {
        atMs: 1,
        facts: [
          { kind: "session-started", sessionId: "s" },
          { kind: "turn-idle", atMs: 1 },
        ],
      },
      {
        atMs: 2,
        facts: [
          { kind: "turn-started", turnId: "p", atMs: 2 },
          { kind: "permission-mode-set", mode: "default" },
        ],
      },
      { atMs: 3, facts: [opened("one", 3)] },
      { atMs: 4, facts: [opened("two", 4), { kind: "turn-started", turnId: "p", atMs: 4 }] },
      { atMs: 5, facts: [{ kind: "interaction-closed", requestId: "one" }] },
      {
        atMs: 6,
        facts: [
          { kind: "background-counted", tasks: 2 },
          { kind: "permission-mode-set", mode: "plan" },
        ],
      },
      { atMs: 7, facts: [{ kind: "turn-settled", turnId: "p", outcome: "done", atMs: 7 }] },
    ];
    const ordered = foldSaid(said);
    fc.assert(
      fc.property(
        fc.shuffledSubarray(said, { minLength: said.length }),
        fc.nat(6),
        (shuffled, again) => {
          const stored = foldSaid([...shuffled, shuffled[again]!]);
          expect({ ...stored.snapshot }).toEqual(ordered.snapshot);
        },
      ),
    );
  });
});

describe("a summary of the context that was broken off", () => {
  const began: Said = { atMs: 3, facts: [{ kind: "compaction-started", atMs: 3 }] };
  const started: Said = { atMs: 1, facts: [{ kind: "turn-started", turnId: "p", atMs: 1 }] };
  const ended: Said = {
    atMs: 2,
    facts: [{ kind: "turn-settled", turnId: "p", outcome: "done", atMs: 2 }],
  };
  const idle: Said = { atMs: 4, facts: [{ kind: "turn-idle", atMs: 4 }] };
  const turnOf = (...said: Said[]) => foldSaid(said).snapshot.turn;

  test("is over when its turn ends, when the next one starts, and when nothing goes on", () => {
    expect(turnOf(started, began, { ...ended, atMs: 4 })).toMatchObject({ phase: "settled" });
    const next: Said = { atMs: 4, facts: [{ kind: "turn-started", turnId: "q", atMs: 4 }] };
    expect(turnOf(started, ended, began, next)).toMatchObject({ phase: "running", id: "q" });
    expect(turnOf(started, began, idle)).toMatchObject({ phase: "settled", outcome: "cancel" });
  });

  test("between two turns takes nothing from how the first one ended", () => {
    expect(turnOf(started, ended, began)).toMatchObject({ phase: "compacting", id: "p" });
    expect(turnOf(started, ended, began, idle)).toEqual({ ...turnOf(started, ended)!, atMs: 3 });
  });
});

describe("bounds", () => {
  test("thousands of agents, questions and long texts: the newest within the caps", () => {
    let stored = EMPTY;
    for (let index = 0; index < 1000; index += 1) {
      const facts = [agent(`a${index}`, "running"), opened(`r${index}`)];
      stored = foldObserved(stored, facts, index);
      stored = foldObserved(stored, index < 990 ? [agent(`a${index}`, "done")] : [], index);
    }
    stored = foldObserved(
      stored,
      [{ kind: "permission-mode-set", mode: `${"x".repeat(4095)}😀` }],
      1,
    );
    const { agents, interactions, mode } = stored.snapshot;
    expect(agents?.members).toHaveLength(MAX_AGENTS);
    expect(agents?.members.filter((member) => member.status === "running")).toHaveLength(10);
    expect(interactions).toHaveLength(MAX_INTERACTIONS);
    expect(interactions?.at(-1)?.requestId).toBe("r999");
    expect(Object.keys(stored.observedAtMs).length).toBeLessThanOrEqual(MAX_OBSERVED);
    expect(mode?.permission).toBe("x".repeat(MAX_TEXT_UNITS - 1));
    expect(JSON.stringify(stored).length).toBeLessThan(100_000);
  });

  test("a subject named like a member of every object is a subject like any other", () => {
    const stored = foldObserved(EMPTY, [opened("__proto__"), agent("constructor", "running")], 5);
    expect(stored.snapshot.interactions).toHaveLength(1);
    expect(parseStoredSession(JSON.stringify(stored))?.snapshot.agents?.members).toHaveLength(1);
  });

  test("facts of other topics and of another session are not kept", () => {
    const facts: Fact[] = [
      { kind: "session-started", sessionId: "other" },
      { kind: "cost-counted", sessionUsd: 1 },
      { kind: "git-head-read", repo: true, branch: "main" },
      { kind: "context-measured", usedTokens: 5 },
    ];
    expect(foldObserved(EMPTY, facts, 5).snapshot).toEqual({});
  });
});

test("sessionFacts gives back what was folded, for each phase of a turn", () => {
  const turns: Fact[][] = [
    [{ kind: "turn-idle", atMs: 5 }],
    [{ kind: "turn-started", turnId: "p", atMs: 5 }],
    [
      { kind: "turn-started", turnId: "p", atMs: 4 },
      { kind: "compaction-started", atMs: 5 },
    ],
    [{ kind: "turn-settled", turnId: "p", outcome: "fail", message: "rate_limit", atMs: 5 }],
    [{ kind: "turn-settled", turnId: "p", outcome: "done", atMs: 5 }, { kind: "outcome-seen" }],
    [
      { kind: "turn-settled", turnId: "p", outcome: "done", atMs: 4 },
      { kind: "compaction-started", atMs: 5 },
    ],
    [
      { kind: "turn-started", turnId: "p", atMs: 5 },
      { kind: "activity-changed", message: "Replying", progressPct: 40 },
    ],
    [{ kind: "compaction-started", atMs: 5 }],
  ];
  for (const turn of turns) {
    const facts: Fact[] = [
      { kind: "session-started", sessionId: "s" },
      { kind: "session-titled", title: "t" },
      { kind: "permission-mode-set", mode: "plan" },
      { kind: "plan-mode-set", on: true },
      ...turn,
      { kind: "queue-counted", queued: 2 },
      opened("r"),
      agent("a", "running"),
      { kind: "background-counted", tasks: 3, shells: 1 },
    ];
    const stored = foldObserved(EMPTY, facts, 5);
    expect(foldAll({}, sessionFacts(stored))).toEqual(stored.snapshot);
  }
});
