/**
 * The process of the agent behind a session: started when it is needed, watched, and its conversation
 * opened again after it has died, where it can.
 */
import { failed, ok } from "../../base/result.ts";
import type {
  AgentLink,
  AgentListener,
  AgentUpdate,
  LinkResult,
  OpenedSession,
} from "../../sources/acp/agent-link.ts";
import type { AgentSpec } from "../../sources/acp/agent-spec.ts";
import type { NoticeLevel } from "../../wire/runtime/entities.ts";
import { boundedChoices, boundedOptions } from "./bounded.ts";
import type { EventLog } from "./event-log.ts";
import type { StartAgent } from "./start-agent.ts";
import type { SessionTimes } from "./times.ts";
import { within } from "./within.ts";

/** A process with its conversation open. */
export interface Ready {
  readonly link: AgentLink;
  readonly agentSessionId: string;
}

export interface AgentProcess {
  /** Starts what is not there yet; who asks meanwhile gets the same answer. */
  readonly ready: () => Promise<LinkResult<Ready>>;
  /** The process alone, also where its conversation needs a login first. */
  readonly link: () => Promise<LinkResult<AgentLink>>;
  /** What is there now. */
  readonly current: () => Ready | undefined;
  /** Ends the process with its group; the next `ready` starts another one. Bounded. */
  readonly end: (reason: string) => Promise<void>;
  /** The same, and nothing is started any more. */
  readonly close: () => Promise<void>;
}

export interface AgentProcessOptions {
  readonly log: EventLog;
  readonly times: SessionTimes;
  /** Undefined: the agent of the session is not known here. */
  readonly spec: AgentSpec | undefined;
  readonly startAgent: StartAgent;
  readonly notice: (level: NoticeLevel, text: string) => void;
  readonly onUpdate: (update: AgentUpdate) => void;
  readonly onInteraction: AgentListener["onInteraction"];
  /** The process is gone; everything that ran in it is, too. */
  readonly onGone: (reason: string) => void;
}

/** One process from its start to its end. */
interface Life {
  readonly stop: AbortController;
  link?: AgentLink;
  agentSessionId?: string;
  /** Its conversation is told once more, and stands in the transcript already. */
  isReplaying: boolean;
  isOver: boolean;
}

const REPLAYED: readonly AgentUpdate["kind"][] = ["text", "tool", "plan", "notice", "compaction"];

export function createAgentProcess(options: AgentProcessOptions): AgentProcess {
  const { log, times, spec } = options;
  let life: Life | undefined;
  let starting: Promise<LinkResult<AgentLink>> | undefined;
  let opening: Promise<LinkResult<Ready>> | undefined;
  let isClosed = false;

  const gone = (of: Life, reason: string): void => {
    if (of.isOver) return;
    of.isOver = true;
    of.stop.abort();
    if (life === of) life = undefined;
    const phase = of.agentSessionId === undefined ? "failed" : "none";
    log.record({ kind: "phase-changed", phase, reason });
    options.onGone(reason);
  };
  const dispose = async (of: Life, reason: string): Promise<void> => {
    const { link } = of;
    of.stop.abort();
    if (link !== undefined) {
      const disposed = link.dispose().then(() => ok(undefined));
      await within(disposed, times.disposeMaxMs);
    }
    gone(of, reason);
  };
  const current = (): Ready | undefined => {
    const { link, agentSessionId } = life ?? {};
    return link === undefined || agentSessionId === undefined
      ? undefined
      : { link, agentSessionId };
  };

  const start = async (): Promise<LinkResult<AgentLink>> => {
    if (isClosed) return failed("the session is closed");
    if (spec === undefined) return refuse(log, `the agent ${log.state().agent.name} is not known`);
    const of: Life = { stop: new AbortController(), isReplaying: false, isOver: false };
    life = of;
    log.record({ kind: "phase-changed", phase: "starting" });
    const { cwd } = log.state();
    const listener = listen(options, of);
    const start = launch(options.startAgent, spec, { cwd, listener, signal: of.stop.signal });
    const started = await within(start, times.startMaxMs);
    if (!started.ok || of.isOver || isClosed) {
      // One that comes after all is not left running.
      void start.then((late) => (late.ok ? late.value.dispose() : undefined)).catch(() => {});
      const reason = started.ok ? "the session was closed" : started.reason;
      gone(of, reason);
      return started.ok ? failed(reason) : started;
    }
    const link = started.value;
    of.link = link;
    void link.ended.then(({ reason }) => gone(of, reason));
    const { abilities, auth, identity } = link;
    log.record({
      kind: "agent-known",
      agent: { ...identity, name: spec.name },
      canLoad: abilities.load || abilities.resume,
      listsTasks: abilities.listsTasks,
      auth,
    });
    return ok(link);
  };
  const link = (): Promise<LinkResult<AgentLink>> => {
    if (life?.link !== undefined) return Promise.resolve(ok(life.link));
    starting ??= start().finally(() => {
      starting = undefined;
    });
    return starting;
  };
  const open = async (): Promise<LinkResult<Ready>> => {
    const linked = await link();
    if (!linked.ok) return linked;
    const of = life;
    if (of?.link !== linked.value)
      return { ...failed(log.state().phaseReason ?? "the agent has ended"), fault: "gone" };
    const opened = await openConversation(options, of, linked.value);
    if (of.isOver)
      return { ...failed(log.state().phaseReason ?? "the agent has ended"), fault: "gone" };
    if (opened.ok) {
      of.agentSessionId = opened.value.agentSessionId;
      tellOpened(log, opened.value);
      return ok({ link: linked.value, agentSessionId: of.agentSessionId });
    }
    if (opened.fault === "auth-required") {
      log.record({ kind: "login-needed", message: opened.reason });
      log.record({ kind: "phase-changed", phase: "none", reason: opened.reason });
      return opened;
    }
    await dispose(of, opened.reason);
    return opened;
  };

  return {
    current,
    link,
    ready() {
      const now = current();
      if (now !== undefined) return Promise.resolve(ok(now));
      opening ??= open().finally(() => {
        opening = undefined;
      });
      return opening;
    },
    async end(reason) {
      if (life !== undefined) await dispose(life, reason);
    },
    async close() {
      isClosed = true;
      if (life !== undefined) await dispose(life, "the session was closed");
    },
  };
}

function refuse(log: EventLog, reason: string): LinkResult<never> {
  log.record({ kind: "phase-changed", phase: "failed", reason });
  return failed(reason);
}

async function launch(...[startAgent, spec, start]: [StartAgent, ...Parameters<StartAgent>]) {
  return await startAgent(spec, start);
}

function listen(options: AgentProcessOptions, of: Life): AgentListener {
  const { log, onUpdate, onInteraction } = options;
  const isOurs = (id: string | undefined) =>
    !of.isOver && (id === undefined || of.agentSessionId === undefined || of.agentSessionId === id);
  return {
    onUpdate(agentSessionId, update) {
      if (!isOurs(agentSessionId)) return;
      const isKnown = log.state().entries.length > 0;
      if (of.isReplaying && isKnown && REPLAYED.includes(update.kind)) return;
      onUpdate(update);
    },
    async onInteraction(agentSessionId, request, signal) {
      if (!isOurs(agentSessionId)) return { kind: "dismissed" };
      return await onInteraction(agentSessionId, request, signal);
    },
  };
}

/** The conversation of before where there is one and the agent can, else a new one. */
async function openConversation(
  options: AgentProcessOptions,
  of: Life,
  link: AgentLink,
): Promise<LinkResult<OpenedSession>> {
  const { log, times, notice } = options;
  const { agentSessionId, cwd, turns } = log.state();
  const { resume, load } = link.abilities;
  let why = "it cannot open a conversation again";
  if (agentSessionId !== undefined && (resume || load)) {
    log.record({ kind: "phase-changed", phase: "loading" });
    of.isReplaying = true;
    const how = resume ? "resume" : "load";
    const asked = link.reopenSession(how, agentSessionId, cwd);
    const reopened = await within(asked, times.startMaxMs, link.ended);
    of.isReplaying = false;
    const { fault } = reopened;
    if (reopened.ok || fault === "gone" || fault === "auth-required" || of.isOver) return reopened;
    why = reopened.reason;
  }
  const opened = await within(link.newSession(cwd), times.startMaxMs, link.ended);
  if (!opened.ok || of.isOver) return opened;
  if (turns > 0) notice("warning", `The agent does not remember what was said before: ${why}`);
  return ok(await inInitialMode(options, link, opened.value));
}

/** Some agents start in a mode that asks for nothing. */
async function inInitialMode(
  { spec, times, notice }: AgentProcessOptions,
  link: AgentLink,
  opened: OpenedSession,
): Promise<OpenedSession> {
  const wanted = spec?.quirks.initialMode;
  const { modes } = opened;
  if (wanted === undefined || modes === undefined || modes.current === wanted) return opened;
  if (!modes.available.some(({ value }) => value === wanted)) return opened;
  const set = await within(link.setMode(opened.agentSessionId, wanted), times.askMaxMs, link.ended);
  if (set.ok) return { ...opened, modes: { ...modes, current: wanted } };
  notice("warning", `The agent stays in mode ${modes.current}: ${set.reason}`);
  return opened;
}

function tellOpened(log: EventLog, { agentSessionId, modes, options }: OpenedSession): void {
  const { agent, login } = log.state();
  log.record({ kind: "agent-known", agent, agentSessionId });
  if (modes !== undefined) {
    log.record({
      kind: "modes-known",
      modes: { ...modes, available: boundedChoices(modes.available) },
    });
  }
  if (options.length > 0) log.record({ kind: "options-known", options: boundedOptions(options) });
  if (login?.needed === true) log.record({ kind: "login-done" });
  log.record({ kind: "phase-changed", phase: "ready" });
  log.flushSoon();
}
