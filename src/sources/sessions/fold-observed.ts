/**
 * Folding of facts that may come late, twice or out of order. Every fact is about a subject (`turn`,
 * `interaction:<id>` ...) and has the time at which it was observed; the newest observation of a
 * subject decides. Pure.
 */
import type { Agent } from "../../status/facts/agents.ts";
import type { Fact } from "../../status/facts/fact.ts";
import { type Interaction, isClosedBy } from "../../status/facts/interaction.ts";
import { basePhase, type Turn, type TurnFact } from "../../status/facts/turn.ts";
import { fold, foldAll } from "../../status/snapshot.ts";
import {
  MAX_AGENTS,
  MAX_INTERACTIONS,
  MAX_OBSERVED,
  MAX_TEXT_UNITS,
  type StoredSession,
  type StoredSnapshot,
} from "./stored-session.ts";

interface Draft {
  snapshot: StoredSnapshot;
  readonly observedAtMs: Record<string, number>;
}

/**
 * The session after facts that were all observed at `atMs`. Facts of other topics and of another
 * session are left out, and so is what was observed later than these. Texts are cut to
 * `MAX_TEXT_UNITS`.
 *
 * Five rules are stricter than plain folding. An idle report ends a running turn as cancelled (a turn
 * that ends by itself is reported as settled). The end of a turn that was not seen to start ends the one
 * before it as well: their times tell which came later. A turn that starts or ends shows that no summary
 * of the context goes on. An agent that ends without ever having been seen to start is nobody, and one
 * that a list does not name has ended.
 */
export function foldObserved(
  stored: StoredSession,
  facts: readonly Fact[],
  atMs: number,
): StoredSession {
  const observedAtMs: Record<string, number> = Object.create(null);
  Object.assign(observedAtMs, stored.observedAtMs);
  const draft: Draft = { snapshot: stored.snapshot, observedAtMs };
  for (const fact of facts) {
    if (fact.kind === "session-started" && fact.sessionId !== stored.sessionId) continue;
    const subject = subjectOf(fact);
    if (subject === undefined || isStale(draft, subject, fact, atMs)) continue;
    apply(draft, cutTexts(fact), atMs);
    observedAtMs[subject] = atMs;
  }
  return { ...stored, snapshot: bounded(draft.snapshot), observedAtMs: boundedTimes(observedAtMs) };
}

/** Groups whose members have times of their own. */
const ALL_INTERACTIONS = "interactions";
const OWN_INTERACTIONS = "interactions of no member";
const ALL_AGENTS = "agents";

/** What a fact is about; undefined for topics that are not kept. */
function subjectOf(fact: Fact): string | undefined {
  switch (fact.kind) {
    case "turn-started":
    case "turn-settled":
    case "turn-idle":
    case "compaction-started":
    case "compaction-ended":
      return "turn";
    case "interaction-opened":
      return interactionSubject(fact.requestId);
    case "interaction-closed":
      if (fact.requestId !== undefined) return interactionSubject(fact.requestId);
      return fact.own === true ? OWN_INTERACTIONS : ALL_INTERACTIONS;
    case "agent-changed":
      return agentSubject(fact.agentId);
    case "agents-listed":
      return ALL_AGENTS;
    case "session-started":
    case "session-titled":
    case "place-known":
    case "model-selected":
    case "reasoning-set":
    case "fast-mode-set":
    case "fallback-changed":
    case "permission-mode-set":
    case "plan-mode-set":
    case "output-style-set":
    case "vim-mode-set":
    case "agent-set":
    case "queue-counted":
    case "background-counted":
      return fact.kind;
    default:
      return undefined;
  }
}

function interactionSubject(requestId: string): string {
  return `interaction:${cut(requestId)}`;
}

function agentSubject(agentId: string): string {
  return `agent:${cut(agentId)}`;
}

function isStale(draft: Draft, subject: string, fact: Fact, atMs: number): boolean {
  const isOlderThan = (other: string) => atMs < (draft.observedAtMs[other] ?? 0);
  if (isOlderThan(subject)) return true;
  if (subject.startsWith("agent:")) return isOlderThan(ALL_AGENTS);
  if (!subject.startsWith("interaction:")) return false;
  const isOwn = fact.kind === "interaction-opened" && fact.agentId === undefined;
  return isOlderThan(ALL_INTERACTIONS) || (isOwn && isOlderThan(OWN_INTERACTIONS));
}

function apply(draft: Draft, fact: Fact, atMs: number): void {
  switch (fact.kind) {
    case "turn-started":
    case "turn-idle":
    case "turn-settled": {
      const { turn } = draft.snapshot;
      draft.snapshot = foldAll(draft.snapshot, refineTurn(turn, fact));
      // Nothing tells of a summary that was broken off; what a turn does next shows that it is over.
      const isOver = draft.snapshot.turn !== turn && draft.snapshot.turn?.phase === "compacting";
      if (isOver) draft.snapshot = fold(draft.snapshot, { kind: "compaction-ended" });
      return;
    }
    case "interaction-opened":
      if (!isToldAlready(draft.snapshot.interactions ?? [], fact)) {
        draft.snapshot = fold(draft.snapshot, fact);
      }
      return;
    case "interaction-closed": {
      if (fact.requestId !== undefined) break;
      const left = (draft.snapshot.interactions ?? []).filter((open) => {
        const isNewer = (draft.observedAtMs[interactionSubject(open.requestId)] ?? 0) > atMs;
        return isNewer || !isClosedBy(open, fact);
      });
      draft.snapshot = { ...draft.snapshot, interactions: left };
      return;
    }
    case "agent-changed": {
      const members = draft.snapshot.agents?.members ?? [];
      if (hasEnded(fact) && !members.some((member) => member.agentId === fact.agentId)) return;
      break;
    }
    case "agents-listed": {
      draft.snapshot = fold(draft.snapshot, { ...fact, members: mergeMembers(draft, fact, atMs) });
      return;
    }
    default:
  }
  draft.snapshot = fold(draft.snapshot, fact);
}

/** What a start, an end or an idle report says, given the turn so far; empty if that is nothing new. */
function refineTurn(
  turn: Turn | undefined,
  fact: Extract<TurnFact, { kind: "turn-started" | "turn-settled" | "turn-idle" }>,
): readonly TurnFact[] {
  const base = basePhase(turn);
  switch (fact.kind) {
    case "turn-settled": {
      const { turnId } = fact;
      if (base !== "running" || turnId === undefined || turnId === turn?.id) return [fact];
      // Seen later than the one that ran, it has come after it: nobody told of its start.
      return [{ kind: "turn-started", turnId }, fact];
    }
    case "turn-idle":
      if (base === "running") return [{ ...fact, kind: "turn-settled", outcome: "cancel" }];
      return turn?.phase === "settled" ? [] : [fact];
    case "turn-started":
      // A report without an id only confirms what is known in more detail.
      return fact.turnId === undefined && turn?.phase === "compacting" ? [] : [fact];
    default:
      return fact satisfies never;
  }
}

/** A reminder of an open question that says less than the question itself. */
function isToldAlready(open: readonly Interaction[], fact: Interaction): boolean {
  if (fact.about !== undefined) return false;
  return open.some((known) => known.asks === fact.asks && known.requestId !== fact.requestId);
}

function hasEnded(agent: Agent): boolean {
  return agent.status === "done" || agent.status === "fail" || agent.status === "cancel";
}

/**
 * A list names those that go on: others that were known have ended, and are members all the same. It
 * does not know of what was heard of a member after it was made.
 */
function mergeMembers(
  draft: Draft,
  fact: Extract<Fact, { kind: "agents-listed" }>,
  atMs: number,
): readonly Agent[] {
  const listed = new Map(fact.members.map((member) => [member.agentId, member]));
  const known = (draft.snapshot.agents?.members ?? []).map((member): Agent => {
    const now = listed.get(member.agentId);
    listed.delete(member.agentId);
    if ((draft.observedAtMs[agentSubject(member.agentId)] ?? 0) > atMs) return member;
    if (now !== undefined) return { ...member, ...now };
    return hasEnded(member) ? member : { ...member, status: "done" };
  });
  return [...known, ...listed.values()];
}

function bounded(snapshot: StoredSnapshot): StoredSnapshot {
  let out = snapshot;
  const open = out.interactions;
  if (open !== undefined && open.length > MAX_INTERACTIONS) {
    out = { ...out, interactions: open.slice(-MAX_INTERACTIONS) };
  }
  const agents = out.agents;
  if (agents !== undefined && agents.members.length > MAX_AGENTS) {
    let surplus = agents.members.length - MAX_AGENTS;
    const kept = agents.members.filter((member) => {
      if (surplus === 0 || !hasEnded(member)) return true;
      surplus -= 1;
      return false;
    });
    out = { ...out, agents: { ...agents, members: kept.slice(-MAX_AGENTS) } };
  }
  return out;
}

/** Forgets the oldest times first. */
function boundedTimes(times: Record<string, number>): Record<string, number> {
  const entries = Object.entries(times);
  if (entries.length <= MAX_OBSERVED) return times;
  const isSingle = (subject: string) =>
    subject.startsWith("agent:") || subject.startsWith("interaction:");
  const single = entries.filter(([subject]) => isSingle(subject)).sort((a, b) => b[1] - a[1]);
  const rest = entries.filter(([subject]) => !isSingle(subject));
  return Object.fromEntries([...rest, ...single.slice(0, MAX_OBSERVED - rest.length)]);
}

function cutTexts<T>(value: T): T {
  if (typeof value === "string") return cut(value) as T;
  if (Array.isArray(value)) return value.slice(0, MAX_OBSERVED).map(cutTexts) as T;
  if (typeof value !== "object" || value === null) return value;
  const out: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) out[key] = cutTexts(member);
  return out as T;
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT_UNITS) return text;
  // Half of a surrogate pair would not survive the way through UTF-8.
  const last = text.charCodeAt(MAX_TEXT_UNITS - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? MAX_TEXT_UNITS - 1 : MAX_TEXT_UNITS);
}
