/**
 * Messages of the runtime from parsed JSON or from its text. Each gives the message or a reason that
 * names the member; members that are not known are left out. Sizes, counts and lengths are bounded by
 * `limits.ts`, depth by the types, as nothing in them contains itself.
 */
import { failed, ok, type Result } from "../../base/result.ts";
import type { SessionEvent } from "./event.ts";
import type { TellableEvent } from "./follow.ts";
import {
  MAX_LISTED,
  MAX_MESSAGE_UNITS,
  MAX_REQUEST_UNITS,
  MAX_SESSIONS,
  MAX_WORKERS,
} from "./limits.ts";
import {
  agentPhase,
  authList,
  id,
  line,
  path,
  prompt,
  readAgent,
  readAnswer,
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
} from "./read-entities.ts";
import { readEntry } from "./read-entry.ts";
import { isKnownKind, readEvent, readStamp } from "./read-event.ts";
import {
  byKind,
  exactly,
  flag,
  list,
  number,
  object,
  optional,
  readAs,
  whole,
  word,
  yes,
} from "./reader.ts";
import type { KnownAgent, OpenRequest, Refusal, RuntimeInfo, SessionRequest } from "./request.ts";
import { MAX_ENTRIES, type SessionState, type SessionSummary } from "./state.ts";

/** One event; one of a kind of a newer version keeps its number alone. */
export function parseEvent(value: unknown): Result<TellableEvent> {
  const kind = typeof value === "object" && value !== null && "kind" in value ? value.kind : "";
  if (typeof kind !== "string" || kind === "" || isKnownKind(kind)) {
    return readAs<SessionEvent>(readEvent, value, "the event");
  }
  const stamp = readAs(readStamp, value, "the event");
  return stamp.ok ? ok({ kind: "unknown", ...stamp.value }) : stamp;
}

const login = object<NonNullable<SessionState["login"]>>({ needed: flag, message: optional(line) });

const readState = object<SessionState>({
  lastEventId: whole,
  sessionId: id,
  agent: readAgent,
  cwd: path,
  sideOf: optional(id),
  title: optional(line),
  createdAtMs: number,
  updatedAtMs: number,
  phase: agentPhase,
  phaseReason: optional(line),
  closed: optional(yes),
  fault: optional(line),
  agentSessionId: optional(id),
  canLoad: optional(flag),
  listsTasks: optional(flag),
  auth: optional(authList),
  login: optional(login),
  options: list(readOption, MAX_LISTED),
  modes: optional(readModes),
  commands: list(readCommand, MAX_LISTED),
  queue: list(readQueued, MAX_LISTED),
  turn: optional(readLiveTurn),
  settled: optional(readSettledTurn),
  turns: whole,
  retrying: optional(yes),
  compacting: optional(yes),
  interactions: list(readInteraction, MAX_LISTED),
  entries: list(readEntry, MAX_ENTRIES),
  members: list(readMember, MAX_WORKERS),
  tasks: list(readTask, MAX_WORKERS),
  tasksAsked: whole,
  tasksListed: whole,
  tasksBarrier: optional(whole),
  usage: readUsage,
  quota: optional(list(readQuota, MAX_LISTED)),
});

export function parseState(value: unknown): Result<SessionState> {
  return readAs(readState, value, "the session");
}

const readCurrent = object<{ readonly lastEventId: number }>({ lastEventId: whole });

/** Where the stream stands. */
export function parseLastEventId(value: unknown): Result<number> {
  const read = readAs(readCurrent, value, "the message");
  return read.ok ? ok(read.value.lastEventId) : read;
}

const readSummary = object<SessionSummary>({
  sessionId: id,
  agent: readAgent,
  cwd: path,
  title: optional(line),
  sideOf: optional(id),
  createdAtMs: number,
  updatedAtMs: number,
  turns: whole,
  firstPrompt: optional(prompt),
  live: flag,
  running: flag,
  waiting: flag,
});

const readSummaries = object<{ readonly sessions: readonly SessionSummary[] }>({
  sessions: list(readSummary, MAX_SESSIONS),
});

/** The answer to `GET /v1/sessions`. */
export function parseSummaries(value: unknown): Result<readonly SessionSummary[]> {
  const read = readAs(readSummaries, value, "the list of sessions");
  return read.ok ? ok(read.value.sessions) : read;
}

const readOpened = object<{ readonly sessionId: string }>({ sessionId: id });

/** The answer to `POST /v1/sessions`. */
export function parseOpened(value: unknown): Result<string> {
  const read = readAs(readOpened, value, "the answer");
  return read.ok ? ok(read.value.sessionId) : read;
}

type OpenOf<Kind extends OpenRequest["kind"]> = Extract<OpenRequest, { readonly kind: Kind }>;

const readOpen = byKind<OpenRequest>({
  new: object<OpenOf<"new">>({
    kind: exactly("new"),
    agent: optional(line),
    cwd: path,
    sideOf: optional(id),
  }),
  resume: object<OpenOf<"resume">>({ kind: exactly("resume"), sessionId: id }),
});

export function parseOpenRequest(value: unknown): Result<OpenRequest> {
  return readAs(readOpen, value, "the request");
}

type Of<Kind extends SessionRequest["kind"]> = Extract<SessionRequest, { readonly kind: Kind }>;

const readRequest = byKind<SessionRequest>({
  prompt: object<Of<"prompt">>({
    kind: exactly("prompt"),
    promptId: id,
    text: prompt,
    steer: optional(flag),
  }),
  "drop-prompt": object<Of<"drop-prompt">>({ kind: exactly("drop-prompt"), promptId: id }),
  cancel: object<Of<"cancel">>({ kind: exactly("cancel"), turnId: optional(id) }),
  answer: object<Of<"answer">>({ kind: exactly("answer"), requestId: id, answer: readAnswer }),
  "set-mode": object<Of<"set-mode">>({ kind: exactly("set-mode"), modeId: id }),
  "set-option": object<Of<"set-option">>({
    kind: exactly("set-option"),
    optionId: id,
    value: line,
  }),
  rename: object<Of<"rename">>({ kind: exactly("rename"), title: line }),
  "list-tasks": object<Of<"list-tasks">>({ kind: exactly("list-tasks") }),
  "stop-task": object<Of<"stop-task">>({ kind: exactly("stop-task"), taskId: id }),
  "log-in": object<Of<"log-in">>({ kind: exactly("log-in"), methodId: id }),
  close: object<Of<"close">>({ kind: exactly("close") }),
});

export function parseSessionRequest(value: unknown): Result<SessionRequest> {
  return readAs(readRequest, value, "the request");
}

const readKnownAgent = object<KnownAgent>({
  name: line,
  title: line,
  available: flag,
  hint: optional(line),
});

const readInfo = object<RuntimeInfo>({
  protocol: whole,
  version: line,
  pid: whole,
  defaultAgent: line,
  agents: list(readKnownAgent, MAX_LISTED),
});

export function parseRuntimeInfo(value: unknown): Result<RuntimeInfo> {
  return readAs(readInfo, value, "the runtime");
}

const readRefusal = object<Refusal>({
  code: word(
    "bad-request",
    "unauthorized",
    "forbidden",
    "not-found",
    "conflict",
    "too-large",
    "unavailable",
    "failed",
  ),
  message: line,
});

const readError = object<{ readonly error: Refusal }>({ error: readRefusal });

/** The body of an answer with a status of 4xx or 5xx. */
export function parseRefusal(value: unknown): Result<Refusal> {
  const read = readAs(readError, value, "the refusal");
  return read.ok ? ok(read.value.error) : read;
}

/** JSON text of a request, before it is read further. */
export function parseRequestText(body: string): Result<unknown> {
  return parseJson(body, MAX_REQUEST_UNITS);
}

/** JSON text of a message or an answer of the runtime. */
export function parseMessageText(body: string): Result<unknown> {
  return parseJson(body, MAX_MESSAGE_UNITS);
}

function parseJson(body: string, maxUnits: number): Result<unknown> {
  if (body.length > maxUnits) return failed(`the text is longer than ${maxUnits} UTF-16 units`);
  try {
    return ok(JSON.parse(body));
  } catch {
    return failed("the text is not JSON");
  }
}
