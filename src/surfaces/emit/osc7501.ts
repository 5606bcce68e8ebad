/**
 * A session to OSC 7501: the root record for its main turn, and a child record for each delegated
 * member and background task. What is to be sent is the difference to what was sent before.
 */
import { countedMembers, countedTasks, mostUrgent, openQuestion } from "../../status/automation.ts";
import { type Agent, isWorking } from "../../status/facts/agents.ts";
import type { Interaction } from "../../status/facts/interaction.ts";
import { basePhase } from "../../status/facts/turn.ts";
import type { Snapshot } from "../../status/snapshot.ts";
import type { Emitter } from "../../wire/osc7501/emitter.ts";
import type { ProgramRecord } from "../../wire/osc7501/message.ts";
import { idSegment } from "../../wire/osc7501/name.ts";
import { blocked, message, rootRecord, type Said } from "./shared/root-record.ts";

/** Name under which we speak. */
const APP = "telltale";

/** Child records stand beneath this one, which itself never is. */
const TASKS = "task";

/** Characters of a member's id in that of its record: enough to tell members apart, short on the wire. */
const MAX_ID_UNITS = 12;

/**
 * Child records at a time. With the root they are half of the 64 that every terminal can hold; a full
 * terminal forgets what was said longest ago, and other programs in it speak as well.
 */
export const MAX_CHILD_RECORDS = 31;

/** How we speak. */
export interface ProgramOptions {
  /** Name of the program in each record; `telltale` without it, left out if it is empty. */
  readonly app?: string;
}

/** What to send; in the order of the list. */
export type ProgramMessage =
  | { readonly kind: "report"; readonly record: ProgramRecord }
  /** Removes a record and everything beneath it; `""` removes all of the terminal. */
  | { readonly kind: "clear"; readonly id: string };

/** What has been sent, and what must be known of the past to say what is next. Plain data. */
export interface ProgramMemory {
  readonly sessionId: string | undefined;
  readonly turnId: string | undefined;
  readonly turnRuns: boolean;
  /** Ids of child records by what they are about, see `Part.key`. */
  readonly recordIds: ReadonlyMap<string, string>;
  /** Parts that had ended when a turn began: no record of theirs is shown any more. */
  readonly retired: ReadonlySet<string>;
  readonly sent: ReadonlyMap<string, ProgramRecord>;
}

const NOTHING_SENT: ProgramMemory = {
  sessionId: undefined,
  turnId: undefined,
  turnRuns: false,
  recordIds: new Map(),
  retired: new Set(),
  sent: new Map(),
};

/** A member or a background task, and what is said of it. */
interface Part {
  readonly key: string;
  readonly ownId: string;
  readonly said: Said;
  readonly hasEnded: boolean;
}

/**
 * What is to be sent after a change: pass the memory of the call before, or undefined for the first
 * one or where the terminal has forgotten everything. Another session clears what was said of the
 * one before.
 */
export function programReports(
  previous: ProgramMemory | undefined,
  snapshot: Snapshot,
  options: ProgramOptions = {},
): { readonly memory: ProgramMemory; readonly messages: readonly ProgramMessage[] } {
  const before = previous ?? NOTHING_SENT;
  const sessionId = snapshot.session?.id;
  const isOther = before.sessionId !== undefined && before.sessionId !== sessionId;
  const known = isOther ? NOTHING_SENT : before;
  const parts = partsOf(snapshot);
  const ids = recordIds(parts, known.recordIds);
  const retired = retiredOf(parts, known, snapshot, previous === undefined);
  const now = new Map<string, ProgramRecord>();
  const { app = APP } = options;
  const put = (id: string, { state, ...said }: Said) =>
    now.set(id, { id, state, ...(app !== "" && { app }), ...said });
  const shown = shownOf(parts.filter(({ key }) => !retired.has(key)));
  for (const { key, said } of shown) put(ids.get(key) ?? TASKS, said);
  // The root last: what was said last is what a full terminal keeps.
  const root = rootRecord(snapshot);
  if (root !== undefined) put("", root);
  const memory: ProgramMemory = {
    sessionId,
    turnId: snapshot.turn?.id,
    turnRuns: basePhase(snapshot.turn) === "running",
    recordIds: ids,
    retired,
    sent: now,
  };
  return { memory, messages: difference(before.sent, now) };
}

/** What a program sends that leaves its terminal: all its records go. */
export function leavingReports(): readonly ProgramMessage[] {
  return [{ kind: "clear", id: "" }];
}

/** Gives messages to an emitter, which writes what is new in them. */
export function sendReports(
  emitter: Pick<Emitter, "report" | "clear">,
  messages: readonly ProgramMessage[],
): void {
  for (const each of messages) {
    switch (each.kind) {
      case "report":
        emitter.report(each.record);
        break;
      case "clear":
        if (each.id === "") emitter.clear();
        else emitter.clear(each.id);
        break;
      default:
        each satisfies never;
    }
  }
}

function partsOf(snapshot: Snapshot): readonly Part[] {
  // A question that nobody can answer now calls nobody.
  const isAnswerable = openQuestion(snapshot) !== undefined;
  const interactions = isAnswerable ? (snapshot.interactions ?? []) : [];
  const members = countedMembers(snapshot).map((member) => ({
    key: `member ${member.agentId}`,
    ownId: member.agentId,
    said: { ...memberSaid(member, interactions), ...titleOf(member) },
    hasEnded: !isWorking(member),
  }));
  const tasks = countedTasks(snapshot).map((task) => ({
    key: `task ${task.taskId}`,
    ownId: task.taskId,
    said: { state: STATE_OF[task.status], ...titleOf(task) },
    hasEnded: STATE_OF[task.status] !== "working",
  }));
  return [...members, ...tasks];
}

/** The parts that get a record, in their order: those that ask, then those that work, then the newest. */
function shownOf(parts: readonly Part[]): readonly Part[] {
  if (parts.length <= MAX_CHILD_RECORDS) return parts;
  const rank = ({ said, hasEnded }: Part): number => {
    if (said.state === "blocked") return 0;
    return hasEnded ? 2 : 1;
  };
  const first = parts.toReversed().toSorted((a, b) => rank(a) - rank(b));
  const shown = new Set(first.slice(0, MAX_CHILD_RECORDS));
  return parts.filter((part) => shown.has(part));
}

const STATE_OF = {
  queued: "working",
  running: "working",
  waiting: "working",
  stopping: "working",
  done: "done",
  fail: "error",
  cancel: "idle",
} as const;

function memberSaid(member: Agent, interactions: readonly Interaction[]): Said {
  if (!isWorking(member)) return { state: STATE_OF[member.status] };
  const open = mostUrgent(interactions.filter(({ agentId }) => agentId === member.agentId));
  if (open !== undefined && open.submitting !== true) return blocked(open);
  return { state: "working", ...message(member.activity ?? member.name) };
}

function titleOf(part: { readonly title?: string }): Pick<ProgramRecord, "title"> {
  const { msg: title } = message(part.title);
  return title === undefined ? {} : { title };
}

/** The clears, then the reports that are new; a root that is gone can only go with all the rest. */
function difference(
  sent: ReadonlyMap<string, ProgramRecord>,
  now: ReadonlyMap<string, ProgramRecord>,
): readonly ProgramMessage[] {
  const gone = [...sent.keys()].filter((id) => !now.has(id));
  const children = [...sent.keys()].filter((id) => id !== "");
  const clears = gone.includes("")
    ? [""]
    : gone.length > 1 && gone.length === children.length
      ? [TASKS]
      : gone;
  const messages: ProgramMessage[] = clears.map((id) => ({ kind: "clear", id }));
  for (const record of now.values()) {
    const before = clears[0] === "" ? undefined : sent.get(record.id);
    if (before === undefined || !isSame(before, record)) messages.push({ kind: "report", record });
  }
  return messages;
}

function isSame(a: ProgramRecord, b: ProgramRecord): boolean {
  return (["state", "kind", "progress", "app", "title", "msg"] as const).every(
    (key) => a[key] === b[key],
  );
}

/** An id for each part, which it keeps; two parts never share one. */
function recordIds(
  parts: readonly Part[],
  known: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  /** Where to count on: ids of one program often begin alike, by the thousand. */
  const counts = new Map<string, number>();
  for (const { key } of parts) {
    const id = known.get(key);
    if (id === undefined) continue;
    ids.set(key, id);
    taken.add(id);
  }
  for (const { key, ownId } of parts) {
    if (ids.has(key)) continue;
    const first = `${TASKS}/${idSegment(ownId, MAX_ID_UNITS)}`;
    let count = counts.get(first) ?? 1;
    let id = count === 1 ? first : `${first}-${count}`;
    while (taken.has(id)) id = `${first}-${++count}`;
    counts.set(first, count);
    ids.set(key, id);
    taken.add(id);
  }
  return ids;
}

/** Parts whose end is an old story: those that had ended when the turn began, while they stay so. */
function retiredOf(
  parts: readonly Part[],
  before: ProgramMemory,
  { turn }: Snapshot,
  isFirst: boolean,
): ReadonlySet<string> {
  const isOther =
    before.turnId !== undefined && turn?.id !== undefined && before.turnId !== turn.id;
  const begins = basePhase(turn) === "running" && (!before.turnRuns || isOther) && !isFirst;
  const gone = parts.filter(({ key, hasEnded }) => hasEnded && (begins || before.retired.has(key)));
  return new Set(gone.map(({ key }) => key));
}
