/**
 * The runtime: it owns sessions with their turns and the agents' processes, keeps them on disk, and
 * tells its clients of each change. The HTTP server and `telltale serve` stand on what is exported here.
 */
import fs from "node:fs";
import { isAbsolute } from "node:path";
import { failed, ok, type Result } from "../base/result.ts";
import type { AgentSpec } from "../sources/acp/agent-spec.ts";
import { RUNTIME_PROTOCOL } from "../wire/runtime/entities.ts";
import type { OpenRequest, Refusal, RuntimeInfo } from "../wire/runtime/request.ts";
import type { SessionSummary } from "../wire/runtime/state.ts";
import { type Agents, createAgents } from "./agents.ts";
import { type LogMakers, type OpenedLog, openNewLog, openOldLog } from "./open-log.ts";
import type { LiveSession } from "./session/live-session.ts";
import { createSession, type Session } from "./session/session.ts";
import type { StartAgent } from "./session/start-agent.ts";
import { SESSION_TIMES, type SessionTimes } from "./session/times.ts";
import { readSummaries } from "./store/summaries.ts";

/** Each is a process of its own; far more than a person looks after. */
const MAX_OPEN_SESSIONS = 200;
const TOO_MANY: Refusal = {
  code: "unavailable",
  message: `${MAX_OPEN_SESSIONS} sessions are open already`,
};

export interface RuntimeOptions {
  /** Version of the program, for `RuntimeInfo`. */
  readonly version: string;
  /** `filePaths(env).stateDir`; absent: sessions are kept in memory only. */
  readonly stateDir?: string;
  /** The built-in agent and the known ones, those of the person's config first where names are equal. */
  readonly agents: readonly AgentSpec[];
  /** Name of one of them. */
  readonly defaultAgent: string;
  readonly startAgent: StartAgent;
  /** Whether the program of an agent is there; absent: not looked up, so all are. */
  readonly isAvailable?: (spec: AgentSpec) => boolean;
  readonly nowMs?: () => number;
  /** Bounds of waiting; a test gives shorter ones. */
  readonly times?: Partial<SessionTimes>;
}

export interface Runtime {
  readonly info: () => RuntimeInfo;
  /** Open ones and those of before, the newest change first. */
  readonly sessions: () => readonly SessionSummary[];
  /** Opens a session and gives its id. A session that is open already is given again. */
  readonly open: (request: OpenRequest) => Promise<Result<string, Refusal>>;
  /** An open session. Undefined: there is none, or it must be resumed first. */
  readonly session: (sessionId: string) => LiveSession | undefined;
  /** Ends all agents within a bound; nothing is left running. What waits on disk stays there. */
  readonly close: () => Promise<void>;
}

/** Opens the runtime; a reason if its default agent is not known. Never throws. */
export async function openRuntime(options: RuntimeOptions): Promise<Result<Runtime>> {
  const { version, defaultAgent, isAvailable = () => true } = options;
  const agents = createAgents(options.agents, isAvailable);
  if (agents.find(defaultAgent) === undefined) {
    return failed(`there is no agent ${JSON.stringify(defaultAgent)}; ${agentNames(agents)}`);
  }
  const open = new Map<string, Opened>();
  const makers = {
    stateDir: options.stateDir,
    nowMs: options.nowMs ?? Date.now,
    newId: () => crypto.randomUUID(),
  };
  let closing: Promise<void> | undefined;
  /** Sessions that are being opened; the end waits for them. */
  const underWay = new Set<Promise<unknown>>();
  const start: Starter = ({ log, release }) => {
    const { sessionId, agent } = log.state();
    const session = createSession({
      ...{ log, startAgent: options.startAgent, newId: makers.newId },
      times: { ...SESSION_TIMES, ...options.times },
      spec: agents.find(agent.name),
      onClosed() {
        open.delete(sessionId);
        void release();
      },
    });
    open.set(sessionId, { session, release });
    session.begin();
    return sessionId;
  };
  const opener = createOpener({ makers, agents, defaultAgent, open, start });

  return ok({
    info: () => ({
      ...{ protocol: RUNTIME_PROTOCOL, version, pid: process.pid, defaultAgent },
      agents: agents.list(),
    }),
    sessions: () => listSessions(options.stateDir, open),
    async open(request) {
      if (closing !== undefined)
        return failed({ code: "unavailable", message: "the runtime ends" });
      const opening = opener(request);
      underWay.add(opening);
      return await opening.finally(() => underWay.delete(opening));
    },
    session: (sessionId) => open.get(sessionId)?.session,
    close() {
      closing ??= Promise.allSettled(underWay).then(() => closeAll(open));
      return closing;
    },
  });
}

interface Opened {
  readonly session: Session;
  readonly release: () => Promise<void>;
}

type Starter = (opened: OpenedLog) => string;
type Answer = Result<string, Refusal>;

interface OpenerParts {
  readonly makers: LogMakers;
  readonly agents: Agents;
  readonly defaultAgent: string;
  readonly open: ReadonlyMap<string, Opened>;
  readonly start: Starter;
}

function createOpener({ makers, agents, defaultAgent, open, start }: OpenerParts) {
  /** Two clients that resume the same session at once get the same one. */
  const resuming = new Map<string, Promise<Answer>>();
  const openNew = async (request: Extract<OpenRequest, { kind: "new" }>): Promise<Answer> => {
    const { agent: name = defaultAgent, cwd, sideOf } = request;
    const spec = agents.find(name);
    if (spec === undefined) {
      const message = `there is no agent ${JSON.stringify(name)}; ${agentNames(agents)}`;
      return failed({ code: "bad-request", message });
    }
    if (!isFolder(cwd)) {
      return failed({
        code: "bad-request",
        message: `${JSON.stringify(cwd)} is no folder with an absolute path`,
      });
    }
    if (open.size >= MAX_OPEN_SESSIONS) return failed(TOO_MANY);
    const opened = await openNewLog(makers, {
      ...{ kind: "session-opened", sessionId: makers.newId(), cwd },
      agent: { name, title: spec.title },
      ...(sideOf !== undefined && { sideOf }),
    });
    return opened.ok ? ok(start(opened.value)) : opened;
  };
  const resume = async (sessionId: string): Promise<Answer> => {
    if (open.has(sessionId)) return ok(sessionId);
    if (open.size >= MAX_OPEN_SESSIONS) return failed(TOO_MANY);
    const opened = await openOldLog(makers, sessionId);
    return opened.ok ? ok(start(opened.value)) : opened;
  };
  return async (request: OpenRequest): Promise<Answer> => {
    if (request.kind === "new") return await openNew(request);
    const { sessionId } = request;
    const running = resuming.get(sessionId) ?? resume(sessionId);
    resuming.set(sessionId, running);
    try {
      return await running;
    } finally {
      resuming.delete(sessionId);
    }
  };
}

function agentNames(agents: Agents): string {
  const names = agents.list().map(({ name }) => name);
  return names.length === 0 ? "none is known" : `known are ${names.join(", ")}`;
}

function isFolder(path: string): boolean {
  if (!isAbsolute(path)) return false;
  try {
    return fs.statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function listSessions(
  stateDir: string | undefined,
  open: ReadonlyMap<string, Opened>,
): readonly SessionSummary[] {
  const live = [...open.values()].map(({ session }) => session.summary());
  const stored = stateDir === undefined ? [] : readSummaries(stateDir);
  const others = stored.filter(({ sessionId }) => !open.has(sessionId));
  return [...live, ...others].sort((a, b) => b.updatedAtMs - a.updatedAtMs);
}

async function closeAll(open: Map<string, Opened>): Promise<void> {
  const all = [...open];
  await Promise.all(
    all.map(async ([sessionId, { session, release }]) => {
      await session.suspend();
      open.delete(sessionId);
      await release();
    }),
  );
}
