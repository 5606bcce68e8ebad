/**
 * Asks the agent which background tasks it has. After each settled turn a numbered request is told
 * before it is made, so that everybody knows which answer says what the turn has left running.
 */
import type { Task } from "../../wire/runtime/entities.ts";
import type { Ready } from "./agent-process.ts";
import { boundedTasks } from "./bounded.ts";
import type { EventLog } from "./event-log.ts";
import type { SessionTimes } from "./times.ts";
import { within } from "./within.ts";

/** The agent that is asked now; undefined: there is none. */
export type TaskSource = () => Ready | undefined;

export class TaskLists {
  readonly #log: EventLog;
  readonly #times: SessionTimes;
  readonly #source: TaskSource;
  #timer: Timer | undefined;
  /** The numbered request that waits for an answer; 0: none. Each makes the older ones needless. */
  #newest = 0;
  #retryMs: number;
  #isPolling = false;
  #isClosed = false;

  constructor(log: EventLog, times: SessionTimes, source: TaskSource) {
    this.#log = log;
    this.#times = times;
    this.#source = source;
    this.#retryMs = times.tasksRetryMs;
  }

  /** A turn has settled, or a person asks. */
  ask(): void {
    void this.#request();
  }

  /** Something may have begun to run: ask now and then while it does. */
  watch(): void {
    if (this.#isClosed || this.#newest > 0 || this.#isPolling) return;
    if (!isRunning(this.#log) || this.#source() === undefined) return;
    this.#later(this.#times.tasksEveryMs, () => void this.#poll());
  }

  /** Tasks as the agent told of them by itself. */
  told(tasks: readonly Task[]): void {
    this.#tell(tasks);
    if (this.#log.state().listsTasks === true) this.watch();
  }

  /** The process is gone, and all it ran with it. */
  lost(): void {
    clearTimeout(this.#timer);
    this.#newest = 0;
    this.#retryMs = this.#times.tasksRetryMs;
    this.#tellNone();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#isClosed = true;
  }

  #later(delayMs: number, run: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(run, delayMs);
  }

  async #list() {
    const from = this.#source();
    if (from === undefined) return undefined;
    const asked = from.link.listTasks(from.agentSessionId);
    const listed = await within(asked, this.#times.askMaxMs, from.link.ended);
    // Of a process that is gone meanwhile nothing counts.
    return !this.#isClosed && this.#source()?.link === from.link ? listed : undefined;
  }

  async #request(): Promise<void> {
    if (this.#isClosed) return;
    if (this.#source() === undefined) return this.#tellNone();
    clearTimeout(this.#timer);
    const number = this.#log.state().tasksAsked + 1;
    this.#newest = number;
    this.#log.record({ kind: "tasks-requested", request: number });
    const listed = await this.#list();
    if (this.#newest !== number) return;
    this.#newest = 0;
    if (listed === undefined) return;
    if (listed.ok || listed.fault === "unsupported") {
      this.#retryMs = this.#times.tasksRetryMs;
      const tasks = listed.ok ? boundedTasks(listed.value) : [];
      this.#log.record({ kind: "tasks-listed", request: number, tasks });
      this.watch();
      return;
    }
    this.#newest = number;
    this.#later(this.#retryMs, () => void this.#request());
    this.#retryMs = Math.min(this.#retryMs * 2, this.#times.tasksRetryMaxMs);
  }

  /** Told only if something is new: no number is waited for that this would answer. */
  async #poll(): Promise<void> {
    const { turns } = this.#log.state();
    this.#isPolling = true;
    const listed = await this.#list();
    this.#isPolling = false;
    if (this.#isClosed || this.#newest > 0) return;
    // What was asked before a turn's end says nothing of after it.
    if (listed?.ok === true && this.#log.state().turns === turns) this.#tell(listed.value);
    this.watch();
  }

  #tell(tasks: readonly Task[]): void {
    const bounded = boundedTasks(tasks);
    if (Bun.deepEquals(bounded, this.#log.state().tasks)) return;
    this.#log.record({ kind: "tasks-told", tasks: bounded });
  }

  /** There is no process, or its group has ended: this is what a list would say. */
  #tellNone(): void {
    const { listsTasks, tasks, tasksAsked } = this.#log.state();
    if (listsTasks !== true && tasks.length === 0) return;
    const request = tasksAsked + 1;
    this.#log.record({ kind: "tasks-requested", request });
    this.#log.record({ kind: "tasks-listed", request, tasks: [] });
  }
}

function isRunning(log: EventLog): boolean {
  const { turn, tasks } = log.state();
  if (turn !== undefined) return true;
  return tasks.some(
    ({ status }) => status === "queued" || status === "running" || status === "stopping",
  );
}
