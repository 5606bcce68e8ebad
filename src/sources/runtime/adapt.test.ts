import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { automationOf } from "../../status/automation.ts";
import { EMPTY_SNAPSHOT, foldAll, type Snapshot } from "../../status/snapshot.ts";
import { historyTeller } from "../../testing/session-history.ts";
import { EMPTY_STATE, type SessionState } from "../../wire/runtime/state.ts";
import { adaptEvent, adaptPhase, adaptState } from "./adapt.ts";

/** What only the one who saw the events can know: when a phase was seen, and which turns have ended. */
function comparable({ turn, agents, ...others }: Snapshot) {
  const { atMs: _, unconfirmed: _u, vanished: _v, ...told } = turn ?? {};
  const {
    endedTurns: _e,
    barrierRequest,
    listedRequest: _l,
    askedRequest: _a,
    ...listed
  } = agents ?? {};
  const { connection: _c, ...rest } = others;
  // Told of none, or not told of any: the same to everybody.
  const noTasks = agents?.tasks?.length === 0 ? { tasks: undefined } : {};
  const none = agents?.backgroundTasks === 0 ? { backgroundTasks: undefined } : {};
  return {
    ...rest,
    turn: told,
    agents: { ...listed, ...noTasks, ...none, hasBarrier: barrierRequest !== undefined },
  };
}

const fresh = (state: SessionState): Snapshot =>
  foldAll(EMPTY_SNAPSHOT, [
    ...adaptPhase("starting", state),
    ...adaptState(state),
    ...adaptPhase("live", state),
  ]);

// covers: runtime-facts
describe("facts of a followed session", () => {
  for (const listsTasks of [true, false]) {
    test(`any history, tasks ${listsTasks ? "listed" : "told"}: events fold to what the state says`, () => {
      fc.assert(
        fc.property(fc.integer(), fc.integer({ min: 2, max: 150 }), (seed, steps) => {
          const teller = historyTeller(seed, "session-1", listsTasks);
          let followed = foldAll(EMPTY_SNAPSHOT, adaptPhase("live"));
          for (let step = 0; step < steps; step += 1) {
            const applied = teller.next();
            followed = foldAll(followed, adaptEvent(applied));
            if (applied.event.kind === "agent-known") {
              followed = foldAll(followed, adaptPhase("live", applied.state));
            }
          }
          const state = teller.state();
          expect(comparable(followed)).toEqual(comparable(fresh(state)));
          expect(automationOf(followed)).toEqual(automationOf(fresh(state)));
        }),
        { numRuns: 300 },
      );
    });
  }

  test("any history: ready or an end is never said while a turn is live or a prompt waits", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const teller = historyTeller(seed);
        let followed = foldAll(EMPTY_SNAPSHOT, adaptPhase("live"));
        for (let step = 0; step < 120; step += 1) {
          const { event, state } = teller.next();
          followed = foldAll(followed, adaptEvent({ event, state }));
          const isBusy = state.turn !== undefined || state.queue.length > 0;
          if (!isBusy) continue;
          const { state: judged } = automationOf(followed);
          const hasFailed = state.phase === "failed";
          expect(["run", "perm", "ask", "plan", ...(hasFailed ? ["fail"] : [])]).toContain(judged);
        }
      }),
    );
  });

  test("nothing reported: neither use, nor cost, nor tokens, nor model", () => {
    const state: SessionState = { ...EMPTY_STATE, sessionId: "s", lastEventId: 1, cwd: "/" };
    const { context, cost, tokens, quota, model, mode } = fresh(state);
    expect({ context, cost, tokens, quota, model, mode }).toEqual({
      context: {},
      cost: undefined,
      tokens: undefined,
      quota: undefined,
      model: {},
      mode: undefined,
    } as never);
  });

  test("money of another currency: no dollars", () => {
    const state = {
      ...EMPTY_STATE,
      sessionId: "s",
      usage: { cost: { amount: 3, currency: "EUR" } },
    };
    expect(fresh(state).cost).toEqual({});
  });
});
