/**
 * Everything known about one session, folded from facts. A missing member means unknown, never 0.
 * Folding never throws; a fact about a session that is not open yet changes nothing of it.
 */
import { type Account, foldAccount } from "./facts/account.ts";
import { type Agents, endRootTurn, foldAgents, readAgents } from "./facts/agents.ts";
import { type Cache, foldCache } from "./facts/cache.ts";
import { type Chat, foldChat } from "./facts/chat.ts";
import { type Connection, foldConnection, unreadConnection } from "./facts/connection.ts";
import { type Context, foldContext } from "./facts/context.ts";
import { type Cost, foldCost } from "./facts/cost.ts";
import { type Custom, foldCustom } from "./facts/custom.ts";
import type { Fact, StateRead } from "./facts/fact.ts";
import { type Fault, foldFault } from "./facts/fault.ts";
import { foldGit, type Git } from "./facts/git.ts";
import { foldHarness, type Harness } from "./facts/harness.ts";
import { foldHost, type Host } from "./facts/host.ts";
import { foldInteractions, type Interaction, listInteractions } from "./facts/interaction.ts";
import { foldMode, type Mode } from "./facts/mode.ts";
import { foldModel, type Model } from "./facts/model.ts";
import { foldPlace, type Place } from "./facts/place.ts";
import { foldQuota, type Quota } from "./facts/quota.ts";
import { foldRate, type Rate } from "./facts/rate.ts";
import { foldRecord, type Published } from "./facts/record.ts";
import { foldReview, type Review } from "./facts/review.ts";
import { foldSession, type Session } from "./facts/session.ts";
import { foldTokens, type Tokens } from "./facts/tokens.ts";
import {
  basePhase,
  foldTurn,
  isPending,
  readTurns,
  type Turn,
  type TurnSettled,
} from "./facts/turn.ts";
import { foldWorkflow, type Workflow } from "./facts/workflow.ts";

/** One session, topic by topic. Absent: unknown. */
export interface Snapshot {
  readonly account?: Account;
  readonly agents?: Agents;
  readonly cache?: Cache;
  readonly chat?: Chat;
  readonly connection?: Connection;
  readonly context?: Context;
  readonly cost?: Cost;
  readonly custom?: Custom;
  readonly fault?: Fault;
  readonly git?: Git;
  readonly harness?: Harness;
  readonly host?: Host;
  readonly interactions?: readonly Interaction[];
  readonly mode?: Mode;
  readonly model?: Model;
  readonly place?: Place;
  readonly quota?: Quota;
  readonly rate?: Rate;
  readonly record?: Published;
  readonly review?: Review;
  readonly session?: Session;
  readonly tokens?: Tokens;
  readonly turn?: Turn;
  readonly workflow?: Workflow;
}

/** A part of the snapshot. */
export type Topic = keyof Snapshot;

export const EMPTY_SNAPSHOT: Snapshot = Object.freeze({});

/** What belongs to the account or the program and outlives a change of session. */
const OUTLIVES_SESSION = [
  "account",
  "connection",
  "harness",
  "host",
  "place",
  "quota",
  "git",
] as const;

/** What a change of directory leaves untrue. */
const BOUND_TO_PLACE = ["git", "review", "custom"] as const;

/** The snapshot after one more fact; the same object if the fact changed nothing by itself. */
export function fold(snapshot: Snapshot, fact: Fact): Snapshot {
  switch (fact.kind) {
    case "session-started":
      return startSession(snapshot, fact);
    case "session-closed":
      return snapshot.session === undefined ? snapshot : closeSession(snapshot);
    case "session-titled":
    case "session-timed":
      return put(snapshot, "session", foldSession(snapshot.session, fact));
    case "place-known":
      return put(movedTo(snapshot, fact.cwd), "place", foldPlace(snapshot.place, fact));
    case "harness-known":
      return put(snapshot, "harness", foldHarness(snapshot.harness, fact));
    case "model-selected":
    case "reasoning-set":
    case "fast-mode-set":
    case "fallback-changed":
      return put(snapshot, "model", foldModel(snapshot.model, fact));
    case "permission-mode-set":
    case "plan-mode-set":
    case "output-style-set":
    case "vim-mode-set":
    case "agent-set":
      return put(snapshot, "mode", foldMode(snapshot.mode, fact));
    case "switches-set":
    case "host-status-set":
      return put(snapshot, "host", foldHost(snapshot.host, fact));
    case "quota-reported":
    case "quota-awaited":
    case "spend-reported":
      return put(snapshot, "quota", foldQuota(snapshot.quota, fact));
    case "git-head-read":
    case "git-counted":
    case "git-compared":
    case "git-diffed":
    case "repository-known":
      return put(snapshot, "git", foldGit(snapshot.git, fact));
    default:
      return foldRun(snapshot, fact);
  }
}

/** Folds facts in order. */
export function foldAll(snapshot: Snapshot, facts: Iterable<Fact>): Snapshot {
  let out = snapshot;
  for (const fact of facts) out = fold(out, fact);
  return out;
}

type RunFact = Exclude<
  Fact,
  | Parameters<typeof foldSession>[1]
  | Parameters<typeof foldPlace>[1]
  | Parameters<typeof foldHarness>[1]
  | Parameters<typeof foldModel>[1]
  | Parameters<typeof foldMode>[1]
  | Parameters<typeof foldHost>[1]
  | Parameters<typeof foldQuota>[1]
  | Parameters<typeof foldGit>[1]
>;

/** Facts about what the session is doing and has used. */
function foldRun(snapshot: Snapshot, fact: RunFact): Snapshot {
  switch (fact.kind) {
    case "tokens-counted":
      return put(snapshot, "tokens", foldTokens(snapshot.tokens, fact));
    case "context-window-known":
    case "context-measured":
      return put(snapshot, "context", foldContext(snapshot.context, fact));
    case "rate-measured":
    case "rate-averaged":
      return put(snapshot, "rate", foldRate(snapshot.rate, fact));
    case "cost-counted":
    case "edits-counted":
      return put(snapshot, "cost", foldCost(snapshot.cost, fact));
    case "cache-reported":
    case "cache-held":
      return put(snapshot, "cache", foldCache(snapshot.cache, fact));
    case "review-found":
    case "review-gone":
      return put(snapshot, "review", foldReview(snapshot.review, fact));
    case "workflow-seen":
      return put(snapshot, "workflow", foldWorkflow(snapshot.workflow, fact));
    case "record-numbered":
      return put(snapshot, "record", foldRecord(snapshot.record, fact));
    case "custom-printed":
    case "custom-cleared":
      return put(snapshot, "custom", foldCustom(snapshot.custom, fact));
    default:
      return foldLive(snapshot, fact);
  }
}

type LiveFact =
  | Parameters<typeof foldAccount>[1]
  | Parameters<typeof foldAgents>[1]
  | Parameters<typeof foldChat>[1]
  | Parameters<typeof foldConnection>[1]
  | Parameters<typeof foldFault>[1]
  | Parameters<typeof foldInteractions>[1]
  | Parameters<typeof foldTurn>[1]
  | StateRead;

/** Facts from which it is judged whether a machine may act; those of another session say nothing. */
function foldLive(snapshot: Snapshot, fact: LiveFact): Snapshot {
  switch (fact.kind) {
    case "turn-started":
    case "activity-changed":
    case "outcome-seen":
    case "turn-vanished":
    case "turn-settled":
    case "turn-idle":
    case "compaction-started":
    case "compaction-ended":
    case "queue-counted":
    case "retry-changed":
      return isOfOther(snapshot, fact) ? snapshot : withFault(foldTurnFact(snapshot, fact));
    case "interaction-opened":
    case "interaction-closed":
      return withFault(
        put(snapshot, "interactions", foldInteractions(snapshot.interactions, fact)),
      );
    case "agent-changed":
    case "agents-listed":
    case "background-counted":
      return put(snapshot, "agents", foldAgents(snapshot.agents, fact, settledTurn(snapshot)));
    case "tasks-requested":
    case "tasks-listed":
      if (isOfOther(snapshot, fact)) return snapshot;
      return put(snapshot, "agents", foldAgents(snapshot.agents, fact));
    case "chat-read":
      if (isOfOther(snapshot, fact)) return snapshot;
      return withFault(put(snapshot, "chat", foldChat(snapshot.chat, fact)));
    case "connection-changed":
      return put(snapshot, "connection", foldConnection(snapshot.connection, fact));
    case "interaction-invalid":
    case "fault-raised":
      if (isOfOther(snapshot, fact)) return snapshot;
      return put(snapshot, "fault", foldFault(snapshot.fault, fact));
    case "login-needed":
    case "login-done":
      return withFault(put(snapshot, "account", foldAccount(snapshot.account, fact)));
    case "state-read":
      return isOfOther(snapshot, fact) ? snapshot : withFault(foldState(snapshot, fact));
    default:
      return fact satisfies never;
  }
}

function isOfOther({ session }: Snapshot, fact: { readonly sessionId?: string }): boolean {
  return fact.sessionId !== undefined && fact.sessionId !== session?.id;
}

function settledTurn({ turn }: Snapshot): string | undefined {
  return basePhase(turn) === "settled" ? turn?.id : undefined;
}

/** The end of a turn also delivers what its members owed. */
function foldTurnFact(snapshot: Snapshot, fact: Parameters<typeof foldTurn>[1]): Snapshot {
  const before = fact.kind === "compaction-ended" ? unmeasured(snapshot) : snapshot;
  const after = put(before, "turn", foldTurn(snapshot.turn, fact));
  return fact.kind === "turn-settled" ? endTurn(snapshot, after, fact) : after;
}

function endTurn(before: Snapshot, after: Snapshot, ended: Pick<TurnSettled, "turnId">): Snapshot {
  const settled = settledTurn(after);
  const isNew = basePhase(after.turn) === "settled" && isNewEnd(before, settled);
  const { connection } = before;
  const lists = connection?.listsTasks === true || before.agents?.askedRequest !== undefined;
  const agents = endRootTurn(before.agents, {
    turnId: ended.turnId ?? settled,
    follows: connection !== undefined,
    lists: isNew && lists,
  });
  return agents === before.agents ? after : put(after, "agents", agents);
}

function deliverOwed(snapshot: Snapshot, { turnId }: Pick<TurnSettled, "turnId">): Snapshot {
  const owed = turnId ?? settledTurn(snapshot);
  const agents = endRootTurn(snapshot.agents, { turnId: owed, follows: false, lists: false });
  return agents === snapshot.agents ? snapshot : put(snapshot, "agents", agents);
}

/** Said twice, an end is the same end. */
function isNewEnd({ turn }: Snapshot, settled: string | undefined): boolean {
  return basePhase(turn) !== "settled" || turn?.id !== settled;
}

/** What the source's whole state says of every topic that it tells of. */
function foldState(snapshot: Snapshot, fact: StateRead): Snapshot {
  const { turns, interactions, chat, fault, account, agents, tasks } = fact;
  let out = put(snapshot, "turn", readTurns(snapshot.turn, turns));
  if (turns.settled !== undefined) out = endTurn(snapshot, out, turns.settled);
  out = put(out, "interactions", listInteractions(interactions));
  out = put(out, "chat", chat);
  if (account !== undefined) out = put(out, "account", account);
  // Nobody told of this one: it was concluded, maybe from half of the facts, and is concluded anew.
  if (chat !== undefined && out.fault?.why === "chat") out = put(out, "fault", undefined);
  if (fault !== undefined) {
    out = put(out, "fault", foldFault(out.fault, { kind: "fault-raised", ...fault }));
  }
  out = put(out, "agents", readAgents(out.agents, agents, tasks, settledTurn(out)));
  // A member that is heard of only now may be owed by an end that the same state tells.
  if (turns.settled !== undefined) out = deliverOwed(out, turns.settled);
  const { connection } = out;
  return connection === undefined ? out : put(out, "connection", { ...connection, read: true });
}

/** A conversation that cannot be read again, with no turn to blame and no login to wait for. */
function withFault(snapshot: Snapshot): Snapshot {
  const { chat, turn, account, fault, interactions } = snapshot;
  if (fault !== undefined || chat?.phase !== "error" || chat.retryable !== false) return snapshot;
  if (isPending(turn) || turn?.outcome === "fail" || account?.login === "needed") return snapshot;
  if (interactions?.some(({ asks }) => asks === "auth")) return snapshot;
  const { message } = chat;
  return put(snapshot, "fault", { why: "chat", ...(message !== undefined && { message }) });
}

function put<T extends Topic>(
  snapshot: Snapshot,
  topic: T,
  value: Snapshot[T] | undefined,
): Snapshot {
  if (value !== undefined) return { ...snapshot, [topic]: value };
  if (snapshot[topic] === undefined) return snapshot;
  const { [topic]: _, ...rest } = snapshot;
  return rest;
}

function startSession(
  snapshot: Snapshot,
  fact: Extract<Fact, { kind: "session-started" }>,
): Snapshot {
  const session = foldSession(snapshot.session, fact);
  if (snapshot.session?.id === fact.sessionId) return put(snapshot, "session", session);
  const before = snapshot.session === undefined ? snapshot : closeSession(snapshot);
  const unread = put(before, "connection", unreadConnection(before.connection));
  // A fault is one session's, and this one was told of none yet; what was concluded is concluded anew.
  return withFault(put(put(unread, "fault", undefined), "session", session));
}

function closeSession(snapshot: Snapshot): Snapshot {
  let kept: Snapshot = {};
  for (const topic of OUTLIVES_SESSION) kept = put(kept, topic, snapshot[topic]);
  return put(kept, "connection", unreadConnection(kept.connection));
}

/** What was measured of the context before it was summarised is no longer so. */
function unmeasured(snapshot: Snapshot): Snapshot {
  if (snapshot.context === undefined) return snapshot;
  return put(snapshot, "context", foldContext(snapshot.context, { kind: "context-measured" }));
}

function movedTo(snapshot: Snapshot, cwd: string | undefined): Snapshot {
  if (snapshot.place?.cwd === undefined || snapshot.place.cwd === cwd) return snapshot;
  let out = snapshot;
  for (const topic of BOUND_TO_PLACE) out = put(out, topic, undefined);
  return out;
}
