/**
 * The only judge of whether a machine may act now. It reads structured facts alone and, where
 * nothing is known, says `run`: a script that waits is right, a script that acts too early is not.
 * What must be remembered for it (a turn that was seen, how one ended, a fault) is in the snapshot.
 */
import { type Agent, type Agents, type BackgroundTask, isWorking } from "./facts/agents.ts";
import type { Interaction } from "./facts/interaction.ts";
import { basePhase, isPending, type Turn } from "./facts/turn.ts";
import type { Snapshot } from "./snapshot.ts";

/** What a machine may act on, with the ids it concerns. */
export interface Automation {
  readonly state: "ready" | "run" | "perm" | "ask" | "plan" | "done" | "fail" | "cancel" | "error";
  readonly sessionId?: string;
  readonly turnId?: string;
  readonly requestId?: string;
  readonly activeAgents: number;
  readonly totalAgents: number;
  readonly backgroundTasks: number;
}

/** Counts go up to here, as the record has four digits for each. */
const MAX_COUNT = 9_999;

type Judged = Pick<Automation, "state" | "turnId" | "requestId">;

/** Judges a snapshot. */
export function automationOf(snapshot: Snapshot): Automation {
  const sessionId = snapshot.session?.id;
  const agents = ofRoot(snapshot);
  const members = countedMembers(snapshot);
  const tasks = agents?.backgroundTasks ?? 0;
  return {
    ...judge(snapshot),
    ...(sessionId !== undefined && { sessionId }),
    activeAgents: bounded(members.filter(isActive).length),
    totalAgents: bounded(members.length),
    // What a turn has left running is not known before the tasks were listed anew.
    backgroundTasks: bounded(agents?.barrierRequest === undefined ? tasks : Math.max(tasks, 1)),
  };
}

/** The members that are counted: those that the open session, or one of its members, delegated to. */
export function countedMembers(snapshot: Snapshot): readonly Agent[] {
  const agents = ofRoot(snapshot);
  const sessionId = snapshot.session?.id;
  if (agents === undefined) return [];
  // Looked up by id, as a search for each parent of each would take a square of their number.
  const byId = agents.members.some(hasParent) ? membersById(agents) : NOBODY;
  return agents.members.filter((member) => belongs(member, byId, sessionId));
}

/** Tasks that go on, or have ended, in the background of the open session, where they were listed. */
export function countedTasks(snapshot: Snapshot): readonly BackgroundTask[] {
  return ofRoot(snapshot)?.tasks?.filter(({ foreground }) => foreground !== true) ?? [];
}

/** Whether nothing can go on before the person has logged in, and what is said about it. */
export function neededLogin(snapshot: Snapshot): { readonly message?: string } | undefined {
  const { account, interactions } = snapshot;
  if (account?.login === "needed") {
    return account.message === undefined ? {} : { message: account.message };
  }
  const asked = interactions?.findLast(({ asks }) => asks === "auth");
  if (asked === undefined) return undefined;
  return asked.about === undefined ? {} : { message: asked.about };
}

function bounded(count: number): number {
  return Math.max(0, Math.min(MAX_COUNT, Math.trunc(count) || 0));
}

const ASKED = { permission: "perm", question: "ask", plan: "plan" } as const;

/** The first line that holds decides. */
function judge(snapshot: Snapshot): Judged {
  const { chat, turn } = snapshot;
  if (!isLive(snapshot)) return { state: "run" };
  if (isStopped(snapshot)) return { state: "error" };
  const pending = isPending(turn);
  const running: Judged = { state: "run", ...(pending && idOf(turn)) };
  const ended = endOf(turn);
  if (chat?.phase === "error") return ended?.state === "fail" ? ended : running;
  const open = openQuestion(snapshot);
  if (open !== undefined) return asked(open, snapshot);
  if (pending || isBusy(snapshot)) return running;
  if (ended !== undefined) return ended;
  return isReady(snapshot) ? { state: "ready" } : { state: "run" };
}

/**
 * The question that counts; undefined where there is none, or where no answer can be given now. Of
 * several: one whose answer is not under way; a permission, then a plan, then a question; the newest.
 * A person may be shown it even where a machine may not act, because its turn is not known.
 */
export function openQuestion(snapshot: Snapshot): Interaction | undefined {
  if (!isLive(snapshot) || isStopped(snapshot) || snapshot.chat?.phase === "error") {
    return undefined;
  }
  return mostUrgent(snapshot.interactions ?? []);
}

const URGENCY = ["permission", "plan", "question", "auth"] as const;

/** The question among these that counts, as in `openQuestion`. */
export function mostUrgent(interactions: readonly Interaction[]): Interaction | undefined {
  const unanswered = interactions.filter(({ submitting }) => submitting !== true);
  for (const asks of URGENCY) {
    const newest = unanswered.findLast((open) => open.asks === asks);
    if (newest !== undefined) return newest;
  }
  return interactions.at(-1);
}

/** What is known is known now: the source is there, or only looks and is never away. */
export function isLive({ connection }: Snapshot): boolean {
  return connection === undefined || connection.phase === "live";
}

/** Nothing can go on: not this turn and not another one. */
function isStopped(snapshot: Snapshot): boolean {
  return snapshot.fault !== undefined || neededLogin(snapshot) !== undefined;
}

function idOf(turn: Turn | undefined): Pick<Automation, "turnId"> {
  const turnId = named(turn?.id);
  return turnId === undefined ? {} : { turnId };
}

/** An id by which a machine can name something; a blank one is none. */
function named(id: string | undefined): string | undefined {
  return id === undefined || id.trim() === "" ? undefined : id;
}

/** How the last turn ended. Without an id it cannot be told which one it was. */
function endOf(turn: Turn | undefined): Judged | undefined {
  if (turn === undefined || basePhase(turn) !== "settled") return undefined;
  const turnId = named(turn.id);
  return turnId === undefined ? { state: "run" } : { state: turn.outcome ?? "run", turnId };
}

/** A question is actionable only with its turn; while the answer is under way the turn runs. */
function asked(open: Interaction, { turn, session }: Snapshot): Judged {
  const isOwn = open.sessionId === undefined || open.sessionId === session?.id;
  const turnId = named(open.turnId) ?? (isOwn && isPending(turn) ? named(turn?.id) : undefined);
  if (turnId === undefined) return { state: "run" };
  const requestId = named(open.requestId);
  if (open.submitting === true || open.asks === "auth" || requestId === undefined) {
    return { state: "run", turnId };
  }
  return { state: ASKED[open.asks], turnId, requestId };
}

/** Something goes on, or is about to, beside a turn. */
function isBusy({ turn, chat }: Snapshot): boolean {
  if (chat?.phase === "starting" || chat?.phase === "running") return true;
  if (turn === undefined) return false;
  if (turn.phase === "compacting" || turn.handingOff === true || turn.retrying === true)
    return true;
  return (turn.queued ?? 0) > 0;
}

/** Somebody said that nothing goes on, and, if there is a stream, since it last began. */
function isReady({ turn, connection }: Snapshot): boolean {
  if (turn === undefined || turn.unconfirmed === true) return false;
  return connection === undefined || connection.read === true;
}

/** Chains of delegation are a few members long; more is a ring. */
const MAX_PARENTS = 32;

/** Members and tasks, if the open session is the one at their root. */
function ofRoot({ agents, session }: Snapshot): Agents | undefined {
  if (agents === undefined) return undefined;
  const id = session?.id;
  if (agents.rootId !== undefined) return agents.rootId === id ? agents : undefined;
  // A session that is itself a member is looked at from outside, and counts nothing.
  if (session?.role === "subagent") return undefined;
  return agents.members.some((member) => member.agentId === id) ? undefined : agents;
}

type MembersById = ReadonlyMap<string, Agent>;

const NOBODY: MembersById = new Map();

function hasParent({ parentId }: Agent): boolean {
  return parentId !== undefined;
}

function membersById({ members }: Agents): MembersById {
  return new Map(members.map((member) => [member.agentId, member]));
}

function belongs(member: Agent, byId: MembersById, sessionId: string | undefined): boolean {
  let parentId = member.parentId;
  for (let step = 0; step < MAX_PARENTS; step++) {
    if (parentId === undefined || parentId === sessionId) return true;
    const parent = byId.get(parentId);
    if (parent === undefined) return false;
    parentId = parent.parentId;
  }
  return false;
}

function isActive(member: Agent): boolean {
  return isWorking(member) || (member.taskId !== undefined && member.delivered !== true);
}
