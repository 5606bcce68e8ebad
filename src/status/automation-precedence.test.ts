/** The lines by which a state is judged, each against those below it. */
import { describe, expect, test } from "bun:test";
import { automationOf } from "./automation.ts";
import type { ConnectionPhase } from "./facts/connection.ts";
import type { Fact, StateRead } from "./facts/fact.ts";
import type { Interaction } from "./facts/interaction.ts";
import type { TurnOutcome, TurnsRead } from "./facts/turn.ts";
import { EMPTY_SNAPSHOT, foldAll } from "./snapshot.ts";

const SESSION: Fact = { kind: "session-started", sessionId: "s" };
const connected = (phase: ConnectionPhase): Fact => ({ kind: "connection-changed", phase });
const started = (turnId = "t-1"): Fact => ({ kind: "turn-started", turnId });
const settled = (outcome: TurnOutcome = "done", turnId = "t-1"): Fact => ({
  kind: "turn-settled",
  turnId,
  outcome,
});
const asks = (kind: Interaction["asks"], own: Partial<Interaction> = {}): Fact => ({
  kind: "interaction-opened",
  requestId: "r-1",
  asks: kind,
  ...own,
});
const read = (turns: Partial<TurnsRead> = {}, more: Partial<StateRead> = {}): StateRead => ({
  kind: "state-read",
  turns: { live: [], ...turns },
  interactions: [],
  ...more,
});
const chatError = (retryable?: boolean): Fact => ({
  kind: "chat-read",
  phase: "error",
  ...(retryable !== undefined && { retryable }),
});
const LOGIN: Fact = { kind: "login-needed", message: "expired" };
const INVALID: Fact = { kind: "interaction-invalid" };
const IDLE: Fact = { kind: "turn-idle" };

/** State, turn and request in the words of a record. */
const judge = (...facts: Fact[]) => {
  const { state, turnId, requestId } = automationOf(foldAll(EMPTY_SNAPSHOT, [SESSION, ...facts]));
  return [state, turnId ?? "none", requestId ?? "none"].join(" ");
};
const RUN = "run none none";
const FATAL = "error none none";

// covers: automation-connection
describe("line 1, a connection that is not live", () => {
  test.each(["starting", "loading", "reconnecting", "lost"] as const)(
    "%s: it waits, with the session alone, whatever else is known",
    (phase) => {
      const away = connected(phase);
      for (const facts of [[], [started()], [started(), settled()], [read()], [LOGIN], [INVALID]]) {
        expect(judge(...facts, away)).toBe(RUN);
      }
      expect(judge(started(), asks("permission"), away)).toBe(RUN);
    },
  );

  test("back again, what was known holds", () => {
    const back = [connected("lost"), connected("live")];
    expect(judge(started(), settled(), ...back)).toBe("done t-1 none");
    expect(judge(started(), asks("permission"), ...back)).toBe("perm t-1 r-1");
  });

  test("another session through the same connection that is lost: it waits", () => {
    const other: Fact = { kind: "session-started", sessionId: "s-2" };
    expect(judge(connected("live"), read(), connected("lost"), other, IDLE)).toBe(RUN);
  });
});

// covers: automation-fatal
describe("line 2, a fault or a login", () => {
  test("goes before every question, turn and end", () => {
    for (const stop of [LOGIN, INVALID, { kind: "fault-raised" } as const, asks("auth")]) {
      expect(judge(started(), stop)).toBe(FATAL);
      expect(judge(started(), settled(), stop)).toBe(FATAL);
      expect(judge(started(), stop, asks("plan", { requestId: "r-2" }))).toBe(FATAL);
      expect(judge(started(), stop, chatError(true))).toBe(FATAL);
    }
  });

  test("a fault stays, whatever comes, until the session changes or closes", () => {
    const after = [started(), settled(), { kind: "interaction-closed" } as const, read()];
    expect(judge(INVALID, ...after)).toBe(FATAL);
    expect(judge(INVALID, SESSION, IDLE)).toBe(FATAL);
    expect(judge(INVALID, { kind: "session-started", sessionId: "s-2" }, IDLE)).toBe(
      "ready none none",
    );
    expect(judge(INVALID, { kind: "session-closed" }, SESSION, IDLE)).toBe("ready none none");
  });

  test("a fault that is told while no session is open is none of the session that is opened next", () => {
    const closed: Fact = { kind: "session-closed" };
    const gone = read({}, { fault: { message: "gone" } });
    for (const stop of [INVALID, { kind: "fault-raised" } as const, gone]) {
      expect(judge(closed, stop)).toBe(FATAL);
      expect(judge(closed, stop, SESSION, IDLE)).toBe("ready none none");
      expect(judge(closed, stop, SESSION, INVALID)).toBe(FATAL);
      const first = automationOf(foldAll(EMPTY_SNAPSHOT, [stop, SESSION, IDLE]));
      expect(first.state).toBe("ready");
    }
  });

  test("a fault of another session than the open one is nobody's, whichever is opened next", () => {
    for (const kind of ["interaction-invalid", "fault-raised"] as const) {
      const named = (sessionId: string): Fact => ({ kind, sessionId });
      expect(judge(named("s"))).toBe(FATAL);
      expect(judge(named("s-2"), IDLE)).toBe("ready none none");
      expect(judge({ kind: "session-closed" }, named("s"), SESSION, IDLE)).toBe("ready none none");
    }
  });

  test("of two faults the first one is told", () => {
    const faults: Fact[] = [
      { kind: "fault-raised", message: "the first" },
      { kind: "interaction-invalid", message: "the second" },
    ];
    expect(foldAll(EMPTY_SNAPSHOT, faults).fault).toEqual({ why: "told", message: "the first" });
  });

  test("a login does not stay: done, things are as before; and no change of session does it", () => {
    const done: Fact = { kind: "login-done" };
    expect(judge(IDLE, LOGIN, done)).toBe("ready none none");
    expect(judge(started(), settled("fail"), LOGIN, done)).toBe("fail t-1 none");
    expect(judge(LOGIN, { kind: "session-started", sessionId: "s-2" }, IDLE)).toBe(FATAL);
  });

  test("a state that was read may tell of both", () => {
    expect(judge(read({}, { fault: { message: "gone" } }), read())).toBe(FATAL);
    const needed = read({}, { account: { login: "needed" } });
    expect(judge(needed)).toBe(FATAL);
    expect(judge(needed, read())).toBe(FATAL);
    expect(judge(needed, read({}, { account: { login: "done" } }))).toBe("ready none none");
  });
});

// covers: automation-chat-error
describe("line 3, a conversation that cannot be read", () => {
  test("after a turn that failed: that; else it waits, with the turn that runs", () => {
    expect(judge(started(), settled("fail"), chatError())).toBe("fail t-1 none");
    expect(judge(started(), settled("done"), chatError())).toBe(RUN);
    expect(judge(started(), chatError())).toBe("run t-1 none");
    expect(judge(started(), chatError(), asks("permission"))).toBe("run t-1 none");
    expect(judge(read(), chatError(true))).toBe(RUN);
  });

  test("for good, with no turn to blame and no login to wait for: a fault that stays", () => {
    const fine: Fact = { kind: "chat-read", phase: "idle" };
    expect(judge(read(), chatError(false), fine)).toBe(FATAL);
    expect(judge(started(), settled("done"), chatError(false))).toBe(FATAL);
    expect(judge(started(), chatError(false), settled("done"))).toBe(FATAL);
    expect(judge(started(), chatError(false), fine)).toBe("run t-1 none");
    expect(judge(started(), settled("fail"), chatError(false), fine)).toBe("fail t-1 none");
    expect(judge(read(), LOGIN, chatError(false), fine, { kind: "login-done" })).toBe(
      "ready none none",
    );
    expect(judge(read(), LOGIN, chatError(false), { kind: "login-done" }, fine)).toBe(FATAL);
  });

  test("what was concluded so is concluded anew from a whole state that tells of the chat", () => {
    const lost = [read(), chatError(false)];
    expect(judge(...lost, read())).toBe(FATAL);
    expect(judge(...lost, read({}, { chat: { phase: "idle" } }))).toBe("ready none none");
    const still = { chat: { phase: "error", retryable: false } } as const;
    expect(judge(...lost, read({}, still))).toBe(FATAL);
    expect(judge(...lost, read({ live: [{ turnId: "t-1" }] }, still))).toBe("run t-1 none");
    expect(judge(...lost, INVALID, read({}, { chat: { phase: "idle" } }))).toBe(FATAL);
  });

  test("concluded while no session was open, it is concluded anew when one is opened", () => {
    const fine: Fact = { kind: "chat-read", phase: "idle" };
    const error = { phase: "error", retryable: false } as const;
    const lost: Fact[] = [{ kind: "session-closed" }, { kind: "chat-read", ...error }];
    expect(judge(...lost, fine)).toBe(FATAL);
    expect(judge(...lost, fine, SESSION, IDLE)).toBe("ready none none");
    expect(judge(...lost, SESSION, fine)).toBe(FATAL);
    for (const stop of [INVALID, read({}, { fault: {}, chat: error })]) {
      expect(judge(...lost, stop, SESSION, fine)).toBe(FATAL);
      expect(judge(...lost, stop, fine, SESSION, IDLE)).toBe("ready none none");
    }
  });

  test("a question for the login that is open is no fault of the chat; closed, it may be one", () => {
    const login = asks("auth", { requestId: "login" });
    const fine: Fact = { kind: "chat-read", phase: "idle" };
    const closed: Fact = { kind: "interaction-closed" };
    expect(judge(read(), login, chatError(false), fine, closed)).toBe("ready none none");
    expect(judge(read(), login, chatError(false), closed, fine)).toBe(FATAL);
  });

  test("nobody said whether it can be read again: no fault", () => {
    expect(judge(read(), chatError(), { kind: "chat-read", phase: "idle" })).toBe(
      "ready none none",
    );
  });
});

// covers: automation-question
describe("line 4, an open question", () => {
  test.each([
    ["permission", "perm"],
    ["question", "ask"],
    ["plan", "plan"],
  ] as const)(
    "%s: %s, with turn and request; while the answer is under way it runs",
    (kind, state) => {
      expect(judge(started(), asks(kind))).toBe(`${state} t-1 r-1`);
      expect(judge(started(), asks(kind, { submitting: true }))).toBe("run t-1 none");
      expect(judge(started(), asks(kind), { kind: "queue-counted", queued: 2 })).toBe(
        `${state} t-1 r-1`,
      );
    },
  );

  test("its own turn counts, also of a question of another session", () => {
    expect(judge(started(), asks("plan", { turnId: "t-9" }))).toBe("plan t-9 r-1");
    expect(judge(started(), asks("plan", { turnId: "t-9", sessionId: "c" }))).toBe("plan t-9 r-1");
  });

  test("without a turn: that of the session that asks, if it is this one; else it waits", () => {
    expect(judge(started(), asks("permission", { sessionId: "s" }))).toBe("perm t-1 r-1");
    expect(judge(started(), asks("permission", { sessionId: "c" }))).toBe(RUN);
    expect(judge(asks("permission"))).toBe(RUN);
    expect(judge(started(), settled(), asks("permission"))).toBe(RUN);
  });

  test("of a turn that is seen no more it is still the question", () => {
    expect(judge(started(), { kind: "turn-vanished" }, asks("permission"))).toBe("perm t-1 r-1");
  });
});

// covers: automation-busy
describe("line 5, something goes on", () => {
  test.each([
    { kind: "queue-counted", queued: 1 },
    { kind: "queue-counted", queued: 0, handingOff: true },
    { kind: "compaction-started" },
    { kind: "retry-changed", waiting: true },
    { kind: "chat-read", phase: "starting" },
    { kind: "chat-read", phase: "running" },
  ] satisfies Fact[])("%j after an end, or after nothing: it waits, without a turn", (fact) => {
    expect(judge(started(), settled(), fact)).toBe(RUN);
    expect(judge(read(), fact)).toBe(RUN);
    expect(judge(started(), fact)).toBe("run t-1 none");
  });

  test("over again: the end is still the end", () => {
    const over: Fact[][] = [
      [
        { kind: "queue-counted", queued: 1 },
        { kind: "queue-counted", queued: 0 },
      ],
      [{ kind: "compaction-started" }, { kind: "compaction-ended" }],
      [
        { kind: "retry-changed", waiting: true },
        { kind: "retry-changed", waiting: false },
      ],
      [
        { kind: "chat-read", phase: "running" },
        { kind: "chat-read", phase: "idle" },
      ],
    ];
    for (const facts of over) expect(judge(started(), settled(), ...facts)).toBe("done t-1 none");
  });

  test("a source that sees nothing go on ends them all but the queue, and no end is lost", () => {
    const busy: Fact[] = [
      { kind: "queue-counted", queued: 0, handingOff: true },
      { kind: "compaction-started" },
      { kind: "retry-changed", waiting: true },
    ];
    expect(judge(started(), settled(), ...busy, IDLE)).toBe("done t-1 none");
    expect(judge(IDLE, ...busy, IDLE)).toBe("ready none none");
    expect(judge(IDLE, { kind: "queue-counted", queued: 1 }, IDLE)).toBe(RUN);
  });

  test("a summary that goes on while its turn ends: it waits for the summary", () => {
    expect(judge(started(), { kind: "compaction-started" }, settled())).toBe(RUN);
    expect(
      judge(started(), { kind: "compaction-started" }, settled(), { kind: "compaction-ended" }),
    ).toBe("done t-1 none");
  });

  test("of several turns that are alive the one that runs counts, then one that leaves", () => {
    const live = (...stages: ("active" | "retiring" | "stopping")[]) =>
      read({ live: stages.map((stage) => ({ turnId: stage, stage })) });
    expect(judge(live("stopping", "retiring", "active"))).toBe("run active none");
    expect(judge(live("stopping", "retiring"))).toBe("run retiring none");
    expect(judge(live("stopping"))).toBe("run stopping none");
    const leaving: Fact = { kind: "turn-started", turnId: "t-0", stage: "retiring" };
    expect(judge(started(), leaving)).toBe("run t-1 none");
    expect(judge(started(), { kind: "turn-started", turnId: "t-1", stage: "stopping" })).toBe(
      "run t-1 none",
    );
  });
});

// covers: automation-outcome
describe("lines 6 and 7, an end", () => {
  test.each(["done", "fail", "cancel"] as const)("%s, with its turn, and it stays", (outcome) => {
    const state = `${outcome} t-1 none`;
    expect(judge(started(), settled(outcome))).toBe(state);
    expect(judge(started(), settled(outcome), IDLE)).toBe(state);
    expect(judge(started(), settled(outcome), read(), read())).toBe(state);
    expect(judge(read({ settled: { turnId: "t-1", outcome } }), read())).toBe(state);
  });

  test("a turn that is seen no more has not ended", () => {
    const gone: Fact = { kind: "turn-vanished", turnId: "t-1" };
    for (const after of [[gone], [IDLE], [read()], [gone, IDLE, read(), read()]]) {
      expect(judge(started(), ...after)).toBe("run t-1 none");
      expect(judge(started(), ...after, settled("cancel"))).toBe("cancel t-1 none");
    }
  });

  test("another turn than the one that runs is seen no more: nothing is said of this one", () => {
    const leaving: Fact = { kind: "turn-started", turnId: "t-2", stage: "stopping" };
    const other: Fact = { kind: "turn-vanished", turnId: "t-0" };
    expect(judge(started(), other, leaving)).toBe("run t-1 none");
    expect(judge(started(), { ...other, turnId: "t-1" }, leaving)).toBe("run t-2 none");
  });

  test("a late end of another turn ends nothing; once the turn has ended it may be told of", () => {
    const late = settled("fail", "t-0");
    expect(judge(started("t-0"), started(), late)).toBe("run t-1 none");
    expect(judge(started(), { kind: "turn-vanished" }, late)).toBe("run t-1 none");
    const stale = read({ settled: { turnId: "t-0", outcome: "done" } });
    expect(judge(started(), stale)).toBe("run t-1 none");
    const leaving: Fact = { kind: "turn-started", turnId: "t-0", stage: "stopping" };
    expect(judge(started(), stale, leaving)).toBe("run t-0 none");
    expect(judge(started(), settled(), { kind: "turn-started" })).toBe(RUN);
    expect(judge(started(), settled(), started("t-2"), settled())).toBe("run t-2 none");
  });

  test("an end of another session is nobody's", () => {
    const other: Fact = { kind: "turn-settled", sessionId: "s-0", turnId: "t-1", outcome: "done" };
    expect(judge(started(), other)).toBe("run t-1 none");
    expect(judge(read(), other)).toBe("ready none none");
    expect(judge(started(), { ...other, sessionId: "s" })).toBe("done t-1 none");
  });

  test("a source that knows its newest turn says what a viewer has missed", () => {
    const turns = { newestTurnId: "t-2", settled: { turnId: "t-2", outcome: "done" } } as const;
    expect(judge(started(), read(turns))).toBe("done t-2 none");
    expect(judge(started(), read({ newestTurnId: "t-2" }))).toBe("run t-2 none");
    const behind = { newestTurnId: "t-1", settled: { turnId: "t-0", outcome: "done" } } as const;
    expect(judge(read(behind))).toBe("run t-1 none");
    expect(judge(started(), settled(), read(behind))).toBe("done t-1 none");
  });

  test("the next turn takes it away", () => {
    expect(judge(started(), settled(), started("t-2"))).toBe("run t-2 none");
    expect(judge(started(), settled(), read({ live: [{ turnId: "t-2" }] }))).toBe("run t-2 none");
  });
});

// covers: automation-ready
describe("line 8, ready", () => {
  test("only from a source that said that nothing goes on", () => {
    expect(judge()).toBe(RUN);
    expect(judge({ kind: "queue-counted", queued: 0 })).toBe(RUN);
    expect(judge({ kind: "compaction-ended" })).toBe(RUN);
    expect(judge({ kind: "retry-changed", waiting: false })).toBe(RUN);
    expect(judge(IDLE)).toBe("ready none none");
    expect(judge(read())).toBe("ready none none");
  });

  test("with a connection: only once the whole state was read since it began", () => {
    const live = connected("live");
    expect(judge(live)).toBe(RUN);
    expect(judge(live, IDLE)).toBe(RUN);
    expect(judge(live, read())).toBe("ready none none");
    expect(judge(connected("loading"), read(), live)).toBe("ready none none");
    expect(judge(live, read(), connected("reconnecting"), live)).toBe(RUN);
    expect(judge(live, read(), connected("reconnecting"), live, read())).toBe("ready none none");
    expect(judge(live, read(), { kind: "session-closed" }, IDLE)).toBe(RUN);
    const other: Fact = { kind: "session-started", sessionId: "s-2" };
    expect(judge(live, read(), other, IDLE)).toBe(RUN);
    expect(judge(live, read(), other, read())).toBe("ready none none");
  });

  test("a state of another session says nothing", () => {
    expect(judge(read({}, { sessionId: "s-0" }))).toBe(RUN);
    expect(judge(read({}, { sessionId: "s" }))).toBe("ready none none");
  });

  test("never again after the first turn, but after another session", () => {
    expect(judge(read(), started(), settled(), read(), IDLE)).toBe("done t-1 none");
    expect(judge(read(), started(), IDLE, read())).toBe("run t-1 none");
    expect(judge(started(), settled(), { kind: "session-started", sessionId: "s-2" }, IDLE)).toBe(
      "ready none none",
    );
    expect(judge(started(), settled(), { kind: "session-closed" }, IDLE)).toBe("ready none none");
  });
});
