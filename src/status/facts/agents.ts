/**
 * Delegated members (sub-agents) and background tasks of the session. A member may have its work done
 * and still owe its result: then it counts as active until the turn that brings the result has ended.
 */

/** A delegated member. */
export interface Agent {
  /** Its own id; where a member is a session of its own, that session's id. */
  readonly agentId: string;
  /** What kind of member it is, or what it is called. Outside text. */
  readonly name?: string;
  readonly status: "queued" | "running" | "waiting" | "done" | "fail" | "cancel";
  /** What it was asked to do, in a few words. Outside text. */
  readonly title?: string;
  /** What it does now. Outside text. */
  readonly activity?: string;
  /** The session or member that delegated to it; absent: the open session. */
  readonly parentId?: string;
  /** The background task as which it runs: its result is owed until it was delivered. */
  readonly taskId?: string;
  /** The root turn that brings its result to the conversation. */
  readonly deliveryTurnId?: string;
  /** That turn has ended. */
  readonly delivered?: boolean;
}

/** Work in the background that is no member. */
export interface BackgroundTask {
  readonly taskId: string;
  readonly status: "queued" | "running" | "stopping" | "done" | "fail" | "cancel";
  /** Outside text. */
  readonly title?: string;
  /** It still belongs to a tool call that the turn waits for. */
  readonly foreground?: boolean;
}

/** Members of the session, running and ended, and tasks in the background. */
export interface Agents {
  readonly members: readonly Agent[];
  /** The session at the root of the members, if the source says which. */
  readonly rootId?: string;
  /** Background tasks that are queued, running or stopping; agents are not counted here. */
  readonly backgroundTasks?: number;
  /** How many of them are shell commands, where the source tells. */
  readonly backgroundShells?: number;
  readonly tasks?: readonly BackgroundTask[];
  /** Number of the newest request for the list of tasks, and of the newest one that was answered. */
  readonly askedRequest?: number;
  readonly listedRequest?: number;
  /** A turn has settled: only an answer to a request after this one says what it left running. */
  readonly barrierRequest?: number;
  /** Root turns that have ended, the newest last. */
  readonly endedTurns?: readonly string[];
}

/** One member changed; an unknown id is a new member. What it does not tell stays as it was. */
export interface AgentChanged extends Agent {
  readonly kind: "agent-changed";
}

/** All members of a root session. */
export interface MembersListed {
  readonly rootId?: string;
  readonly members: readonly Agent[];
}

/** All members now; replaces what was known. */
export interface AgentsListed extends MembersListed {
  readonly kind: "agents-listed";
}

/** Tasks that run in the background; replaces the count before. */
export interface BackgroundCounted {
  readonly kind: "background-counted";
  readonly tasks: number;
  /** How many of them are shell commands; absent: not told. */
  readonly shells?: number;
  /** The tasks themselves, where the source told of them unasked. Absent: as before. */
  readonly listed?: readonly BackgroundTask[];
}

/** The list of background tasks was asked for. Requests of a session are numbered upwards from 1. */
export interface TasksRequested {
  readonly kind: "tasks-requested";
  readonly sessionId?: string;
  readonly request: number;
}

/** All background tasks, as an answer to a request. */
export interface TaskList {
  readonly request: number;
  readonly tasks: readonly BackgroundTask[];
}

/** A request for the list of tasks was answered; an answer to an older one changes nothing. */
export interface TasksListed extends TaskList {
  readonly kind: "tasks-listed";
  readonly sessionId?: string;
}

export type AgentsFact =
  | AgentChanged
  | AgentsListed
  | BackgroundCounted
  | TasksRequested
  | TasksListed;

/** Ended turns that are remembered; a member is bound to its turn within a few turns. */
const MAX_ENDED_TURNS = 32;

const NONE: Agents = { members: [] };

/**
 * The members after one more fact; a list replaces them all. `settledTurnId` is the turn that is known
 * to have settled last.
 */
export function foldAgents(state: Agents = NONE, fact: AgentsFact, settledTurnId?: string): Agents {
  switch (fact.kind) {
    case "agent-changed": {
      const { kind: _, ...change } = fact;
      return changeMember(state, change, settledTurnId);
    }
    case "agents-listed":
      return listMembers(state, fact, settledTurnId);
    case "background-counted":
      return {
        ...countTasks(state, fact.tasks, fact.shells),
        ...(fact.listed !== undefined && { tasks: fact.listed }),
      };
    case "tasks-requested":
      return { ...state, askedRequest: Math.max(state.askedRequest ?? 0, fact.request) };
    case "tasks-listed":
      return listTasks(state, fact);
    default:
      return fact satisfies never;
  }
}

function countTasks(state: Agents, backgroundTasks: number, shells?: number): Agents {
  const { backgroundShells: _, ...kept } = state;
  return { ...kept, backgroundTasks, ...(shells !== undefined && { backgroundShells: shells }) };
}

/** Whether the member works, or is about to. */
export function isWorking({ status }: Agent): boolean {
  return status === "queued" || status === "running" || status === "waiting";
}

function changeMember(state: Agents, change: Agent, settledTurnId?: string): Agents {
  const at = state.members.findIndex((member) => member.agentId === change.agentId);
  const before = state.members[at];
  // What was delivered has ended for good: a start that comes now comes late.
  if (before?.delivered === true && isWorking(change)) return state;
  const next = deliver(state, { ...before, ...change }, settledTurnId);
  const isLate = next.delivered === true && isWorking(next);
  const member = withoutOldActivity(isLate ? { ...next, status: "done" } : next);
  const members = at < 0 ? [...state.members, member] : state.members.with(at, member);
  return { ...state, members };
}

function withoutOldActivity(member: Agent): Agent {
  if (member.activity === undefined || isWorking(member)) return member;
  const { activity: _, ...kept } = member;
  return kept;
}

function deliver(state: Agents, member: Agent, settledTurnId?: string): Agent {
  const turnId = member.deliveryTurnId;
  if (turnId === undefined || member.delivered === true) return member;
  const hasEnded = turnId === settledTurnId || state.endedTurns?.includes(turnId) === true;
  return hasEnded ? { ...member, delivered: true } : member;
}

function listMembers(state: Agents, listed: MembersListed, settledTurnId?: string): Agents {
  const delivered = new Set(
    state.members.filter((member) => member.delivered === true).map(({ agentId }) => agentId),
  );
  const byId = new Map<string, Agent>();
  for (const member of listed.members) {
    const told = delivered.has(member.agentId) ? { ...member, delivered: true } : member;
    byId.set(member.agentId, deliver(state, told, settledTurnId));
  }
  const { rootId: _, ...kept } = state;
  const { rootId } = listed;
  return { ...kept, members: [...byId.values()], ...(rootId !== undefined && { rootId }) };
}

function listTasks(state: Agents, { request, tasks }: TaskList): Agents {
  if (request < (state.listedRequest ?? 0)) return state;
  const { barrierRequest, ...kept } = state;
  const stands = barrierRequest !== undefined && request <= barrierRequest;
  return {
    ...countTasks(kept, tasks.filter(isBackground).length),
    tasks,
    askedRequest: Math.max(state.askedRequest ?? 0, request),
    listedRequest: request,
    ...(stands && { barrierRequest }),
  };
}

/** Whether the task goes on, or is about to, in the background. */
export function isBackground({ foreground, status }: BackgroundTask): boolean {
  if (foreground === true) return false;
  return status === "queued" || status === "running" || status === "stopping";
}

/** What is known of the source when a root turn ends. */
export interface RootEnd {
  readonly turnId: string | undefined;
  /** It follows the session, so that what is bound to the turn may still come. */
  readonly follows: boolean;
  /** It can list tasks, and the turn has just settled: what was left running is not known yet. */
  readonly lists: boolean;
}

/** The members after the end of a root turn: what it brought is delivered. */
export function endRootTurn(state: Agents | undefined, end: RootEnd): Agents | undefined {
  const { turnId, follows, lists } = end;
  let out = state;
  if (turnId !== undefined && state?.members.some((owing) => owing.deliveryTurnId === turnId)) {
    out = { ...state, members: state.members.map((member) => deliver(state, member, turnId)) };
  }
  if (turnId !== undefined && follows) {
    const before = (state?.endedTurns ?? []).filter((ended) => ended !== turnId);
    out = { ...(out ?? NONE), endedTurns: [...before, turnId].slice(-MAX_ENDED_TURNS) };
  }
  return lists ? { ...(out ?? NONE), barrierRequest: out?.askedRequest ?? 0 } : out;
}

/** The members and tasks after the source's whole state was read. */
export function readAgents(
  state: Agents | undefined,
  listed: MembersListed | undefined,
  tasks: TaskList | undefined,
  settledTurnId: string | undefined,
): Agents | undefined {
  let out = state;
  if (listed !== undefined) out = listMembers(out ?? NONE, listed, settledTurnId);
  if (tasks === undefined || tasks.request < (out?.listedRequest ?? 0)) return out;
  const { barrierRequest: _, ...free } = listTasks(out ?? NONE, tasks);
  return free;
}
