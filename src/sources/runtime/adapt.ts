/** What a followed session says of itself, as facts. */
import { known } from "../../base/shape.ts";
import { isBackground } from "../../status/facts/agents.ts";
import type { Fact, StateRead } from "../../status/facts/fact.ts";
import type { SessionEvent } from "../../wire/runtime/event.ts";
import type { AppliedEvent } from "../../wire/runtime/follow.ts";
import type { SessionState } from "../../wire/runtime/state.ts";
import { adaptModes, adaptOptions } from "./adapt-options.ts";
import {
  chatOf,
  interaction,
  liveTurn,
  member,
  settledTurn,
  task,
  usageFacts,
} from "./adapt-parts.ts";
import type { FollowPhase } from "./runtime-client.ts";

/** All that the state says, for a snapshot that knows nothing or is of before a gap. */
export function adaptState(state: SessionState): readonly Fact[] {
  const { sessionId } = state;
  return [
    { kind: "session-started", sessionId, startedAtMs: state.createdAtMs },
    { kind: "session-titled", ...known({ title: state.title }) },
    ...aboutAgent(state),
    { kind: "place-known", cwd: state.cwd },
    ...adaptOptions(state.options),
    ...adaptModes(state.modes, state.options),
    ...usageFacts(state.usage),
    ...quotaFacts(state),
    ...readFacts(state),
  ];
}

/** What one event says; the state is the one after it. */
export function adaptEvent({ event, state }: AppliedEvent): readonly Fact[] {
  const { sessionId } = state;
  switch (event.kind) {
    case "turn-started": {
      const { turnId, stage, activity, startedAtMs } = event.turn;
      const message = known({ message: activity });
      return [
        { kind: "turn-started", sessionId, turnId, stage, atMs: startedAtMs, ...message },
        queueFact(state),
      ];
    }
    case "turn-staged": {
      const turn = state.turn;
      if (turn === undefined || turn.turnId !== event.turnId) return [];
      const atMs = turn.startedAtMs;
      return [{ kind: "turn-started", sessionId, ...liveTurn(turn), atMs }];
    }
    case "activity-changed":
      return [{ kind: "activity-changed", sessionId, ...known({ message: event.activity }) }];
    case "retry-changed":
      return [{ kind: "retry-changed", sessionId, waiting: event.waiting }];
    case "turn-settled": {
      const atMs = event.turn.endedAtMs;
      return [{ kind: "turn-settled", sessionId, ...settledTurn(event.turn), atMs }];
    }
    case "prompt-queued":
    case "prompt-dropped":
      return [queueFact(state)];
    case "compaction-started":
    case "compaction-ended":
      return [{ kind: event.kind, sessionId, atMs: event.atMs }];
    case "unknown":
      return [];
    default:
      return adaptOther(event, state);
  }
}

type Turning =
  | "turn-started"
  | "turn-staged"
  | "activity-changed"
  | "retry-changed"
  | "turn-settled"
  | "prompt-queued"
  | "prompt-dropped"
  | "compaction-started"
  | "compaction-ended";

type Other = Exclude<SessionEvent, { readonly kind: Turning }>;

function adaptOther(event: Other, state: SessionState): readonly Fact[] {
  const { sessionId } = state;
  switch (event.kind) {
    case "session-opened":
      return adaptState(state);
    case "session-titled":
      return [{ kind: "session-titled", ...known({ title: event.title }) }];
    case "agent-known":
      return aboutAgent(state);
    case "phase-changed":
      return [{ kind: "chat-read", sessionId, ...chatOf(state) }];
    case "options-known":
      return [...adaptOptions(state.options), ...adaptModes(state.modes, state.options)];
    case "modes-known":
      return adaptModes(state.modes, state.options);
    case "usage-reported":
      return usageFacts(state.usage);
    case "quota-reported":
      return quotaFacts(state);
    case "login-needed":
      return [{ kind: "login-needed", ...known({ message: event.message }) }];
    case "login-done":
      return [{ kind: "login-done" }];
    case "cwd-changed":
      return [{ kind: "place-known", cwd: state.cwd }];
    case "fault-raised":
      return [{ kind: "fault-raised", sessionId, message: event.message }];
    case "session-closed":
      return [{ kind: "chat-read", sessionId, ...chatOf(state) }];
    default:
      return adaptWorkers(event, state);
  }
}

type Worker = Extract<
  Other,
  {
    readonly kind:
      | `interaction-${string}`
      | `entry-${string}`
      | `member${string}`
      | `tasks-${string}`
      | "commands-known";
  }
>;

/** Questions, members and tasks. What is said in the conversation is no fact. */
function adaptWorkers(event: Worker, state: SessionState): readonly Fact[] {
  const { sessionId } = state;
  switch (event.kind) {
    case "interaction-opened":
    case "interaction-submitted": {
      const { requestId } = event.kind === "interaction-opened" ? event.interaction : event;
      const at = state.interactions.findIndex((each) => each.requestId === requestId);
      // Said again, it would count as the newest; so those after it are said again as well.
      const told = at < 0 ? [] : state.interactions.slice(at);
      return told.map((open) => ({ kind: "interaction-opened", ...interaction(open) }));
    }
    case "interaction-closed":
      return [{ kind: "interaction-closed", requestId: event.requestId }];
    case "member-changed":
    case "members-listed":
      return [listed(state)];
    case "tasks-requested":
      return [{ kind: "tasks-requested", sessionId, request: event.request }];
    case "tasks-listed": {
      const { request } = event;
      return [{ kind: "tasks-listed", sessionId, request, tasks: event.tasks.map(task) }];
    }
    case "tasks-told":
      return [toldTasks(state)];
    case "entry-added":
    case "entry-continued":
    case "entry-replaced":
    case "entry-removed":
    case "commands-known":
      return [];
    default:
      return event satisfies never;
  }
}

/** How the stream stands; with the state also whether its agent can list tasks. */
export function adaptPhase(phase: FollowPhase, state?: SessionState): readonly Fact[] {
  return [{ kind: "connection-changed", phase, ...known({ listsTasks: state?.listsTasks }) }];
}

function aboutAgent({ agent }: SessionState): readonly Fact[] {
  return [
    {
      kind: "harness-known",
      name: agent.title ?? agent.name,
      ...known({ version: agent.version }),
    },
  ];
}

function queueFact({ sessionId, queue }: SessionState): Fact {
  return { kind: "queue-counted", sessionId, queued: queue.length };
}

function quotaFacts({ quota }: SessionState): readonly Fact[] {
  return quota === undefined ? [] : [{ kind: "quota-reported", windows: quota }];
}

function members(state: SessionState) {
  const listed = state.members.map((each) => member(each, state));
  return { rootId: state.sessionId, members: listed };
}

function listed(state: SessionState): Fact {
  return { kind: "agents-listed", ...members(state) };
}

function toldTasks({ tasks }: SessionState): Fact {
  const told = tasks.map(task);
  return { kind: "background-counted", tasks: told.filter(isBackground).length, listed: told };
}

/**
 * The state as one reading, and around it what must be known of the requests for tasks: a turn that has settled
 * may have left some running, until a request that was made after it was answered.
 */
function readFacts(state: SessionState): readonly Fact[] {
  const { sessionId, listsTasks, tasksAsked, tasksListed, tasksBarrier } = state;
  if (listsTasks !== true) {
    const told = state.tasks.length > 0 ? [toldTasks(state)] : [];
    return [stateRead(state), ...told];
  }
  const tasks = state.tasks.map(task);
  const answer = { request: tasksListed, tasks };
  const asked: Fact = { kind: "tasks-requested", sessionId, request: tasksAsked };
  const isOpen = tasksBarrier !== undefined && tasksListed <= tasksBarrier;
  // Before the first turn has settled nothing was left running that a list would have to tell of.
  const isUntold = tasksListed === 0 && state.settled === undefined;
  if (isUntold) return tasksAsked === 0 ? [stateRead(state)] : [stateRead(state), asked];
  if (!isOpen) return [{ ...stateRead(state), tasks: answer }, asked];
  const { turn, ...before } = state;
  return [
    { kind: "tasks-requested", sessionId, request: tasksBarrier },
    // The end first, as a turn that runs by now would hide what the last one may have left.
    { ...stateRead(before), agents: members(state) },
    { kind: "tasks-listed", sessionId, ...answer },
    asked,
    ...(turn === undefined ? [] : [stateRead(state)]),
  ];
}

function stateRead(state: SessionState): StateRead {
  const { sessionId, turn, settled, login, fault, compacting, retrying } = state;
  const newestTurnId = turn?.turnId ?? settled?.turnId;
  const atMs = turn?.startedAtMs ?? settled?.endedAtMs ?? state.createdAtMs;
  return {
    kind: "state-read",
    sessionId,
    turns: {
      live: turn === undefined ? [] : [liveTurn(turn)],
      queued: state.queue.length,
      atMs,
      ...(settled !== undefined && { settled: settledTurn(settled) }),
      ...known({ newestTurnId, compacting, retrying }),
    },
    interactions: state.interactions.map(interaction),
    chat: chatOf(state),
    agents: members(state),
    ...(fault !== undefined && { fault: { message: fault } }),
    ...(login !== undefined && { account: accountOf(login) }),
  };
}

function accountOf({ needed, message }: NonNullable<SessionState["login"]>) {
  return { login: needed ? "needed" : "done", ...known({ message }) } as const;
}
