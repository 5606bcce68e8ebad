/**
 * The turns of a session, one after the other. Each that starts settles once, whatever the agent does:
 * it answers, is stopped, dies, or says its end twice.
 */
import type { LinkResult, PromptEnd } from "../../sources/acp/agent-link.ts";
import type { QueuedPrompt, TokenCounts } from "../../wire/runtime/entities.ts";
import type { AgentProcess } from "./agent-process.ts";
import { cutLine } from "./bounded.ts";
import type { EventLog } from "./event-log.ts";
import { type Ending, endingOf } from "./outcome.ts";
import type { SessionTimes } from "./times.ts";
import { within } from "./within.ts";

export interface Turns {
  /** Starts the turn of a prompt that stands in the queue. There must be none. */
  readonly start: (prompt: QueuedPrompt) => void;
  readonly live: () => RunningTurn | undefined;
  /** Stops the turn; of another one than the live one nothing. */
  readonly cancel: (turnId?: string) => void;
  /** The agent has begun or ended a turn by itself. */
  readonly began: (agentTurnId: string) => void;
  readonly ended: (agentTurnId: string, end: PromptEnd, reason?: string) => void;
  readonly agentGone: (reason: string) => void;
  /** Our id for a turn of the agent's; the same for each process. */
  readonly turnIdOf: (agentTurnId: string) => string;
  /** Ends the live turn. */
  readonly stop: (ending: Ending) => void;
}

export interface RunningTurn {
  readonly turnId: string;
  /** The agent has its prompt, so it can take more. */
  readonly isSent: boolean;
  readonly isStopping: boolean;
}

export interface TurnsOptions {
  readonly log: EventLog;
  readonly times: SessionTimes;
  readonly agent: AgentProcess;
  readonly newId: () => string;
  /** Before `turn-settled`: what belongs to the turn is closed. */
  readonly onSettling: (turnId: string, ending: Ending) => void;
  /** After it: the next one may start. */
  readonly onSettled: () => void;
}

interface Running {
  readonly turnId: string;
  readonly promptId?: string;
  readonly agentTurnId?: string;
  readonly startedAtMs: number;
  isSent: boolean;
  isStopping: boolean;
  isSettled: boolean;
  /** Why its process was ended. */
  stopFault?: string;
  stopTimer?: Timer;
}

export function createTurns(options: TurnsOptions): Turns {
  const { log, times, agent, newId } = options;
  let running: Running | undefined;
  let processId = newId();

  const settle = (turn: Running, ending: Ending, end?: PromptEnd): void => {
    if (turn.isSettled) return;
    turn.isSettled = true;
    clearTimeout(turn.stopTimer);
    if (running === turn) running = undefined;
    const { turnId, promptId, startedAtMs } = turn;
    options.onSettling(turnId, ending);
    if (end?.usage !== undefined) addTotals(log, end.usage);
    if (end?.quota !== undefined) log.record({ kind: "quota-reported", windows: end.quota });
    log.record({
      kind: "turn-settled",
      turn: {
        ...{ turnId, outcome: ending.outcome, startedAtMs, endedAtMs: log.nowMs() },
        ...(promptId !== undefined && { promptId }),
        ...(ending.reason !== undefined && { reason: firstLine(ending.reason) }),
        ...(end !== undefined && { stopReason: cutLine(end.stopReason) }),
        ...(end?.usage !== undefined && { usage: end.usage }),
      },
    });
    log.flushSoon();
    options.onSettled();
  };
  const finish = (turn: Running, answer: LinkResult<PromptEnd>): void => {
    if (answer.ok) return settle(turn, endingOf(answer.value.stopReason), answer.value);
    if (answer.fault === "auth-required" && !turn.isSettled) {
      log.record({ kind: "login-needed", message: cutLine(answer.reason) });
    }
    settle(turn, brokenEnding(turn, answer.reason));
  };
  const run = async (turn: Running, text: string): Promise<void> => {
    const ready = await agent.ready();
    if (turn.isSettled) return;
    if (!ready.ok) return settle(turn, brokenEnding(turn, ready.reason));
    const { link, agentSessionId } = ready.value;
    turn.isSent = true;
    const asked = link.prompt(agentSessionId, text);
    finish(turn, await within(asked, Number.POSITIVE_INFINITY, link.ended));
  };
  const begin = (turn: Running): void => {
    running = turn;
    const { turnId, promptId, startedAtMs } = turn;
    const prompt = promptId === undefined ? {} : { promptId };
    log.record({ kind: "turn-started", turn: { turnId, ...prompt, stage: "active", startedAtMs } });
  };
  /** It has been told to stop and does not: its process goes, and the turn with it. */
  const force = async (turn: Running): Promise<void> => {
    turn.stopFault = `the agent did not stop within ${times.cancelGraceMs / 1000} s; its process was ended`;
    await agent.end(turn.stopFault);
    settle(turn, brokenEnding(turn, turn.stopFault));
  };

  return {
    live: () => running,
    start(prompt) {
      const { promptId, text } = prompt;
      const turn: Running = { ...newTurn(newId(), log.nowMs()), promptId };
      begin(turn);
      const entry = {
        kind: "user",
        entryId: newId(),
        atMs: log.nowMs(),
        turnId: turn.turnId,
        text,
      } as const;
      log.record({ kind: "entry-added", entry });
      run(turn, text).catch((error: unknown) => settle(turn, brokenEnding(turn, String(error))));
    },
    cancel(turnId) {
      const turn = running;
      if (turn === undefined || turn.isStopping) return;
      if (turnId !== undefined && turnId !== turn.turnId) return;
      turn.isStopping = true;
      if (!turn.isSent) return settle(turn, { outcome: "cancelled" });
      log.record({ kind: "turn-staged", turnId: turn.turnId, stage: "stopping" });
      turn.stopTimer = setTimeout(() => void force(turn), times.cancelGraceMs);
      const ready = agent.current();
      ready?.link.cancel(ready.agentSessionId);
    },
    began(agentTurnId) {
      // What it begins while a prompt runs is a part of that turn.
      if (running !== undefined) return;
      const turnId = `${processId}:${agentTurnId}`;
      begin({ ...newTurn(turnId, log.nowMs()), agentTurnId, isSent: true });
    },
    ended(agentTurnId, end, reason) {
      const turn = running;
      if (turn === undefined || turn.agentTurnId !== agentTurnId) return;
      settle(turn, endingOf(end.stopReason, reason), end);
    },
    agentGone(reason) {
      processId = newId();
      if (running?.isSent === true) settle(running, brokenEnding(running, reason));
    },
    turnIdOf: (agentTurnId) => `${processId}:${agentTurnId}`,
    stop(ending) {
      if (running !== undefined) settle(running, ending);
    },
  };
}

function newTurn(turnId: string, startedAtMs: number): Running {
  return { turnId, startedAtMs, isSent: false, isStopping: false, isSettled: false };
}

/** A turn that was told to stop is stopped, however its agent breaks over it. */
function brokenEnding(turn: Running, reason: string): Ending {
  if (turn.isStopping) return { outcome: "cancelled", reason: turn.stopFault ?? reason };
  return { outcome: "failed", reason };
}

function addTotals(log: EventLog, usage: TokenCounts): void {
  const before = log.state().usage.totals;
  const sum = (name: keyof TokenCounts) => (before?.[name] ?? 0) + usage[name];
  const totals: TokenCounts = {
    input: sum("input"),
    output: sum("output"),
    cacheRead: sum("cacheRead"),
    cacheWrite: sum("cacheWrite"),
  };
  log.record({ kind: "usage-reported", usage: { totals } });
}

function firstLine(text: string): string {
  return cutLine(text.trim().split("\n", 1)[0] ?? "");
}
