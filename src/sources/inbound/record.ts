/**
 * `[V]` records of a child terminal to facts. A record says the whole state of a session at one moment,
 * and its refs stand for the ids. README.md has the table.
 */
import type { Agent } from "../../status/facts/agents.ts";
import type { Fact, StateRead } from "../../status/facts/fact.ts";
import type { Interaction } from "../../status/facts/interaction.ts";
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
  if (previous !== undefined && beginsAnew(previous, record)) facts.push(...forgotten(previous));
  if (record.session !== undefined) {
    facts.push({ kind: "session-started", sessionId: record.session });
  }
  facts.push(...stateFacts(record, atMs));
  facts.push({ kind: "background-counted", tasks: record.backgroundTasks });
  facts.push({ kind: "record-numbered", seq: record.seq });
  return facts;
}

/** Whether what was known before is over, and not only changed. */
function beginsAnew(previous: AutomationRecord, record: AutomationRecord): boolean {
  if (previous.session !== record.session) return true;
  // An error of no turn ends with the session or the process.
  if (previous.state === "error") return record.state !== "error";
  // Whoever is ready knows of no turn: one that was seen would be looked for in vain.
  return record.state === "ready" && previous.state !== "ready";
}

/** A session is closed with all that is known of it; where there was none, it is given a name first. */
function forgotten({ session = "none" }: AutomationRecord): readonly Fact[] {
  return [{ kind: "session-started", sessionId: session }, { kind: "session-closed" }];
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
    ...(state === "error" && { fault: {} }),
  };
  return [{ kind: "connection-changed", phase: "live" }, read];
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
