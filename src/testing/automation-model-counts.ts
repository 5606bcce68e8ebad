/** The counts of the second opinion in `automation-model.ts`: each member and each list on its own. */
import type { Agent, BackgroundTask, TaskList } from "../status/facts/agents.ts";
import type { Fact } from "../status/facts/fact.ts";
import type { Inquiry, Told } from "./automation-inquiry.ts";

/** Members and background tasks after the whole history. */
export function modelCounts(ask: Inquiry): Pick<Told, "active" | "total" | "background"> {
  const at = ask.history.length;
  const session = ask.session(at);
  const members = memberIds(ask).flatMap((id) => memberOf(ask, id) ?? []);
  const root = rootId(ask);
  const isInside = members.some((member) => member.agentId === session);
  const isOutside = root === undefined ? isInside || isMember(ask) : root !== session;
  if (isOutside) return { active: 0, total: 0, background: 0 };
  const counted = members.filter((member) => isBelow(member, members, session, 0));
  const active = counted.filter(
    ({ status, taskId, delivered }) =>
      isWorking(status) || (taskId !== undefined && delivered !== true),
  );
  return { active: active.length, total: counted.length, background: background(ask) };
}

/** Whether the open session was last said to be a delegated one. */
function isMember({ history, session }: Inquiry): boolean {
  const open = session(history.length);
  for (let place = history.length - 1; place >= 0 && session(place + 1) === open; place--) {
    const fact = history[place];
    if (fact?.kind === "session-started" && fact.role !== undefined)
      return fact.role === "subagent";
  }
  return false;
}

const isWorking = (status: string) => ["queued", "running", "waiting"].includes(status);

function isBelow(
  { parentId }: Agent,
  members: readonly Agent[],
  session: string | undefined,
  depth: number,
): boolean {
  if (parentId === undefined || parentId === session) return depth < 32;
  const parent = members.find(({ agentId }) => agentId === parentId);
  return parent !== undefined && depth < 32 && isBelow(parent, members, session, depth + 1);
}

/** The members that a fact lists, if it is one that lists them all. */
function listOf(fact: Fact): readonly Agent[] | undefined {
  if (fact.kind === "agents-listed") return fact.members;
  return fact.kind === "state-read" ? fact.agents?.members : undefined;
}

function memberIds(ask: Inquiry): readonly string[] {
  const ids = ask.own(ask.history.length).flatMap(([fact]) => {
    if (fact.kind === "agent-changed") return [fact.agentId];
    return (listOf(fact) ?? []).map(({ agentId }) => agentId);
  });
  return [...new Set(ids)];
}

function rootId(ask: Inquiry): string | undefined {
  const last = ask.own(ask.history.length).findLast(([fact]) => listOf(fact) !== undefined)?.[0];
  if (last?.kind === "agents-listed") return last.rootId;
  return last?.kind === "state-read" ? last.agents?.rootId : undefined;
}

/** One member's life, from the first fact that names it. */
function memberOf(ask: Inquiry, agentId: string): Agent | undefined {
  let member: Agent | undefined;
  let isDelivered = false;
  for (const [fact, place] of ask.own(ask.history.length)) {
    const ended = endedTurn(ask, fact, place);
    if (ended !== undefined && member?.deliveryTurnId === ended) isDelivered = true;
    const list = listOf(fact);
    if (list !== undefined) {
      member = list.findLast((listed) => listed.agentId === agentId);
      isDelivered = member !== undefined && (isDelivered || member.delivered === true);
      // A state may tell of the end and of the member that it owes in one breath.
      if (ended !== undefined && member?.deliveryTurnId === ended) isDelivered = true;
    } else if (fact.kind === "agent-changed" && fact.agentId === agentId) {
      if (isDelivered && isWorking(fact.status)) continue;
      member = { ...member, ...fact };
      isDelivered = isDelivered || member.delivered === true;
    } else continue;
    if (member?.deliveryTurnId !== undefined) {
      isDelivered ||= hasEnded(ask, member.deliveryTurnId, place);
    }
    const isLate = fact.kind === "agent-changed" && isDelivered && isWorking(fact.status);
    if (isLate && member !== undefined) member = { ...member, status: "done" };
  }
  return member && { ...member, delivered: isDelivered };
}

/** The root turn whose end a fact tells. */
function endedTurn(ask: Inquiry, fact: Fact, place: number): string | undefined {
  if (fact.kind === "state-read" && fact.turns.settled !== undefined)
    return fact.turns.settled.turnId;
  if (fact.kind !== "turn-settled") return undefined;
  return fact.turnId ?? (ask.isPending(place + 1) ? undefined : ask.turnId(place + 1));
}

/** Whether the end of a turn is known at a place, that of the fact there included. */
function hasEnded(ask: Inquiry, turnId: string, place: number): boolean {
  const at = ask.history[place]?.kind === "state-read" ? place + 1 : place;
  if (!ask.isPending(at) && ask.end(at) !== undefined && ask.turnId(at) === turnId) return true;
  const follows = ask.history.findIndex((fact) => fact.kind === "connection-changed");
  return ask
    .own(at)
    .some(
      ([fact, told]) => follows >= 0 && told > follows && endedTurn(ask, fact, told) === turnId,
    );
}

/** The list of tasks in a fact, if it is newer than all before it. */
function taskList(ask: Inquiry, fact: Fact, place: number): TaskList | undefined {
  const list = listedTasks(fact);
  if (list === undefined) return undefined;
  const before = ask.own(place).map(([earlier]) => listedTasks(earlier)?.request ?? 0);
  return list.request >= Math.max(0, ...before) ? list : undefined;
}

function listedTasks(fact: Fact): TaskList | undefined {
  if (fact.kind === "tasks-listed") return fact;
  return fact.kind === "state-read" ? fact.tasks : undefined;
}

function background(ask: Inquiry): number {
  const facts = ask.own(ask.history.length);
  const counts = facts.flatMap(([fact, place]) => {
    if (fact.kind === "background-counted") return [fact.tasks];
    const list = taskList(ask, fact, place);
    return list === undefined ? [] : [list.tasks.filter(isActive).length];
  });
  const count = counts.at(-1) ?? 0;
  const raised = facts.findLast(([fact, place]) => raisesBarrier(ask, fact, place));
  if (raised === undefined) return count;
  const [, since] = raised;
  const asked = Math.max(0, ...ask.own(since).map(([fact]) => requestIn(fact) ?? 0));
  const lifted = facts.some(([fact, place]) => {
    const list = place < since ? undefined : taskList(ask, fact, place);
    if (list === undefined) return false;
    return fact.kind === "state-read" || (place > since && list.request > asked);
  });
  return lifted ? count : Math.max(count, 1);
}

function isActive({ status, foreground }: BackgroundTask): boolean {
  return foreground !== true && ["queued", "running", "stopping"].includes(status);
}

function requestIn(fact: Fact): number | undefined {
  return fact.kind === "tasks-requested" ? fact.request : listedTasks(fact)?.request;
}

/** A turn has ended here, and what it left running can be asked for. */
function raisesBarrier(ask: Inquiry, fact: Fact, place: number): boolean {
  if (fact.kind !== "turn-settled" && fact.kind !== "state-read") return false;
  if (ask.end(place + 1)?.place !== place || ask.isPending(place + 1)) return false;
  const wasEnded = !ask.isPending(place) && ask.end(place) !== undefined;
  if (wasEnded && ask.turnId(place) === ask.turnId(place + 1)) return false;
  const said = ask.history
    .slice(0, place)
    .findLast(
      (earlier) => earlier.kind === "connection-changed" && earlier.listsTasks !== undefined,
    );
  const lists = said?.kind === "connection-changed" && said.listsTasks === true;
  return lists || ask.own(place).some(([earlier]) => requestIn(earlier) !== undefined);
}
