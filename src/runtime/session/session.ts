/** One session with all its parts joined: from its journal to its agent. */
import { failed, ok, type Result } from "../../base/result.ts";
import type { AgentSpec } from "../../sources/acp/agent-spec.ts";
import type { Refusal } from "../../wire/runtime/request.ts";
import { summarize } from "../store/summaries.ts";
import { AgentProcess } from "./agent-process.ts";
import { type Compaction, createCompaction } from "./compaction.ts";
import type { EventLog } from "./event-log.ts";
import { createInteractions, type Interactions } from "./interactions.ts";
import type { LiveSession } from "./live-session.ts";
import { createMembers, type Members } from "./members.ts";
import type { Ending } from "./outcome.ts";
import { createQueue, type Queue } from "./queue.ts";
import { takeRequest } from "./requests.ts";
import type { StartAgent } from "./start-agent.ts";
import { TaskLists } from "./task-lists.ts";
import type { SessionTimes } from "./times.ts";
import { Transcript } from "./transcript.ts";
import { Turns } from "./turns.ts";
import { takeUpdate } from "./updates.ts";

export interface SessionOptions {
  readonly log: EventLog;
  readonly times: SessionTimes;
  readonly spec: AgentSpec | undefined;
  readonly startAgent: StartAgent;
  readonly newId: () => string;
  /** It was closed for good by a client; its agent is gone. */
  readonly onClosed: () => void;
}

export interface Session extends LiveSession {
  /** Settles what a runtime that has died left open, starts the agent and goes on with the queue. */
  readonly begin: () => void;
  /** Ends the agent; the live turn fails, what waits stays on the disk. */
  readonly suspend: () => Promise<void>;
}

/** Why a turn ended whose runtime is gone. */
const RUNTIME_ENDED = "the runtime ended";

interface Parts {
  readonly log: EventLog;
  readonly times: SessionTimes;
  readonly transcript: Transcript;
  readonly interactions: Interactions;
  readonly members: Members;
  readonly compaction: Compaction;
  readonly agent: AgentProcess;
  readonly turns: Turns;
  readonly queue: Queue;
  readonly tasks: TaskLists;
}

export function createSession(options: SessionOptions): Session {
  const { log, onClosed } = options;
  let isNamed = false;
  let closing: Promise<void> | undefined;
  const parts: Parts = joinParts(options, () => isNamed);
  const { agent, turns, queue, tasks, transcript } = parts;

  const end = async (ending: Ending): Promise<void> => {
    queue.hold();
    turns.stop(ending);
    await agent.close();
    tasks.close();
    parts.compaction.end();
    transcript.close();
  };
  const close = (): Promise<void> => {
    closing ??= (async () => {
      queue.hold();
      turns.stop({ outcome: "cancelled", reason: "the session was closed" });
      for (const { promptId } of log.state().queue) {
        log.record({ kind: "prompt-dropped", promptId, why: "removed" });
      }
      const ready = agent.current();
      if (ready !== undefined)
        await Promise.race([
          ready.link.closeSession(ready.agentSessionId),
          Bun.sleep(options.times.cancelGraceMs),
        ]);
      await end({ outcome: "cancelled" });
      log.record({ kind: "session-closed" });
      onClosed();
    })();
    return closing;
  };

  return {
    sessionId: log.state().sessionId,
    state: log.state,
    summary: () => summarize(log.state(), true),
    eventsSince: log.eventsSince,
    subscribe: log.subscribe,
    async request(request) {
      if (closing !== undefined) return await whileClosing(closing, request.kind);
      const named = (): void => {
        isNamed = true;
      };
      return await takeRequest({ ...parts, named, close }, request);
    },
    begin() {
      settleLeft(parts);
      void agent.ready();
      queue.pump();
    },
    async suspend() {
      closing ??= end({ outcome: "failed", reason: RUNTIME_ENDED });
      await closing;
    },
  };
}

async function whileClosing(closing: Promise<void>, kind: string): Promise<Result<void, Refusal>> {
  if (kind !== "close") return failed({ code: "conflict", message: "the session is closed" });
  await closing;
  return ok(undefined);
}

function joinParts(options: SessionOptions, isNamed: () => boolean): Parts {
  const { log, times, newId, spec, startAgent } = options;
  const transcript = new Transcript(log, times, newId);
  const interactions = createInteractions(log, newId);
  const members = createMembers(log);
  const compaction = createCompaction(log, times, transcript, () => pumpSoon());
  const agent: AgentProcess = new AgentProcess({
    ...{ log, times, spec, startAgent },
    notice: (level, text) => transcript.notice(level, text),
    onUpdate: (update) =>
      takeUpdate({ log, transcript, turns, members, tasks, compaction, isNamed }, update),
    onInteraction: async (_, request, signal) => {
      const turn = turns.live();
      // What was on its way when the turn was told to stop asks nobody any more.
      if (turn?.isStopping === true) return { kind: "dismissed" };
      return await interactions.open(request, turn?.turnId, signal);
    },
    onGone: (reason) => lose(parts, reason),
  });
  const tasks = new TaskLists(log, times, agent.current);
  const turns: Turns = new Turns({
    ...{ log, times, agent, newId, transcript },
    onStopping: (turnId) => interactions.dismiss(turnId),
    onSettling: (turnId, ending) => closeTurn(parts, turnId, ending),
    onInnerEnded: members.delivered,
    onSettled() {
      if (log.state().listsTasks === true) tasks.ask();
      pumpSoon();
    },
  });
  const queue = createQueue({ log, times, agent, turns, transcript });
  // Not at once: what has just ended is told as a whole before something new begins.
  const pumpSoon = (): void => queueMicrotask(queue.pump);
  log.subscribe((event) => {
    const isNews = event.kind === "turn-started" || event.kind === "phase-changed";
    if (isNews && log.state().listsTasks === true) tasks.watch();
  });
  const parts: Parts = {
    ...{ log, times, transcript, interactions, members },
    ...{ compaction, agent, turns, queue, tasks },
  };
  return parts;
}

function closeTurn(
  { interactions, transcript, members, compaction }: Parts,
  turnId: string,
  ending: Ending,
): void {
  const { outcome } = ending;
  interactions.dismiss(turnId);
  compaction.turnSettled(turnId);
  const status = outcome === "succeeded" ? undefined : outcome === "cancelled" ? outcome : "failed";
  transcript.closeTurn(turnId, status);
  transcript.ended(turnId, ending);
  members.turnSettled(status ?? "done");
}

/** The process is gone: nothing that ran in it goes on. */
function lose(parts: Parts, reason: string): void {
  const { turns, interactions, members, tasks, compaction, transcript } = parts;
  interactions.dismiss();
  turns.agentGone(reason);
  compaction.end();
  members.lost();
  tasks.lost();
  transcript.forget();
}

/** What a runtime before this one left open, as it was killed. */
function settleLeft({ log, members, tasks, transcript }: Parts): void {
  const { interactions, turn, compacting, phase, retrying } = log.state();
  for (const { requestId } of interactions) log.record({ kind: "interaction-closed", requestId });
  if (compacting === true) log.record({ kind: "compaction-ended" });
  if (retrying === true) log.record({ kind: "retry-changed", waiting: false });
  if (turn !== undefined) {
    const { turnId, promptId, startedAtMs } = turn;
    transcript.closeTurn(turnId, "failed");
    transcript.ended(turnId, { outcome: "failed", reason: RUNTIME_ENDED });
    const prompt = promptId === undefined ? {} : { promptId };
    const ended = {
      outcome: "failed",
      reason: RUNTIME_ENDED,
      startedAtMs,
      endedAtMs: log.nowMs(),
    } as const;
    log.record({ kind: "turn-settled", turn: { turnId, ...prompt, ...ended } });
  }
  members.lost();
  if (log.state().tasks.length > 0 || turn !== undefined) tasks.lost();
  if (phase !== "none") log.record({ kind: "phase-changed", phase: "none" });
  log.flushSoon();
}
