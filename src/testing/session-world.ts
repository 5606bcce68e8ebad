/**
 * A small runtime for property tests: sessions with turns, questions, members and tasks that really
 * happen, and that tells of each thing as a source would. Its whole state can be read at any time.
 */
import type { Account } from "../status/facts/account.ts";
import type { Agent, BackgroundTask } from "../status/facts/agents.ts";
import type { Chat } from "../status/facts/chat.ts";
import type { Fact } from "../status/facts/fact.ts";
import type { Interaction } from "../status/facts/interaction.ts";
import type { LiveTurn, TurnOutcome } from "../status/facts/turn.ts";

interface WorldSession {
  readonly sessionId: string;
  live: LiveTurn | undefined;
  newestTurnId: string | undefined;
  settled: { turnId: string; outcome: TurnOutcome } | undefined;
  queued: number;
  compacting: boolean;
  retrying: boolean;
  chat: Chat;
  fault: boolean;
  interactions: Interaction[];
  members: Agent[];
  tasks: BackgroundTask[];
  /** Requests for the list of tasks that were made. */
  request: number;
}

/** The things that can happen; those that cannot happen now do nothing. */
export const ACTS = [
  "start",
  "start",
  "settle",
  "settle",
  "vanish",
  "leave",
  "ask",
  "ask",
  "submit",
  "answer",
  "queue",
  "compact",
  "retry",
  "delegate",
  "finish",
  "bind",
  "work",
  "work end",
  "request",
  "list",
  "chat",
  "break",
  "login",
  "switch",
  "reconnect",
] as const;
export type Act = (typeof ACTS)[number];

/** What happens, and a number by which it is chosen to whom. */
export interface Deed {
  readonly act: Act;
  readonly pick: number;
}

export interface World {
  /** Lets something happen and gives what a source tells of it. */
  readonly act: (deed: Deed) => readonly Fact[];
  /** What a source tells that has read everything anew. */
  readonly read: () => readonly Fact[];
}

const OUTCOMES = ["done", "fail", "cancel"] as const;
const ASKS = ["permission", "question", "plan"] as const;

export function createWorld(): World {
  const sessions = new Map<string, WorldSession>();
  let account: Account = { login: "done" };
  let ids = 0;
  const enter = (sessionId: string): WorldSession => {
    const known = sessions.get(sessionId) ?? newSession(sessionId);
    sessions.set(sessionId, known);
    return known;
  };
  let session = enter("s-1");

  const read = (): readonly Fact[] => {
    session.request += 1;
    return [
      { kind: "session-started", sessionId: session.sessionId },
      { kind: "connection-changed", phase: "live", listsTasks: true },
      stateOf(session, account),
    ];
  };
  const act = ({ act: what, pick }: Deed): readonly Fact[] => {
    ids += 1;
    switch (what) {
      case "login":
        account = account.login === "done" ? { login: "needed" } : { login: "done" };
        return [{ kind: account.login === "done" ? "login-done" : "login-needed" }];
      case "switch":
        session = enter(`s-${(pick % 2) + 1}`);
        return [{ kind: "session-started", sessionId: session.sessionId }];
      case "reconnect":
        return [{ kind: "connection-changed", phase: "lost" }, ...read()];
      case "delegate":
      case "finish":
      case "bind":
        return actOnMembers(session, what, pick, ids);
      case "work":
      case "work end":
      case "request":
      case "list":
        return actOnTasks(session, what, pick, ids);
      case "ask":
      case "submit":
      case "answer":
        return actOnQuestions(session, what, pick, ids);
      default:
        return actOnTurn(session, what, pick, ids);
    }
  };
  return { act, read };
}

function newSession(sessionId: string): WorldSession {
  return {
    sessionId,
    live: undefined,
    newestTurnId: undefined,
    settled: undefined,
    queued: 0,
    compacting: false,
    retrying: false,
    chat: { phase: "idle" },
    fault: false,
    interactions: [],
    members: [],
    tasks: [],
    request: 0,
  };
}

function stateOf(session: WorldSession, account: Account): Fact {
  const { sessionId, live, settled, newestTurnId, queued, compacting, retrying } = session;
  const { chat, fault, interactions, members, tasks, request } = session;
  return {
    kind: "state-read",
    sessionId,
    turns: {
      live: live === undefined ? [] : [live],
      ...(settled !== undefined && { settled }),
      ...(newestTurnId !== undefined && { newestTurnId }),
      queued,
      compacting,
      retrying,
    },
    interactions: [...interactions],
    chat,
    account,
    ...(fault && { fault: {} }),
    agents: { rootId: sessionId, members: [...members] },
    tasks: { request, tasks: [...tasks] },
  };
}

function actOnTurn(session: WorldSession, what: Act, pick: number, id: number): readonly Fact[] {
  const { sessionId, live } = session;
  const isBroken = session.chat.retryable === false || session.fault;
  switch (what) {
    case "start": {
      if (live !== undefined || isBroken) return [];
      session.live = { turnId: `t-${id}` };
      session.newestTurnId = session.live.turnId;
      return [{ kind: "turn-started", sessionId, turnId: session.live.turnId }];
    }
    case "leave": {
      if (live === undefined) return [];
      session.live = { ...live, stage: "retiring" };
      return [{ kind: "turn-started", sessionId, ...session.live }];
    }
    case "settle": {
      if (live === undefined) return [];
      const outcome = OUTCOMES[pick % 3] ?? "done";
      session.settled = { turnId: live.turnId, outcome };
      session.live = undefined;
      session.retrying = false;
      session.members = session.members.map((member) =>
        member.deliveryTurnId === live.turnId ? { ...member, delivered: true } : member,
      );
      return [{ kind: "turn-settled", sessionId, ...session.settled }];
    }
    case "vanish":
      if (live === undefined) return [];
      session.live = undefined;
      session.retrying = false;
      return [{ kind: "turn-vanished", sessionId, turnId: live.turnId }];
    case "queue":
      session.queued = pick % 2;
      return [{ kind: "queue-counted", sessionId, queued: session.queued }];
    case "compact":
      session.compacting = !session.compacting;
      return [{ kind: session.compacting ? "compaction-started" : "compaction-ended", sessionId }];
    case "retry":
      session.retrying = live !== undefined && !session.retrying;
      return [{ kind: "retry-changed", sessionId, waiting: session.retrying }];
    case "chat":
      if (isBroken) return [];
      session.chat = [
        { phase: "idle" as const },
        { phase: "error" as const, retryable: true },
        { phase: "error" as const, retryable: false },
        { phase: "running" as const },
      ][pick % 4] ?? { phase: "idle" };
      return [{ kind: "chat-read", sessionId, ...session.chat }];
    case "break":
      if (pick % 4 > 0) return [];
      session.fault = true;
      return [{ kind: "interaction-invalid", sessionId }];
    default:
      return [];
  }
}

function actOnQuestions(
  session: WorldSession,
  what: Act,
  pick: number,
  id: number,
): readonly Fact[] {
  const { live, interactions } = session;
  const asked = interactions[pick % Math.max(1, interactions.length)];
  switch (what) {
    case "ask": {
      if (live === undefined) return [];
      const own = pick % 2 === 0 ? { turnId: live.turnId } : { sessionId: session.sessionId };
      const opened = { requestId: `r-${id}`, asks: ASKS[pick % 3] ?? "plan", ...own };
      session.interactions = [...interactions, opened];
      return [{ kind: "interaction-opened", ...opened }];
    }
    case "submit": {
      if (asked === undefined) return [];
      const submitted = { ...asked, submitting: true };
      session.interactions = [...interactions.filter((open) => open !== asked), submitted];
      return [{ kind: "interaction-opened", ...submitted }];
    }
    default:
      if (asked === undefined) return [];
      session.interactions = interactions.filter((open) => open !== asked);
      return [{ kind: "interaction-closed", requestId: asked.requestId }];
  }
}

function actOnMembers(session: WorldSession, what: Act, pick: number, id: number): readonly Fact[] {
  const { members, live } = session;
  const at = pick % Math.max(1, members.length);
  const member = members[at];
  const change = (next: Agent): readonly Fact[] => {
    session.members = members.with(at, next);
    return [{ kind: "agent-changed", ...next }];
  };
  switch (what) {
    case "delegate": {
      const parent = pick % 3 === 0 ? { parentId: session.sessionId } : {};
      const task = pick % 2 === 0 ? { taskId: `k-${id}` } : {};
      const born: Agent = { agentId: `m-${id}`, status: "running", ...parent, ...task };
      session.members = [...members, born];
      return [{ kind: "agent-changed", ...born }];
    }
    case "finish":
      if (member === undefined) return [];
      return change({ ...member, status: OUTCOMES[pick % 3] ?? "done" });
    default: {
      const isOver = member !== undefined && OUTCOMES.some((outcome) => outcome === member.status);
      if (!isOver || live === undefined || member.delivered === true) return [];
      return change({ ...member, deliveryTurnId: live.turnId });
    }
  }
}

function actOnTasks(session: WorldSession, what: Act, pick: number, id: number): readonly Fact[] {
  const { sessionId, tasks } = session;
  switch (what) {
    case "work":
      session.tasks = [
        ...tasks,
        { taskId: `k-${id}`, status: "running", foreground: pick % 4 === 0 },
      ];
      return [];
    case "work end":
      session.tasks = tasks.slice(1);
      return [];
    case "request":
      session.request += 1;
      return [{ kind: "tasks-requested", sessionId, request: session.request }];
    default:
      if (session.request === 0) return [];
      return [{ kind: "tasks-listed", sessionId, request: session.request, tasks: [...tasks] }];
  }
}
