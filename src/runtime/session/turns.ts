/**
 * The turns of a session, one after the other. Each that starts settles once, whatever the agent does:
 * it answers, is stopped, dies, or says its end twice.
 */
import type { LinkResult, PromptEnd } from "../../sources/acp/agent-link.ts";
import type { QueuedPrompt, SettledTurn, TokenCounts } from "../../wire/runtime/entities.ts";
import type { AgentProcess } from "./agent-process.ts";
import { cutLine } from "./bounded.ts";
import type { EventLog } from "./event-log.ts";
import { type Ending, endingOf } from "./outcome.ts";
import type { SessionTimes } from "./times.ts";
import type { Transcript } from "./transcript.ts";
import { within } from "./within.ts";

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
  readonly transcript: Transcript;
  /** It was told to stop: nobody is asked anything for it any more. */
  readonly onStopping: (turnId: string) => void;
  /** Before `turn-settled`: what belongs to the turn is closed. */
  readonly onSettling: (turnId: string, ending: Ending) => void;
  /** A turn of the agent's own is over that was a part of another one. */
  readonly onInnerEnded: (turnId: string) => void;
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

/** An agent begins one at a time. */
const MAX_INNER = 64;

export class Turns {
  readonly #options: TurnsOptions;
  #running: Running | undefined;
  /** Ids that an agent gives to its turns mean something within one process. */
  #processId: string;
  /** Turns that the agent has begun while another one ran, and has not ended. */
  readonly #inner = new Set<string>();
  /** Of the turns that told their usage. */
  #sums: TokenCounts | undefined;

  constructor(options: TurnsOptions) {
    this.#options = options;
    const { turns, usage } = options.log.state();
    if (turns > 0) this.#sums = usage.totals;
    this.#processId = options.newId();
  }

  live(): RunningTurn | undefined {
    return this.#running;
  }

  /** The totals of the session are sums of its turns, and not what its agent says. */
  hasSums(): boolean {
    return this.#sums !== undefined;
  }

  /** Starts the turn of a prompt that stands in the queue. None may be live. */
  start({ promptId, text }: QueuedPrompt): void {
    const { log, newId, transcript } = this.#options;
    const turn: Running = { ...newTurn(newId(), log.nowMs()), promptId };
    this.#begin(turn);
    transcript.user(text, turn.turnId);
    this.#run(turn, text).catch((error: unknown) => {
      this.#settle(turn, brokenEnding(turn, error instanceof Error ? error.message : "it broke"));
    });
  }

  /** Stops the turn; of another one than the live one nothing. */
  cancel(turnId?: string): void {
    const { log, agent, times } = this.#options;
    const turn = this.#running;
    if (turn === undefined || turn.isStopping) return;
    if (turnId !== undefined && turnId !== turn.turnId) return;
    turn.isStopping = true;
    if (!turn.isSent) {
      this.#settle(turn, { outcome: "cancelled" });
      return;
    }
    log.record({ kind: "turn-staged", turnId: turn.turnId, stage: "stopping" });
    turn.stopTimer = setTimeout(() => void this.#force(turn), times.cancelGraceMs);
    const ready = agent.current();
    ready?.link.cancel(ready.agentSessionId);
    this.#options.onStopping(turn.turnId);
  }

  /** The agent has begun a turn by itself. */
  began(agentTurnId: string): void {
    const turn = this.#running;
    if (turn === undefined) this.#beginOfAgent(agentTurnId);
    // What it begins while a prompt runs is a part of that turn.
    else if (turn.agentTurnId !== agentTurnId && this.#inner.size < MAX_INNER)
      this.#inner.add(agentTurnId);
  }

  /** Such a turn is over. */
  ended(agentTurnId: string, end: PromptEnd, reason?: string): void {
    const turn = this.#running;
    if (turn?.agentTurnId === agentTurnId)
      this.#settle(turn, endingOf(end.stopReason, reason), end);
    else if (this.#inner.delete(agentTurnId))
      this.#options.onInnerEnded(this.turnIdOf(agentTurnId));
  }

  agentGone(reason: string): void {
    const turn = this.#running;
    this.#inner.clear();
    // One that was not sent yet has an answer to come: why no agent started.
    if (turn?.isSent === true) this.#settle(turn, brokenEnding(turn, reason));
    this.#processId = this.#options.newId();
  }

  /** Our id for a turn that the agent has begun or will begin. */
  turnIdOf(agentTurnId: string): string {
    return `${this.#processId}:${agentTurnId}`;
  }

  /** Ends the live turn. */
  stop(ending: Ending): void {
    this.#inner.clear();
    if (this.#running !== undefined) this.#settle(this.#running, ending);
  }

  #beginOfAgent(agentTurnId: string): void {
    const turnId = this.turnIdOf(agentTurnId);
    this.#begin({ ...newTurn(turnId, this.#options.log.nowMs()), agentTurnId, isSent: true });
  }

  #begin(turn: Running): void {
    this.#running = turn;
    const { turnId, promptId, startedAtMs } = turn;
    const prompt = promptId === undefined ? {} : { promptId };
    const { log } = this.#options;
    log.record({ kind: "turn-started", turn: { turnId, ...prompt, stage: "active", startedAtMs } });
  }

  async #run(turn: Running, text: string): Promise<void> {
    const { agent } = this.#options;
    const ready = await agent.ready();
    if (turn.isSettled) return;
    if (!ready.ok) {
      this.#settle(turn, brokenEnding(turn, ready.reason));
      return;
    }
    const { link, agentSessionId } = ready.value;
    turn.isSent = true;
    const asked = link.prompt(agentSessionId, text);
    this.#finish(turn, await within(asked, Number.POSITIVE_INFINITY, link.ended));
  }

  #finish(turn: Running, answer: LinkResult<PromptEnd>): void {
    if (answer.ok) {
      this.#settle(turn, endingOf(answer.value.stopReason), answer.value);
      return;
    }
    if (answer.fault === "auth-required" && !turn.isSettled) {
      this.#options.log.record({ kind: "login-needed", message: cutLine(answer.reason) });
    }
    this.#settle(turn, brokenEnding(turn, answer.reason));
  }

  /** It was told to stop and does not: its process goes, and the turn with it. */
  async #force(turn: Running): Promise<void> {
    const graceS = this.#options.times.cancelGraceMs / 1000;
    turn.stopFault = `the agent did not stop within ${graceS} s; its process was ended`;
    await this.#options.agent.end(turn.stopFault);
    this.#settle(turn, brokenEnding(turn, turn.stopFault));
  }

  #settle(turn: Running, ending: Ending, end?: PromptEnd): void {
    if (turn.isSettled) return;
    const { log, onSettling, onSettled } = this.#options;
    turn.isSettled = true;
    clearTimeout(turn.stopTimer);
    onSettling(turn.turnId, ending);
    if (end?.usage !== undefined) {
      this.#sums = sumOf(this.#sums, end.usage);
      log.record({ kind: "usage-reported", usage: { totals: this.#sums } });
    }
    if (end?.quota !== undefined) log.record({ kind: "quota-reported", windows: end.quota });
    if (this.#running === turn) this.#running = undefined;
    log.record({ kind: "turn-settled", turn: settledTurn(turn, ending, log.nowMs(), end) });
    log.flushSoon();
    // One that it has begun meanwhile and that goes on is a turn of its own; what was stopped is stopped as a whole.
    if (turn.isStopping) this.#inner.clear();
    const [goesOn] = this.#inner;
    if (goesOn !== undefined) {
      this.#inner.delete(goesOn);
      this.#beginOfAgent(goesOn);
    }
    onSettled();
  }
}

function settledTurn(
  { turnId, promptId, startedAtMs }: Running,
  { outcome, reason }: Ending,
  endedAtMs: number,
  end: PromptEnd | undefined,
): SettledTurn {
  return {
    ...{ turnId, outcome, startedAtMs, endedAtMs },
    ...(promptId !== undefined && { promptId }),
    ...(reason !== undefined && { reason: firstLine(reason) }),
    ...(end !== undefined && { stopReason: cutLine(end.stopReason) }),
    ...(end?.usage !== undefined && { usage: end.usage }),
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

/** A count that no turn has told stays unknown. */
function sumOf(before: TokenCounts | undefined, usage: TokenCounts): TokenCounts {
  const sum = (name: "cacheRead" | "cacheWrite"): Partial<TokenCounts> => {
    const [old, added] = [before?.[name], usage[name]];
    return old === undefined && added === undefined ? {} : { [name]: (old ?? 0) + (added ?? 0) };
  };
  return {
    input: (before?.input ?? 0) + usage.input,
    output: (before?.output ?? 0) + usage.output,
    ...sum("cacheRead"),
    ...sum("cacheWrite"),
  };
}

function firstLine(text: string): string {
  return cutLine(text.trim().split("\n", 1)[0] ?? "");
}
