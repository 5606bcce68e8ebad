/**
 * What is kept of one session between two processes: the topics that a harness tells by itself, and
 * when each thing was observed. The text on disk is treated as hostile: a member of a wrong shape is
 * dropped, the rest stays.
 */
import { asCount, asFlag, asRecord, asTexts, known } from "../../base/shape.ts";
import type { Agent, Agents } from "../../status/facts/agents.ts";
import type { Interaction } from "../../status/facts/interaction.ts";
import type { Mode } from "../../status/facts/mode.ts";
import type { Model } from "../../status/facts/model.ts";
import type { Place } from "../../status/facts/place.ts";
import type { Session } from "../../status/facts/session.ts";
import type { Turn } from "../../status/facts/turn.ts";
import type { Snapshot } from "../../status/snapshot.ts";

/** Format of the file; another number is another format and is not read. */
export const STORED_VERSION = 1;

/** Longer than any path or title that a person could read; keeps the file small. */
export const MAX_TEXT_UNITS = 4096;

/** Session ids of all known harnesses are UUIDs or of that length; longer ones are not kept. */
export const MAX_ID_UNITS = 256;

/** Questions wait one behind the other; more than a few open ones are leftovers. */
export const MAX_INTERACTIONS = 20;

/** More members than a board can list; the oldest finished ones go first. */
export const MAX_AGENTS = 100;

/** Times of single members and questions; more than both caps together, so none is lost early. */
export const MAX_OBSERVED = 300;

const MAX_ADDED_DIRS = 50;

/** The topics that are kept. */
export type StoredSnapshot = Pick<
  Snapshot,
  "session" | "mode" | "turn" | "interactions" | "agents" | "model" | "place"
>;

/** One session as it stands on disk. */
export interface StoredSession {
  readonly v: typeof STORED_VERSION;
  /** Id of the harness, such as `claude-code`. */
  readonly harness: string;
  readonly sessionId: string;
  readonly snapshot: StoredSnapshot;
  /** Epoch milliseconds of the newest observation of each subject, such as `turn` or `agent:a1`. */
  readonly observedAtMs: Readonly<Record<string, number>>;
}

/** A session of which nothing is known yet. */
export function emptySession(harness: string, sessionId: string): StoredSession {
  return { v: STORED_VERSION, harness, sessionId, snapshot: {}, observedAtMs: {} };
}

/** Reads the text of a session file; undefined if it is none of ours. Never throws. */
export function parseStoredSession(json: string): StoredSession | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  const file = asRecord(value);
  const harness = text(file?.harness);
  const sessionId = text(file?.sessionId);
  if (file?.v !== STORED_VERSION || harness === undefined || sessionId === undefined) {
    return undefined;
  }
  const raw = asRecord(file.snapshot) ?? {};
  const session = readSession(raw.session);
  const snapshot: StoredSnapshot = known({
    session: session?.id === sessionId ? session : undefined,
    mode: readMode(raw.mode),
    turn: readTurn(raw.turn),
    interactions: list(raw.interactions, readInteraction)?.slice(-MAX_INTERACTIONS),
    agents: readAgents(raw.agents),
    model: readModel(raw.model),
    place: readPlace(raw.place),
  });
  return {
    v: STORED_VERSION,
    harness,
    sessionId,
    snapshot,
    observedAtMs: readTimes(file.observedAtMs),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= MAX_TEXT_UNITS
    ? value
    : undefined;
}

function oneOf<T extends string>(value: unknown, words: readonly T[]): T | undefined {
  return words.find((word) => word === value);
}

function list<T>(value: unknown, read: (member: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.map(read).filter((member): member is T => member !== undefined);
}

function readTimes(value: unknown): Record<string, number> {
  const times: Record<string, number> = Object.create(null);
  for (const [subject, time] of Object.entries(asRecord(value) ?? {}).slice(0, MAX_OBSERVED)) {
    const atMs = asCount(time);
    if (atMs !== undefined && subject.length <= MAX_TEXT_UNITS) times[subject] = atMs;
  }
  return times;
}

function readSession(value: unknown): Session | undefined {
  const raw = asRecord(value);
  const id = text(raw?.id);
  if (raw === undefined || id === undefined) return undefined;
  return known({
    id,
    title: text(raw.title),
    role: oneOf(raw.role, ["main", "subagent"]),
    subagentName: text(raw.subagentName),
    transcriptPath: text(raw.transcriptPath),
    remoteId: text(raw.remoteId),
    startedAtMs: asCount(raw.startedAtMs),
  });
}

function readMode(value: unknown): Mode | undefined {
  const raw = asRecord(value);
  if (raw === undefined) return undefined;
  return known({
    permission: text(raw.permission),
    plan: asFlag(raw.plan),
    outputStyle: text(raw.outputStyle),
    vim: text(raw.vim),
    agent: text(raw.agent),
  });
}

function readTurn(value: unknown): Turn | undefined {
  const raw = asRecord(value);
  const phase = oneOf(raw?.phase, ["idle", "running", "compacting", "settled"]);
  if (raw === undefined || phase === undefined) return undefined;
  const id = text(raw.id);
  // Files from before the member was kept: a summary in them stands for a turn if it has an id.
  const within = id === undefined ? "idle" : "running";
  const beneath = oneOf(raw.beneath, ["idle", "running", "settled"]) ?? within;
  return known({
    phase,
    id,
    outcome: oneOf(raw.outcome, ["done", "fail", "cancel"]),
    message: text(raw.message),
    progressPct: asCount(raw.progressPct),
    atMs: asCount(raw.atMs),
    queued: asCount(raw.queued),
    stage: oneOf(raw.stage, ["active", "retiring", "stopping"]),
    beneath: phase === "compacting" ? beneath : undefined,
    vanished: isSet(raw.vanished),
    unconfirmed: isSet(raw.unconfirmed),
    handingOff: isSet(raw.handingOff),
    retrying: isSet(raw.retrying),
    seen: isSet(raw.seen),
  });
}

function isSet(value: unknown): true | undefined {
  return value === true ? true : undefined;
}

function readInteraction(value: unknown): Interaction | undefined {
  const raw = asRecord(value);
  const requestId = text(raw?.requestId);
  const asks = oneOf(raw?.asks, ["permission", "question", "plan", "auth"]);
  if (raw === undefined || requestId === undefined || asks === undefined) return undefined;
  return known({
    requestId,
    asks,
    about: text(raw.about),
    tool: text(raw.tool),
    target: text(raw.target),
    turnId: text(raw.turnId),
    sessionId: text(raw.sessionId),
    agentId: text(raw.agentId),
    submitting: asFlag(raw.submitting),
    atMs: asCount(raw.atMs),
  });
}

function readAgent(value: unknown): Agent | undefined {
  const raw = asRecord(value);
  const agentId = text(raw?.agentId);
  const status = oneOf(raw?.status, ["queued", "running", "waiting", "done", "fail", "cancel"]);
  if (raw === undefined || agentId === undefined || status === undefined) return undefined;
  return known({
    agentId,
    name: text(raw.name),
    status,
    title: text(raw.title),
    activity: text(raw.activity),
    parentId: text(raw.parentId),
    taskId: text(raw.taskId),
    deliveryTurnId: text(raw.deliveryTurnId),
    delivered: asFlag(raw.delivered),
  });
}

function readAgents(value: unknown): Agents | undefined {
  const raw = asRecord(value);
  if (raw === undefined) return undefined;
  return known({
    members: (list(raw.members, readAgent) ?? []).slice(-MAX_AGENTS),
    backgroundTasks: asCount(raw.backgroundTasks),
    backgroundShells: asCount(raw.backgroundShells),
  });
}

function readModel(value: unknown): Model | undefined {
  const raw = asRecord(value);
  if (raw === undefined) return undefined;
  return known({
    id: text(raw.id),
    displayName: text(raw.displayName),
    provider: text(raw.provider),
    channel: text(raw.channel),
    variant: text(raw.variant),
    thinking: asFlag(raw.thinking),
    effort: text(raw.effort),
    fastMode: asFlag(raw.fastMode),
    fallback: text(raw.fallback),
  });
}

function readPlace(value: unknown): Place | undefined {
  const raw = asRecord(value);
  if (raw === undefined) return undefined;
  return known({
    cwd: text(raw.cwd),
    projectDir: text(raw.projectDir),
    addedDirs: asTexts(raw.addedDirs)
      ?.filter((dir) => dir.length <= MAX_TEXT_UNITS)
      .slice(0, MAX_ADDED_DIRS),
    cloudDir: text(raw.cloudDir),
  });
}
