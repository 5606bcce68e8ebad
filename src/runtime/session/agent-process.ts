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
import { boundedChoices, boundedOptions, cutLine } from "./bounded.ts";
import type { EventLog } from "./event-log.ts";
import type { StartAgent } from "./start-agent.ts";
import type { SessionTimes } from "./times.ts";
import { within } from "./within.ts";

/** A process with its conversation open. */
export interface Ready {
  readonly link: AgentLink;
  readonly agentSessionId: string;
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
  /** Why we ended it. */
  endedFor?: string;
}

const REPLAYED: readonly AgentUpdate["kind"][] = ["text", "tool", "plan", "notice", "compaction"];

export class AgentProcess {
  readonly #options: AgentProcessOptions;
  #life: Life | undefined;
  #starting: Promise<LinkResult<AgentLink>> | undefined;
  #opening: Promise<LinkResult<Ready>> | undefined;
  #isClosed = false;

  constructor(options: AgentProcessOptions) {
    this.#options = options;
  }

  /** What is there now. */
  readonly current = (): Ready | undefined => {
    const { link, agentSessionId } = this.#life ?? {};
    return link === undefined || agentSessionId === undefined
      ? undefined
      : { link, agentSessionId };
  };

  /** Starts what is not there yet; who asks meanwhile gets the same answer. */
  ready(): Promise<LinkResult<Ready>> {
    const now = this.current();
    if (now !== undefined) return Promise.resolve(ok(now));
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /** The process alone, also where its conversation needs a login first. */
  link(): Promise<LinkResult<AgentLink>> {
    if (this.#life?.link !== undefined) return Promise.resolve(ok(this.#life.link));
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** Ends the process with its group; the next `ready` starts another one. Bounded. */
  async end(reason: string): Promise<void> {
    if (this.#life !== undefined) await this.#dispose(this.#life, reason);
  }

  /** The same, and nothing is started any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.end("the session was closed");
  }

  async #start(): Promise<LinkResult<AgentLink>> {
    const { log, times, spec, startAgent } = this.#options;
    if (this.#isClosed) return failed("the session is closed");
    if (spec === undefined) return refuse(log, `the agent ${log.state().agent.name} is not known`);
    const life: Life = { stop: new AbortController(), isReplaying: false, isOver: false };
    this.#life = life;
    log.record({ kind: "phase-changed", phase: "starting" });
    const listener = listen(this.#options, life);
    const start = launch(startAgent, spec, {
      ...{ cwd: log.state().cwd, listener, signal: life.stop.signal },
    });
    const started = await within(start, times.startMaxMs);
    if (!started.ok || life.isOver) {
      // One that comes after all is not left running.
      const ending = start.then((late) => (late.ok ? late.value.dispose() : undefined));
      ending.catch(() => {});
      if (started.ok) {
        await within(
          started.value.dispose().then(() => ok(undefined)),
          times.disposeMaxMs,
        );
        return this.#over();
      }
      this.#gone(life, started.reason);
      return started;
    }
    const link = started.value;
    life.link = link;
    void link.ended.then(({ reason }) => this.#gone(life, life.endedFor ?? reason));
    tellLinked(log, spec.name, link);
    return ok(link);
  }

  async #open(): Promise<LinkResult<Ready>> {
    const linked = await this.link();
    if (!linked.ok) return linked;
    const life = this.#life;
    if (life?.link !== linked.value) return this.#over();
    const opened = await openConversation(this.#options, life, linked.value);
    if (life.isOver) return this.#over();
    const { log } = this.#options;
    if (opened.ok) {
      const { agentSessionId } = opened.value;
      life.agentSessionId = agentSessionId;
      tellOpened(log, opened.value);
      return ok({ link: linked.value, agentSessionId });
    }
    if (opened.fault === "auth-required") {
      const reason = cutLine(opened.reason);
      log.record({ kind: "login-needed", message: reason });
      log.record({ kind: "phase-changed", phase: "none", reason });
      return opened;
    }
    await this.#dispose(life, opened.reason);
    return opened;
  }

  /** It has ended while something was asked of it. */
  #over(): LinkResult<never> {
    const reason = this.#options.log.state().phaseReason ?? "the agent has ended";
    return { ...failed(reason), fault: "gone" };
  }

  #gone(life: Life, reason: string): void {
    if (life.isOver) return;
    life.isOver = true;
    life.stop.abort();
    if (this.#life === life) this.#life = undefined;
    const phase = life.agentSessionId === undefined ? "failed" : "none";
    this.#options.log.record({ kind: "phase-changed", phase, reason: cutLine(reason) });
    this.#options.onGone(reason);
  }

  async #dispose(life: Life, reason: string): Promise<void> {
    life.stop.abort();
    life.endedFor = reason;
    const { link } = life;
    if (link !== undefined) {
      const disposed = link.dispose().then(() => ok(undefined));
      await within(disposed, this.#options.times.disposeMaxMs);
    }
    const starting = this.#starting;
    this.#gone(life, reason);
    // Its process is there already, and must be gone when we say that it is.
    if (link === undefined && starting !== undefined) {
      await within(starting, this.#options.times.disposeMaxMs);
    }
  }
}

function refuse(log: EventLog, reason: string): LinkResult<never> {
  log.record({ kind: "phase-changed", phase: "failed", reason });
  return failed(reason);
}

function tellLinked(log: EventLog, name: string, { abilities, auth, identity }: AgentLink): void {
  log.record({
    kind: "agent-known",
    agent: { ...identity, name },
    canLoad: abilities.load || abilities.resume,
    listsTasks: abilities.listsTasks,
    auth,
  });
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
  warnOfSilence(options, opened.value);
  return opened;
}

/** The link asks for a mode in which the person is asked; where the agent stays in another one, that is said. */
function warnOfSilence({ spec, notice }: AgentProcessOptions, { modes }: OpenedSession): void {
  const { initialMode, silentModes } = spec?.quirks ?? {};
  if (initialMode === undefined || modes === undefined || modes.current === initialMode) return;
  if (silentModes?.includes(modes.current) !== true) return;
  notice("warning", `The agent stays in mode ${modes.current}, in which it may act without asking`);
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
