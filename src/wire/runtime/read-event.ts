/** Reader of one event of a session. */
import type { SessionEvent } from "./event.ts";
import { MAX_LISTED, MAX_WORKERS } from "./limits.ts";
import {
  agentPhase,
  authList,
  id,
  line,
  long,
  path,
  readAgent,
  readCommand,
  readInteraction,
  readLiveTurn,
  readMember,
  readModes,
  readOption,
  readQueued,
  readQuota,
  readSettledTurn,
  readTask,
  readUsage,
  stage,
} from "./read-entities.ts";
import { readEntry } from "./read-entry.ts";
import {
  byKind,
  exactly,
  flag,
  list,
  number,
  object,
  optional,
  type Reader,
  type Shape,
  whole,
  word,
} from "./reader.ts";

type Kind = SessionEvent["kind"];
type Of<K extends Kind> = Extract<SessionEvent, { readonly kind: K }>;
type Own<K extends Kind> = Omit<Of<K>, "kind" | "id" | "atMs">;

const members = list(readMember, MAX_WORKERS);
const tasks = list(readTask, MAX_WORKERS);

/** What each kind has of its own. */
const SHAPES: { readonly [K in Kind]: Shape<Own<K>> } = {
  "session-opened": { sessionId: id, agent: readAgent, cwd: path, sideOf: optional(id) },
  "phase-changed": { phase: agentPhase, reason: optional(line) },
  "agent-known": {
    agent: readAgent,
    agentSessionId: optional(id),
    canLoad: optional(flag),
    listsTasks: optional(flag),
    auth: optional(authList),
  },
  "session-titled": { title: optional(line) },
  "options-known": { options: list(readOption, MAX_LISTED) },
  "modes-known": { modes: optional(readModes) },
  "commands-known": { commands: list(readCommand, MAX_LISTED) },
  "prompt-queued": { prompt: readQueued },
  "prompt-dropped": { promptId: id, why: word("removed", "steered", "replaced") },
  "turn-started": { turn: readLiveTurn },
  "turn-staged": { turnId: id, stage },
  "activity-changed": { activity: optional(line) },
  "retry-changed": { waiting: flag },
  "turn-settled": { turn: readSettledTurn },
  "compaction-started": {},
  "compaction-ended": {},
  "interaction-opened": { interaction: readInteraction },
  "interaction-submitted": { requestId: id },
  "interaction-closed": { requestId: id },
  "entry-added": { entry: readEntry },
  "entry-continued": { entryId: id, text: long },
  "entry-replaced": { entry: readEntry },
  "entry-removed": { entryId: id },
  "member-changed": { member: readMember },
  "members-listed": { members },
  "tasks-requested": { request: whole },
  "tasks-listed": { request: whole, tasks },
  "tasks-told": { tasks },
  "usage-reported": { usage: readUsage },
  "quota-reported": { windows: list(readQuota, MAX_LISTED) },
  "login-needed": { message: optional(line) },
  "login-done": {},
  "cwd-changed": { cwd: path },
  "fault-raised": { message: line },
  "session-closed": {},
};

/** Kinds that this version knows. */
export function isKnownKind(kind: unknown): kind is Kind {
  return typeof kind === "string" && Object.hasOwn(SHAPES, kind);
}

function eventReaders(): { readonly [K in Kind]: Reader<Of<K>> } {
  const readers = Object.entries(SHAPES).map(([kind, shape]) => [
    kind,
    object({ id: whole, atMs: number, kind: exactly(kind), ...shape } as Shape<object>),
  ]);
  return Object.fromEntries(readers);
}

export const readEvent = byKind<SessionEvent>(eventReaders());

/** What every event has, of whatever kind. */
export const readStamp = object<{ readonly id: number; readonly atMs: number }>({
  id: whole,
  atMs: number,
});
