/**
 * What is true of sessions: the runtime's own events, read on a connection that nothing disturbs. Times are
 * the runtime's; refs stand for ids, as in the record.
 */
import { connectRuntime } from "../../../src/sources/runtime/client.ts";
import { recordRef } from "../../../src/wire/record/encode.ts";
import type { TurnOutcome } from "../../../src/wire/runtime/entities.ts";
import type { TellableEvent } from "../../../src/wire/runtime/follow.ts";
import type { SessionState } from "../../../src/wire/runtime/state.ts";

export interface TurnTruth {
  readonly session: string;
  readonly startedAtMs: number;
  outcome?: TurnOutcome;
  endedAtMs?: number;
}

export interface RequestTruth {
  readonly asks: string;
  readonly turn: string | undefined;
  readonly openedAtMs: number;
  /** The person's answer was taken. */
  answeredAtMs?: number;
}

export interface Truth {
  readonly turns: ReadonlyMap<string, TurnTruth>;
  readonly requests: ReadonlyMap<string, RequestTruth>;
}

export interface TruthReader extends Truth {
  /** Begins to follow the sessions that are new. */
  readonly discover: () => Promise<void>;
  readonly close: () => void;
}

export function readTruth(socket: string): TruthReader {
  const client = connectRuntime({ kind: "unix", path: socket });
  const turns = new Map<string, TurnTruth>();
  const requests = new Map<string, RequestTruth>();
  const followed = new Set<string>();
  return {
    turns,
    requests,
    async discover() {
      const sessions = await client.sessions();
      if (!sessions.ok) return;
      for (const { sessionId } of sessions.value) {
        if (followed.has(sessionId)) continue;
        followed.add(sessionId);
        client.follow(sessionId, {
          onSnapshot: mustBeEarly,
          onEvent: ({ event }) => {
            takeTurn(turns, refOf(sessionId), event);
            takeRequest(requests, event);
          },
        });
      }
    },
    close: () => client.close(),
  };
}

function mustBeEarly(state: SessionState): void {
  if (state.turns > 0 || state.turn !== undefined) throw new Error("the truth is read too late");
}

function takeTurn(turns: Map<string, TurnTruth>, session: string, event: TellableEvent): void {
  if (event.kind === "turn-started") {
    turns.set(refOf(event.turn.turnId), { session, startedAtMs: event.atMs });
  }
  if (event.kind !== "turn-settled") return;
  const turn = turns.get(refOf(event.turn.turnId));
  if (turn === undefined || turn.outcome !== undefined) {
    throw new Error(`turn ${event.turn.turnId} settled out of order or twice`);
  }
  turn.outcome = event.turn.outcome;
  turn.endedAtMs = event.atMs;
}

function takeRequest(requests: Map<string, RequestTruth>, event: TellableEvent): void {
  switch (event.kind) {
    case "interaction-opened": {
      const { requestId, asks, turnId } = event.interaction;
      const turn = turnId === undefined ? undefined : refOf(turnId);
      requests.set(refOf(requestId), { asks, turn, openedAtMs: event.atMs });
      return;
    }
    case "interaction-submitted":
    case "interaction-closed": {
      const request = requests.get(refOf(event.requestId));
      if (request !== undefined) request.answeredAtMs ??= event.atMs;
      return;
    }
    default:
  }
}

function refOf(id: string): string {
  return recordRef(id) ?? "none";
}
