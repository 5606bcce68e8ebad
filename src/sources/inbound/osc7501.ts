/**
 * OSC 7501 of a child terminal to facts: the root record is the turn of a session, each other record
 * a member of it. README.md has the table. It says nothing that no report said: a program that goes
 * away in the middle leaves a turn of which nobody knows the end.
 */
import type { Agent } from "../../status/facts/agents.ts";
import type { Fact } from "../../status/facts/fact.ts";
import type { Interaction } from "../../status/facts/interaction.ts";
import type { ProgramEvent, ProgramRecord } from "../../wire/osc7501/message.ts";
import { createRecordStore, type StoreChange } from "../../wire/osc7501/store.ts";

/** Where our own programs keep the records of members; part of the record's id and not of the member's. */
const TASKS = "task/";

export interface ProgramReaderOptions {
  /** Id of the session that the terminal shows, such as that of the pane: the protocol carries none. */
  readonly sessionId: string;
}

export interface ProgramReader {
  /** What an event of the byte stream says. `atMs`: when it was read, epoch milliseconds. */
  readonly read: (event: ProgramEvent, atMs?: number) => readonly Fact[];
  /** What it means that the program in the terminal has ended, at `atMs`. */
  readonly exited: (atMs?: number) => readonly Fact[];
}

/** What must be remembered to say what a report changes. */
interface State {
  readonly sessionId: string;
  root: ProgramRecord | undefined;
  app: string | undefined;
  /** A session was opened and not closed since. */
  isOpen: boolean;
  /** Turn of the root record: it runs, or has ended last. */
  turnId: string | undefined;
  turnRuns: boolean;
  /** The turn has ended with an outcome that the person need not have seen. */
  hasOutcome: boolean;
  /** What the turn was last said to do. */
  doing: { readonly message?: string; readonly progressPct?: number };
  turns: number;
  questions: number;
  /** The open question of each record by its id, with what it asks. */
  readonly open: Map<string, Interaction>;
}

/** A reader of a terminal in which no program has said anything. */
export function createProgramReader({ sessionId }: ProgramReaderOptions): ProgramReader {
  const store = createRecordStore();
  const state: State = {
    sessionId,
    root: undefined,
    app: undefined,
    isOpen: false,
    turnId: undefined,
    turnRuns: false,
    hasOutcome: false,
    doing: {},
    turns: 0,
    questions: 0,
    open: new Map(),
  };

  function factsOf(change: StoreChange, isClear: boolean, atMs?: number): readonly Fact[] {
    const facts: Fact[] = [];
    const { removed, updated } = change;
    if (removed.includes("")) facts.push(...rootGone(state, isClear, atMs));
    if (updated?.id === "") facts.push(...rootSaid(state, updated, store.list(), atMs));
    const isChild = (id: string) => id !== "";
    if (removed.some(isChild) || (updated !== undefined && isChild(updated.id))) {
      facts.push(...childrenSaid(state, store.list(), atMs));
    }
    const app = store.effectiveApp("");
    if (app !== undefined && app !== state.app) facts.push({ kind: "harness-known", name: app });
    state.app = app ?? state.app;
    return facts;
  }

  return {
    read: (event, atMs) => factsOf(store.apply(event), event.event === "clear", atMs),
    exited: (atMs) => factsOf(store.processExit(), false, atMs),
  };
}

/** A program that leaves in order says so with a clear; any other end leaves its turn open. */
function rootGone(state: State, isClear: boolean, atMs?: number): readonly Fact[] {
  const { root, turnRuns, turnId } = state;
  state.root = undefined;
  state.turnRuns = false;
  const closed = closeQuestion(state, "");
  if (!isClear && turnRuns) {
    return [...closed, { kind: "turn-vanished", ...turn(turnId), ...time(atMs) }];
  }
  // An outcome, once told, stays true when the terminal forgets it.
  if (!isClear && (root?.state === "done" || root?.state === "error")) return closed;
  return closeSession(state);
}

function closeSession(state: State): readonly Fact[] {
  state.isOpen = false;
  state.turnId = undefined;
  state.turnRuns = false;
  state.hasOutcome = false;
  state.open.clear();
  return [{ kind: "session-closed" }];
}

function rootSaid(
  state: State,
  record: ProgramRecord,
  records: readonly ProgramRecord[],
  atMs?: number,
): readonly Fact[] {
  const facts: Fact[] = [];
  const before = state.root;
  if (before === undefined) {
    if (state.isOpen) facts.push(...closeSession(state));
    state.isOpen = true;
    facts.push({ kind: "session-started", sessionId: state.sessionId });
    if (records.length > 1) facts.push(...childrenSaid(state, records, atMs));
  }
  if (record.title !== before?.title) {
    facts.push({ kind: "session-titled", ...(record.title && { title: record.title }) });
  }
  facts.push(...stateSaid(state, record, before, atMs));
  state.root = record;
  return facts;
}

function stateSaid(
  state: State,
  record: ProgramRecord,
  before: ProgramRecord | undefined,
  atMs?: number,
): readonly Fact[] {
  switch (record.state) {
    case "working":
      return [
        ...closeQuestion(state, ""),
        ...startTurn(state, atMs),
        ...activity(state, record.msg, record.progress),
      ];
    case "blocked":
      return [
        // Progress is that of a work that goes on.
        ...(record.progress === undefined ? [] : startTurn(state, atMs)),
        ...activity(state, undefined, record.progress),
        ...openQuestion(state, record, atMs),
      ];
    case "done":
      return settle(state, "done", record, before, atMs);
    case "error":
      return settle(state, "fail", record, before, atMs);
    case "idle": {
      const closed = closeQuestion(state, "");
      // A program whose work comes to its end says done or error: this is the person's doing.
      if (state.turnRuns) return [...closed, ...settle(state, "cancel", record, before, atMs)];
      if (state.hasOutcome) {
        state.hasOutcome = false;
        return [...closed, { kind: "outcome-seen" }];
      }
      if (before?.state === "idle") return closed;
      return [...closed, { kind: "turn-idle", ...time(atMs) }];
    }
    default:
      return record.state satisfies never;
  }
}

function startTurn(state: State, atMs?: number): readonly Fact[] {
  if (state.turnRuns) return [];
  const turnId = newTurn(state);
  state.turnRuns = true;
  state.hasOutcome = false;
  state.doing = {};
  return [{ kind: "turn-started", turnId, ...time(atMs) }];
}

function newTurn(state: State): string {
  state.turns += 1;
  state.turnId = `${state.sessionId} turn ${state.turns}`;
  return state.turnId;
}

/** What the running turn does; nothing where that was said already. */
function activity(state: State, message?: string, progressPct?: number): readonly Fact[] {
  const { doing } = state;
  if (!state.turnRuns || (doing.message === message && doing.progressPct === progressPct))
    return [];
  state.doing = {
    ...(message !== undefined && { message }),
    ...(progressPct !== undefined && { progressPct }),
  };
  return [{ kind: "activity-changed", ...state.doing }];
}

/** The end of the turn that runs, or of one that nobody saw begin. */
function settle(
  state: State,
  outcome: "done" | "fail" | "cancel",
  { state: said, msg }: ProgramRecord,
  before: ProgramRecord | undefined,
  atMs?: number,
): readonly Fact[] {
  const closed = closeQuestion(state, "");
  const isSaidAgain = !state.turnRuns && before?.state === said;
  if (isSaidAgain && before.msg === msg) return closed;
  const turnId = state.turnRuns || isSaidAgain ? state.turnId : newTurn(state);
  state.turnRuns = false;
  state.hasOutcome = outcome !== "cancel";
  const message = msg === undefined || outcome === "cancel" ? {} : { message: msg };
  return [...closed, { kind: "turn-settled", ...turn(turnId), outcome, ...message, ...time(atMs) }];
}

/** All members anew, with their questions; then the question of the root, which stands above theirs. */
function childrenSaid(
  state: State,
  records: readonly ProgramRecord[],
  atMs?: number,
): readonly Fact[] {
  // The order of updates would move members about in every list.
  const children = records.filter(({ id }) => id !== "").toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const facts: Fact[] = [{ kind: "agents-listed", members: children.map(memberOf) }];
  const asking = new Set(children.filter(({ state: said }) => said === "blocked").map(idOf));
  for (const id of [...state.open.keys()]) {
    if (id !== "" && !asking.has(id)) facts.push(...closeQuestion(state, id));
  }
  for (const child of children) {
    if (child.state === "blocked") facts.push(...openQuestion(state, child, atMs));
  }
  const own = state.open.get("");
  const isAbove = facts.some(({ kind }) => kind === "interaction-opened");
  if (own !== undefined && isAbove) facts.push({ kind: "interaction-opened", ...own });
  return facts;
}

function idOf({ id }: ProgramRecord): string {
  return id;
}

const STATUS = {
  idle: "cancel",
  working: "running",
  blocked: "waiting",
  done: "done",
  error: "fail",
} as const satisfies Record<ProgramRecord["state"], Agent["status"]>;

function memberOf({ id, state, title, msg }: ProgramRecord): Agent {
  const isLive = state === "working" || state === "blocked";
  return {
    agentId: agentId(id),
    status: STATUS[state],
    ...(title !== undefined && { title }),
    ...(isLive && msg !== undefined && { activity: msg }),
  };
}

function agentId(id: string): string {
  return id.startsWith(TASKS) ? id.slice(TASKS.length) : id;
}

/** What is asked in a record is another question when its kind or its text is another one. */
function openQuestion(state: State, record: ProgramRecord, atMs?: number): readonly Fact[] {
  const { id, kind = "question", msg } = record;
  const open = state.open.get(id);
  if (open !== undefined && open.asks === kind && open.about === msg) return [];
  const closed = closeQuestion(state, id);
  state.questions += 1;
  const asked: Interaction = {
    requestId: `${state.sessionId} question ${state.questions}`,
    asks: kind,
    ...(msg !== undefined && { about: msg }),
    ...(state.turnRuns && turn(state.turnId)),
    ...(id !== "" && { agentId: agentId(id) }),
    ...time(atMs),
  };
  state.open.set(id, asked);
  return [...closed, { kind: "interaction-opened", ...asked }];
}

function closeQuestion(state: State, id: string): readonly Fact[] {
  const open = state.open.get(id);
  if (open === undefined) return [];
  state.open.delete(id);
  return [{ kind: "interaction-closed", requestId: open.requestId }];
}

function turn(turnId: string | undefined): { readonly turnId?: string } {
  return turnId === undefined ? {} : { turnId };
}

function time(atMs: number | undefined): { readonly atMs?: number } {
  return atMs === undefined ? {} : { atMs };
}
