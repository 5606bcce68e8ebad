/** One conversation with the simulator: what it is set to, what it has counted, what runs in it. */
import { type acp, notifyExtension } from "../sources/acp/agent-side.ts";
import type { Member, Task, TokenCounts } from "../wire/runtime/entities.ts";
import { configOptions, modelOf, type Settings } from "./choices.ts";
import type { Outlet } from "./outlet.ts";
import type { StoredUsage } from "./session-store.ts";
import { addTokens, costOf, NO_TOKENS, START_TOKENS } from "./tokens.ts";

/** Kinds of updates that are the conversation itself and are told again by `session/load`. */
const REPLAYED = new Set<string>([
  "user_message_chunk",
  "agent_message_chunk",
  "agent_thought_chunk",
  "tool_call",
  "tool_call_update",
  "plan",
]);

/** Tasks that are listed: all that run, and of the ended ones the last. */
const MAX_TASKS = 200;

/** What can be done to the turn that runs. */
export interface RunningTurn {
  readonly cancel: () => void;
  /** More text of the person for it. */
  readonly steer: (text: string) => void;
}

/** Holds the turns and timers of a conversation; `close` ends them. */
export class AgentSession {
  readonly sessionId: string;
  readonly cwd: string;
  readonly outlet: Outlet;
  readonly settings: Settings = { modeId: "default", modelId: "sim-medium", effort: "medium" };
  /** Kinds of tools that the person has allowed for good. */
  readonly allowed = new Set<string>();
  title: string | undefined;
  needsLogin = false;
  hasGreeted = false;
  usedTokens = START_TOKENS;
  totals: Required<TokenCounts> = NO_TOKENS;
  running: RunningTurn | undefined;
  readonly #closing = new AbortController();
  readonly #tasks = new Map<string, Task>();
  readonly #stops = new Map<string, AbortController>();
  readonly #numbers = new Map<string, number>();
  #line: Promise<unknown> = Promise.resolve();
  #unsaved: acp.SessionUpdate[] = [];
  #storedUsage = JSON.stringify({ usedTokens: START_TOKENS, totals: NO_TOKENS });

  constructor(sessionId: string, cwd: string, outlet: Outlet) {
    this.sessionId = sessionId;
    this.cwd = cwd;
    this.outlet = outlet;
  }

  /** `call-1`, `call-2` ...: the same in each run. */
  nextId(kind: string): string {
    const number = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, number);
    return `${kind}-${number}`;
  }

  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /** Sends an update; a member's carries its mark. */
  async update(update: acp.SessionUpdate, memberId?: string): Promise<void> {
    const mark = memberId === undefined ? {} : { _meta: { telltale: { memberId } } };
    if (REPLAYED.has(update.sessionUpdate)) this.#remember({ ...update, ...mark });
    const params = { sessionId: this.sessionId, update: { ...update, ...mark } };
    await this.outlet.client.notify("session/update", params);
  }

  /** Remembers what the client knows already, such as the prompt itself. */
  note(update: acp.SessionUpdate): void {
    this.#remember(update);
  }

  /** Numbers go on where those of a conversation of before ended. */
  resumeNumbers(updates: readonly acp.SessionUpdate[]): void {
    const calls = updates.filter(({ sessionUpdate }) => sessionUpdate === "tool_call").length;
    this.#numbers.set("call", calls);
  }

  /** Pieces of one text become one line of the file. */
  #remember(update: acp.SessionUpdate): void {
    const last = this.#unsaved.at(-1);
    const text = textOf(update);
    const before = last === undefined ? undefined : textOf(last);
    const isSame =
      text !== undefined &&
      before !== undefined &&
      last?.sessionUpdate === update.sessionUpdate &&
      JSON.stringify(last._meta) === JSON.stringify(update._meta);
    if (isSame) {
      const content = { type: "text" as const, text: before + text };
      this.#unsaved[this.#unsaved.length - 1] = { ...update, content } as acp.SessionUpdate;
      return;
    }
    this.save();
    this.#unsaved.push(update);
  }

  /** Puts on disk what was said so far. */
  save(): void {
    this.outlet.store.add(this.sessionId, this.#unsaved);
    this.#unsaved = [];
  }

  async retitle(title: string): Promise<void> {
    this.title = title;
    this.outlet.store.retitle(this.sessionId, title);
    const updatedAt = new Date(this.outlet.nowMs()).toISOString();
    await this.update({ sessionUpdate: "session_info_update", title, updatedAt });
  }

  /** Tells the options and the mode after one was changed by the agent itself. */
  async tellSettings(): Promise<void> {
    const { modeId } = this.settings;
    await this.update({ sessionUpdate: "current_mode_update", currentModeId: modeId });
    await this.update({
      sessionUpdate: "config_option_update",
      configOptions: configOptions(this.settings),
    });
  }

  /** Goes on with what was counted before. */
  resumeUsage({ usedTokens, totals }: StoredUsage): void {
    this.usedTokens = usedTokens;
    this.totals = totals;
    this.#storedUsage = JSON.stringify({ usedTokens, totals });
  }

  /** Keeps it too, if it is another one. */
  async tellUsage(): Promise<void> {
    const { usedTokens, totals } = this;
    const stored = JSON.stringify({ usedTokens, totals });
    if (stored !== this.#storedUsage)
      this.outlet.store.count(this.sessionId, { usedTokens, totals });
    this.#storedUsage = stored;
    await this.update({
      sessionUpdate: "usage_update",
      used: Math.min(this.usedTokens, modelOf(this.settings).windowTokens),
      size: modelOf(this.settings).windowTokens,
      cost: { amount: costOf(this.totals), currency: "USD" },
    });
  }

  /** Counts what a turn has used, and tells it. */
  async count(tokens: Required<TokenCounts>): Promise<void> {
    this.totals = addTokens(this.totals, tokens);
    this.usedTokens += tokens.input + tokens.output;
    await this.tellUsage();
    const { sessionId, totals } = this;
    await notifyExtension(this.outlet.client, "_telltale/usage", { sessionId, totals });
  }

  async tellMember(member: Member): Promise<void> {
    const { sessionId } = this;
    await notifyExtension(this.outlet.client, "_telltale/member", { sessionId, member });
  }

  tasks(): readonly Task[] {
    return [...this.#tasks.values()];
  }

  /** Puts a task as it stands now, and tells the list. `stop` is aborted when somebody stops it. */
  async putTask(task: Task, stop?: AbortController): Promise<void> {
    this.#tasks.set(task.taskId, task);
    if (stop !== undefined) this.#stops.set(task.taskId, stop);
    for (const [taskId, { status }] of this.#tasks) {
      if (this.#tasks.size <= MAX_TASKS) break;
      if (["done", "failed", "cancelled"].includes(status)) this.#tasks.delete(taskId);
    }
    const { sessionId } = this;
    const tasks = this.tasks();
    await notifyExtension(this.outlet.client, "_telltale/tasks", { sessionId, tasks });
  }

  /** False if no such task runs. */
  async stopTask(taskId: string): Promise<boolean> {
    const task = this.#tasks.get(taskId);
    const stop = this.#stops.get(taskId);
    if (task === undefined || stop === undefined || stop.signal.aborted) return false;
    if (task.status !== "running" && task.status !== "queued") return false;
    await this.putTask({ ...task, status: "stopping" });
    stop.abort();
    return true;
  }

  /** One after the other: turns, those that the agent begins by itself too. */
  exclusive<Value>(run: () => Promise<Value>): Promise<Value> {
    const result = this.#line.then(run);
    this.#line = result.catch(() => {});
    return result;
  }

  /** Ends what runs; nothing wakes it any more. */
  close(): void {
    this.#closing.abort();
    this.running?.cancel();
    for (const stop of this.#stops.values()) stop.abort();
    this.save();
  }
}

function textOf(update: acp.SessionUpdate): string | undefined {
  if (!update.sessionUpdate.endsWith("_chunk") || !("content" in update)) return undefined;
  const content = update.content as acp.ContentBlock | undefined;
  return content?.type === "text" ? content.text : undefined;
}
