/**
 * `[V]` records of a child terminal to facts. A record says the whole state of a session at one moment,
 * and its refs stand for the ids. README.md has the table.
 */
import type { Agent } from "../../status/facts/agents.ts";
import type { Fact } from "../../status/facts/fact.ts";
import type { Interaction } from "../../status/facts/interaction.ts";
import type { StateRead } from "../../status/facts/state.ts";
import type { AutomationRecord } from "../../wire/record/message.ts";

/**
 * What a record says, after the one that was read before it (undefined for the first one, and after
 * anything else was said of the session). `atMs`: when it was read, epoch milliseconds.
 */
export function adaptRecord(
  previous: AutomationRecord | undefined,
  record: AutomationRecord,
  atMs?: number,
): readonly Fact[] {
  const facts: Fact[] = [];
  const isOther = previous?.session !== record.session;
  // An error of no turn ends with the session or the process: what comes after it begins anew.
  const isOver = previous?.state === "error" && record.state !== "error";
  if (previous !== undefined && (isOther || isOver)) {
    facts.push({ kind: "session-closed" });
    if (isOver && previous.session === undefined) facts.push({ kind: "login-done" });
  }
  if (record.session !== undefined) {
    facts.push({ kind: "session-started", sessionId: record.session });
  }
  facts.push(...stateFacts(record, atMs));
  facts.push({ kind: "background-counted", tasks: record.backgroundTasks });
  facts.push({ kind: "record-numbered", seq: record.seq });
  return facts;
}

/** A reader that lost the terminal, or reads only broken records: what was known is no longer so. */
export function recordLost(): readonly Fact[] {
  return [{ kind: "connection-changed", phase: "lost" }];
}

function stateFacts(record: AutomationRecord, atMs?: number): readonly Fact[] {
  const { state, turn } = record;
  // Where no turn is named, the program itself is not sure of what goes on.
  if (state === "run" && turn === undefined) {
    return [
      { kind: "connection-changed", phase: "reconnecting" },
      { kind: "interaction-closed" },
      { kind: "agents-listed", members: membersOf(record) },
    ];
  }
  const read: StateRead = {
    kind: "state-read",
    turns: turnsOf(record, atMs),
    interactions: interactionsOf(record, atMs),
    agents: { members: membersOf(record) },
    ...(state === "error" && stopped(record)),
  };
  return [{ kind: "connection-changed", phase: "live" }, read];
}

/** Before there is a session, it is a login that is missing; in one, nobody says what it is. */
function stopped({ session }: AutomationRecord): Pick<StateRead, "fault" | "account"> {
  return session === undefined ? { account: { login: "needed" } } : { fault: {} };
}

function turnsOf({ state, turn }: AutomationRecord, atMs?: number): StateRead["turns"] {
  const time = atMs === undefined ? {} : { atMs };
  if (turn === undefined) return { live: [], ...time };
  const newest = { newestTurnId: turn, ...time };
  switch (state) {
    case "done":
    case "fail":
    case "cancel":
      return { live: [], settled: { turnId: turn, outcome: state }, ...newest };
    case "run":
    case "perm":
    case "ask":
    case "plan":
    case "ready":
    case "error":
      return { live: [{ turnId: turn }], ...newest };
    default:
      return state satisfies never;
  }
}

const ASKS = { perm: "permission", ask: "question", plan: "plan" } as const;

function interactionsOf(record: AutomationRecord, atMs?: number): readonly Interaction[] {
  const { state, turn, request } = record;
  if (state !== "perm" && state !== "ask" && state !== "plan") return [];
  // Never so in a record that was parsed: such a one is refused.
  if (turn === undefined || request === undefined) return [];
  const time = atMs === undefined ? {} : { atMs };
  return [{ requestId: request, asks: ASKS[state], turnId: turn, ...time }];
}

/** A record counts members and does not name them; numbers stand in for their ids. */
function membersOf({ activeAgents, totalAgents }: AutomationRecord): readonly Agent[] {
  return Array.from({ length: totalAgents }, (_, at) => ({
    agentId: `${at + 1}`,
    status: at < activeAgents ? "running" : "done",
  }));
}
