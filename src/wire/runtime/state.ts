/**
 * A session as a whole, and what each event does to it. The runtime and its clients fold the same
 * events with the same function, so what a client shows is what the runtime has.
 */
import type {
  AgentCommand,
  AgentIdentity,
  AgentModes,
  AgentOption,
  AuthMethod,
  Entry,
  LiveTurn,
  Member,
  OpenInteraction,
  QueuedPrompt,
  QuotaWindow,
  SettledTurn,
  Task,
  Usage,
} from "./entities.ts";
import type { AgentPhase, SessionEvent } from "./event.ts";

export interface SessionState {
  /** Id of the last event that is in it; 0 before the first. */
  readonly lastEventId: number;
  readonly sessionId: string;
  readonly agent: AgentIdentity;
  readonly cwd: string;
  readonly sideOf?: string;
  readonly title?: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly phase: AgentPhase;
  /** Why the phase is `failed`, or why the last process ended. */
  readonly phaseReason?: string;
  readonly closed?: true;
  readonly fault?: string;
  readonly agentSessionId?: string;
  readonly canLoad?: boolean;
  readonly listsTasks?: boolean;
  readonly auth?: readonly AuthMethod[];
  readonly login?: { readonly needed: boolean; readonly message?: string };
  readonly options: readonly AgentOption[];
  readonly modes?: AgentModes;
  readonly commands: readonly AgentCommand[];
  readonly queue: readonly QueuedPrompt[];
  readonly turn?: LiveTurn;
  /** The last one. */
  readonly settled?: SettledTurn;
  /** Turns that have settled. */
  readonly turns: number;
  readonly retrying?: true;
  readonly compacting?: true;
  readonly interactions: readonly OpenInteraction[];
  /** The newest `MAX_ENTRIES`. */
  readonly entries: readonly Entry[];
  readonly members: readonly Member[];
  readonly tasks: readonly Task[];
  /** Number of the newest request for the list of tasks, and of the newest one that was answered. */
  readonly tasksAsked: number;
  readonly tasksListed: number;
  /**
   * Number of the newest request when the last turn settled, where the agent lists tasks: only an answer
   * to a later one says what the turn left running.
   */
  readonly tasksBarrier?: number;
  readonly usage: Usage;
  readonly quota?: readonly QuotaWindow[];
}

/** One line of a list of sessions. */
export interface SessionSummary {
  readonly sessionId: string;
  readonly agent: AgentIdentity;
  readonly cwd: string;
  readonly title?: string;
  readonly sideOf?: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly turns: number;
  /** First line of the first prompt. */
  readonly firstPrompt?: string;
  /** A process stands behind it now. */
  readonly live: boolean;
  readonly running: boolean;
  readonly waiting: boolean;
}

/** Entries that a state holds: a screen scrolls no further, and what is older stands in the journal. */
export const MAX_ENTRIES = 10_000;

/** Nothing has happened yet. */
export const EMPTY_STATE: SessionState = Object.freeze({
  lastEventId: 0,
  sessionId: "",
  agent: { name: "" },
  cwd: "",
  createdAtMs: 0,
  updatedAtMs: 0,
  phase: "none",
  options: [],
  commands: [],
  queue: [],
  turns: 0,
  interactions: [],
  entries: [],
  members: [],
  tasks: [],
  tasksAsked: 0,
  tasksListed: 0,
  usage: {},
});

/** The state after one more event. Pure; never throws. Order is the caller's: see `follow.ts`. */
export function applyEvent(state: SessionState, event: SessionEvent): SessionState {
  const next = change(state, event);
  return { ...next, lastEventId: event.id, updatedAtMs: event.atMs };
}

function change(state: SessionState, event: SessionEvent): SessionState {
  switch (event.kind) {
    case "session-opened":
    case "phase-changed":
    case "agent-known":
    case "session-titled":
    case "options-known":
    case "modes-known":
    case "commands-known":
    case "login-needed":
    case "login-done":
    case "cwd-changed":
    case "fault-raised":
    case "session-closed":
      return changeSession(state, event);
    case "prompt-queued":
    case "prompt-dropped":
    case "turn-started":
    case "turn-staged":
    case "activity-changed":
    case "retry-changed":
    case "turn-settled":
    case "compaction-started":
    case "compaction-ended":
      return changeTurn(state, event);
    case "interaction-opened":
    case "interaction-submitted":
    case "interaction-closed":
      return { ...state, interactions: changeInteractions(state.interactions, event) };
    case "entry-added":
    case "entry-continued":
    case "entry-replaced":
    case "entry-removed":
      return { ...state, entries: changeEntries(state.entries, event) };
    case "member-changed":
      return { ...state, members: putMember(state, event.member) };
    case "members-listed":
      return { ...state, members: event.members.map((member) => withDelivery(state, member)) };
    case "tasks-requested":
      return { ...state, tasksAsked: Math.max(state.tasksAsked, event.request) };
    case "tasks-listed":
      if (event.request < state.tasksListed) return state;
      return { ...state, tasks: event.tasks, tasksListed: event.request };
    case "tasks-told":
      return { ...state, tasks: event.tasks };
    case "usage-reported":
      return { ...state, usage: { ...state.usage, ...event.usage } };
    case "quota-reported":
      return { ...state, quota: event.windows };
    default:
      return event satisfies never;
  }
}

type Of<Kind extends SessionEvent["kind"]> = Extract<SessionEvent, { readonly kind: Kind }>;

function changeSession(
  state: SessionState,
  event: Of<
    | "session-opened"
    | "phase-changed"
    | "agent-known"
    | "session-titled"
    | "options-known"
    | "modes-known"
    | "commands-known"
    | "login-needed"
    | "login-done"
    | "cwd-changed"
    | "fault-raised"
    | "session-closed"
  >,
): SessionState {
  switch (event.kind) {
    case "session-opened": {
      const { sessionId, agent, cwd, sideOf, atMs } = event;
      const side = sideOf === undefined ? {} : { sideOf };
      return { ...EMPTY_STATE, sessionId, agent, cwd, ...side, createdAtMs: atMs };
    }
    case "phase-changed": {
      const { phaseReason: _, closed, ...kept } = state;
      const { phase, reason } = event;
      // A closed session that starts again is open again.
      const still = closed !== undefined && phase === "none" ? { closed } : {};
      return { ...kept, ...still, phase, ...(reason !== undefined && { phaseReason: reason }) };
    }
    case "agent-known": {
      const { kind: _, id: _i, atMs: _a, ...known } = event;
      return { ...state, ...known };
    }
    case "session-titled": {
      const { title: _, ...kept } = state;
      return event.title === undefined ? kept : { ...kept, title: event.title };
    }
    case "options-known":
      return { ...state, options: event.options };
    case "modes-known": {
      const { modes: _, ...kept } = state;
      return event.modes === undefined ? kept : { ...kept, modes: event.modes };
    }
    case "commands-known":
      return { ...state, commands: event.commands };
    case "login-needed": {
      const { message } = event;
      return { ...state, login: { needed: true, ...(message !== undefined && { message }) } };
    }
    case "login-done":
      return { ...state, login: { needed: false } };
    case "cwd-changed":
      return { ...state, cwd: event.cwd };
    case "fault-raised":
      return { ...state, fault: event.message };
    case "session-closed":
      return { ...state, closed: true, phase: "none" };
    default:
      return event satisfies never;
  }
}

function changeTurn(
  state: SessionState,
  event: Of<
    | "prompt-queued"
    | "prompt-dropped"
    | "turn-started"
    | "turn-staged"
    | "activity-changed"
    | "retry-changed"
    | "turn-settled"
    | "compaction-started"
    | "compaction-ended"
  >,
): SessionState {
  switch (event.kind) {
    case "prompt-queued":
      return { ...state, queue: queued(state.queue, event.prompt) };
    case "prompt-dropped":
      return { ...state, queue: without(state.queue, event.promptId) };
    case "turn-started": {
      const { retrying: _, ...kept } = state;
      return { ...kept, turn: event.turn, queue: without(state.queue, event.turn.promptId) };
    }
    case "turn-staged": {
      if (state.turn?.turnId !== event.turnId) return state;
      return { ...state, turn: { ...state.turn, stage: event.stage } };
    }
    case "activity-changed": {
      if (state.turn === undefined) return state;
      const { activity: _, ...kept } = state.turn;
      const { activity } = event;
      return { ...state, turn: activity === undefined ? kept : { ...kept, activity } };
    }
    case "retry-changed": {
      const { retrying: _, ...kept } = state;
      return event.waiting ? { ...kept, retrying: true } : kept;
    }
    case "turn-settled": {
      const { turn, retrying: _, ...kept } = state;
      const isLive = turn?.turnId === event.turn.turnId;
      const rest = isLive || turn === undefined ? kept : { ...kept, turn };
      const barrier = state.listsTasks === true ? { tasksBarrier: state.tasksAsked } : {};
      const next = { ...rest, settled: event.turn, turns: state.turns + 1, ...barrier };
      return { ...next, members: state.members.map((member) => withDelivery(next, member)) };
    }
    case "compaction-started":
      return { ...state, compacting: true };
    case "compaction-ended": {
      const { compacting: _, ...kept } = state;
      // What was measured before it no longer holds.
      const { usedTokens: _u, ...usage } = state.usage;
      return { ...kept, usage };
    }
    default:
      return event satisfies never;
  }
}

/** What is meant for the running turn comes before what waits for one of its own. */
function queued(queue: readonly QueuedPrompt[], prompt: QueuedPrompt): readonly QueuedPrompt[] {
  const others = queue.findIndex((each) => each.steer === undefined);
  if (prompt.steer === undefined || others < 0) return [...queue, prompt];
  return queue.toSpliced(others, 0, prompt);
}

function without(queue: readonly QueuedPrompt[], promptId: string | undefined) {
  if (promptId === undefined) return queue;
  return queue.filter((prompt) => prompt.promptId !== promptId);
}

function changeInteractions(
  open: readonly OpenInteraction[],
  event: Of<"interaction-opened" | "interaction-submitted" | "interaction-closed">,
): readonly OpenInteraction[] {
  switch (event.kind) {
    case "interaction-opened": {
      const { interaction } = event;
      return [...open.filter((each) => each.requestId !== interaction.requestId), interaction];
    }
    case "interaction-submitted":
      return open.map((each) =>
        each.requestId === event.requestId ? { ...each, submitting: true as const } : each,
      );
    case "interaction-closed":
      return open.filter((each) => each.requestId !== event.requestId);
    default:
      return event satisfies never;
  }
}

function changeEntries(
  entries: readonly Entry[],
  event: Of<"entry-added" | "entry-continued" | "entry-replaced" | "entry-removed">,
): readonly Entry[] {
  switch (event.kind) {
    case "entry-added":
      return [...entries, event.entry].slice(-MAX_ENTRIES);
    case "entry-continued": {
      const at = entries.findLastIndex((entry) => entry.entryId === event.entryId);
      const entry = entries[at];
      if (entry === undefined || !("text" in entry)) return entries;
      return entries.with(at, { ...entry, text: entry.text + event.text });
    }
    case "entry-replaced": {
      const { entry } = event;
      const at = entries.findLastIndex(({ entryId }) => entryId === entry.entryId);
      return at < 0 ? entries : entries.with(at, entry);
    }
    case "entry-removed":
      return entries.filter(({ entryId }) => entryId !== event.entryId);
    default:
      return event satisfies never;
  }
}

function putMember(state: SessionState, member: Member): readonly Member[] {
  const { members } = state;
  const at = members.findIndex(({ memberId }) => memberId === member.memberId);
  const before = members[at];
  if (before === undefined) return [...members, withDelivery(state, member)];
  return members.with(at, withDelivery(state, { ...before, ...member }));
}

/** The member, its result delivered if the turn that brings it has settled, now or before. */
function withDelivery({ members, settled }: SessionState, member: Member): Member {
  if (member.delivered === true || member.deliveryTurnId === undefined) return member;
  const before = members.find(({ memberId }) => memberId === member.memberId);
  const isDelivered = before?.delivered === true || member.deliveryTurnId === settled?.turnId;
  return isDelivered ? { ...member, delivered: true } : member;
}
