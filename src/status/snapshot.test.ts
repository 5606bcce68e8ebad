import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyFact, KNOWN_SESSION } from "../testing/any-fact.ts";
import type { Fact } from "./facts/fact.ts";
import { EMPTY_SNAPSHOT, fold, foldAll, type Snapshot, type Topic } from "./snapshot.ts";

const RUNS = { numRuns: 200 };
const topicsOf = (snapshot: Snapshot) => Object.keys(snapshot).sort();

/** Facts that say a state: said twice they change nothing more. */
const everything = foldAll(EMPTY_SNAPSHOT, KNOWN_SESSION);

describe("a change of session", () => {
  const next = fold(everything, { kind: "session-started", sessionId: "s-2" });

  test("the example knows of every topic", () => {
    const all: Record<Topic, true> = {
      account: true,
      agents: true,
      cache: true,
      chat: true,
      connection: true,
      context: true,
      cost: true,
      custom: true,
      fault: true,
      git: true,
      harness: true,
      host: true,
      interactions: true,
      mode: true,
      model: true,
      place: true,
      quota: true,
      rate: true,
      record: true,
      review: true,
      session: true,
      tokens: true,
      turn: true,
      workflow: true,
    };
    expect(topicsOf(everything)).toEqual(Object.keys(all).sort());
  });

  test("clears what belongs to the session and keeps what belongs to account, program and place", () => {
    expect(topicsOf(next)).toEqual(
      ["account", "connection", "git", "harness", "host", "place", "quota", "session"].sort(),
    );
    expect(next.session).toEqual({ id: "s-2" });
    expect(next.quota).toEqual(everything.quota);
    expect(next.place).toEqual(everything.place);
  });

  test("the same session again clears nothing and keeps its title", () => {
    const again = fold(everything, { kind: "session-started", sessionId: "s-1", remoteId: "r" });
    expect(topicsOf(again)).toEqual(topicsOf(everything));
    expect(again.session).toEqual({ ...everything.session, id: "s-1", remoteId: "r" });
  });

  test("the first session clears nothing that was known before it", () => {
    const before = foldAll(EMPTY_SNAPSHOT, [{ kind: "turn-started", turnId: "t" }]);
    const opened = fold(before, { kind: "session-started", sessionId: "s-1" });
    expect(opened.turn).toEqual(before.turn);
  });

  test("a title or a time before any session is known changes nothing", () => {
    const facts: Fact[] = [
      { kind: "session-titled", title: "x" },
      { kind: "session-timed", durationMs: 5 },
    ];
    expect(foldAll(EMPTY_SNAPSHOT, facts)).toBe(EMPTY_SNAPSHOT);
  });
});

describe("the end of a summary of the context", () => {
  test("makes the use unknown and keeps the window; what is measured afterwards counts", () => {
    const after = fold(everything, { kind: "compaction-ended" });
    expect(everything.context?.usedTokens).toBeGreaterThan(0);
    const { usedTokens: _u, usedPct: _p, source: _s, ...window } = everything.context ?? {};
    expect(after.context).toEqual(window);
    const measured = fold(after, { kind: "context-measured", usedTokens: 9, source: "estimate" });
    expect(measured.context).toEqual({ ...window, usedTokens: 9, source: "estimate" });
  });

  test("of a session whose context nobody knows: nothing is made up", () => {
    expect(fold(EMPTY_SNAPSHOT, { kind: "compaction-ended" }).context).toBeUndefined();
  });
});

describe("a change of directory", () => {
  test("clears the repository, its review and the command's output, and nothing else", () => {
    const moved = fold(everything, { kind: "place-known", cwd: "/elsewhere" });
    const gone = topicsOf(everything).filter((topic) => !topicsOf(moved).includes(topic));
    expect(gone).toEqual(["custom", "git", "review"]);
    expect(moved.place).toEqual({ cwd: "/elsewhere" });
  });

  test("the same directory with other news of it clears nothing", () => {
    const cwd = everything.place?.cwd;
    const same = fold(everything, { kind: "place-known", ...(cwd && { cwd }), addedDirs: ["/x"] });
    expect(topicsOf(same)).toEqual(topicsOf(everything));
  });

  test("the first directory clears nothing that was read before it", () => {
    const read = fold(EMPTY_SNAPSHOT, { kind: "git-head-read", repo: true, branch: "main" });
    expect(fold(read, { kind: "place-known", cwd: "/w" }).git).toEqual(read.git as object);
  });
});

describe("any facts", () => {
  test("fold without throwing to plain data that JSON gives back", () => {
    fc.assert(
      fc.property(fc.array(anyFact, { maxLength: 30 }), (facts) => {
        const snapshot = foldAll(EMPTY_SNAPSHOT, facts);
        expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
      }),
      RUNS,
    );
  });

  test("leave the snapshot before them as it was", () => {
    fc.assert(
      fc.property(fc.array(anyFact, { maxLength: 10 }), anyFact, (facts, fact) => {
        const before = foldAll(EMPTY_SNAPSHOT, facts);
        const written = JSON.stringify(before);
        fold(before, fact);
        expect(JSON.stringify(before)).toBe(written);
      }),
      RUNS,
    );
  });

  test("a whole state with the end of a turn, its member and a later turn: delivered at the first reading", () => {
    const read: Fact = {
      kind: "state-read",
      turns: { live: [{ turnId: "t-2" }], settled: { turnId: "t-1", outcome: "done" } },
      interactions: [],
      agents: { members: [{ agentId: "a-1", status: "done", deliveryTurnId: "t-1" }] },
    };
    const once = fold(EMPTY_SNAPSHOT, read);
    expect(once.agents?.members[0]?.delivered).toBe(true);
    expect(fold(once, read)).toEqual(once);
  });

  test("said twice in a row change nothing more", () => {
    fc.assert(
      fc.property(fc.array(anyFact, { maxLength: 10 }), anyFact, (facts, fact) => {
        const once = foldAll(EMPTY_SNAPSHOT, [...facts, fact]);
        expect(fold(once, fact)).toEqual(once);
      }),
      RUNS,
    );
  });

  test("put no member with an undefined value", () => {
    const holes = (value: unknown): boolean =>
      value === undefined ||
      (typeof value === "object" && value !== null && Object.values(value).some(holes));
    fc.assert(
      fc.property(fc.array(anyFact, { maxLength: 30 }), (facts) => {
        expect(holes(foldAll(EMPTY_SNAPSHOT, facts))).toBe(false);
      }),
      RUNS,
    );
  });

  test("of one topic never change another, but for a new session, directory or summary, a whole state, an end", () => {
    /** What an end of a turn delivers, and what no chat or account can be without. */
    const besides: Partial<Record<Fact["kind"], readonly Topic[]>> = {
      "turn-settled": ["agents", "fault"],
      "interaction-opened": ["fault"],
      "interaction-closed": ["fault"],
      "chat-read": ["fault"],
      "login-done": ["fault"],
    };
    fc.assert(
      fc.property(fc.array(anyFact, { maxLength: 10 }), anyFact, (facts, fact) => {
        const before = foldAll(EMPTY_SNAPSHOT, facts);
        const wide: Fact["kind"][] = [
          "session-started",
          "session-closed",
          "place-known",
          "compaction-ended",
          "state-read",
        ];
        if (wide.includes(fact.kind)) return;
        const after = fold(before, fact);
        const changed = [...new Set([...topicsOf(before), ...topicsOf(after)])].filter(
          (topic) =>
            before[topic as Topic] !== after[topic as Topic] &&
            besides[fact.kind]?.includes(topic as Topic) !== true,
        );
        expect(changed.length).toBeLessThanOrEqual(1);
      }),
      RUNS,
    );
  });
});
