/** One turn as those who play it see it: say something, use a tool, ask, wait. */
import type { acp } from "../sources/acp/agent-side.ts";
import type { TokenCounts } from "../wire/runtime/entities.ts";
import type { AgentSession, RunningTurn } from "./session.ts";
import { tokensOf } from "./tokens.ts";
import { TurnCancelled } from "./turn-fault.ts";

/** A person reads ten words a second at most; a simulator is a little faster. */
const WORD_MS = 25;

export interface ToolStart {
  readonly title: string;
  readonly kind: acp.ToolKind;
  readonly input?: unknown;
  readonly locations?: readonly acp.ToolCallLocation[];
  readonly content?: readonly acp.ToolCallContent[];
  readonly memberId?: string;
}

export interface Tool {
  readonly toolCallId: string;
  readonly call: acp.ToolCall;
  readonly begin: (content?: readonly acp.ToolCallContent[]) => Promise<void>;
  readonly end: (
    status: "completed" | "failed",
    content?: readonly acp.ToolCallContent[],
  ) => Promise<void>;
}

export type Permitted = "once" | "always" | "no";

/** A call that the person let the agent make, as ACP's usual three options have it. */
export const PERMISSION_OPTIONS: readonly acp.PermissionOption[] = [
  { optionId: "allow-once", name: "Allow once", kind: "allow_once" },
  { optionId: "allow-always", name: "Always allow", kind: "allow_always" },
  { optionId: "reject", name: "Reject", kind: "reject_once" },
];

/** Every method rejects with `TurnCancelled` once the client has cancelled the turn. */
export class Turn implements RunningTurn {
  readonly session: AgentSession;
  readonly #cancelling = new AbortController();
  readonly #steered: string[] = [];
  #input = 0;
  #output = 0;

  constructor(session: AgentSession) {
    this.session = session;
  }

  get signal(): AbortSignal {
    return this.#cancelling.signal;
  }

  cancel(): void {
    this.#cancelling.abort();
  }

  check(): void {
    if (this.signal.aborted) throw new TurnCancelled("the turn was cancelled");
  }

  /** More text of the person for this turn; taken up at the next pause. */
  steer(text: string): void {
    this.#steered.push(text);
  }

  /** Counts a text as read by the model that there is not. */
  read(text: string): void {
    this.#input += tokensOf(text);
  }

  usage(): Required<TokenCounts> {
    const input = this.#input;
    return { input, output: this.#output, cacheRead: this.session.usedTokens, cacheWrite: input };
  }

  /** What it does now, in a few words. */
  async activity(text: string | undefined): Promise<void> {
    const { sessionId, outlet } = this.session;
    const params = { sessionId, ...(text !== undefined && { text }) };
    await outlet.client.notify("_telltale/activity", params);
  }

  async wait(ms: number): Promise<void> {
    await this.session.outlet.pace.wait(ms, this.signal);
    this.check();
    await this.#takeSteered();
  }

  async #takeSteered(): Promise<void> {
    for (const text of this.#steered.splice(0)) {
      this.read(text);
      await this.#chunk("agent_message_chunk", `\n\n(Taken along: ${text})\n\n`);
    }
  }

  /** Streams a text word by word. */
  async say(text: string, wordMs: number = WORD_MS): Promise<void> {
    for (const piece of text.split(/(?<=\s)(?=\S)/)) {
      await this.#chunk("agent_message_chunk", piece);
      await this.wait(wordMs);
    }
  }

  async sayAtOnce(text: string, memberId?: string): Promise<void> {
    this.check();
    await this.#chunk("agent_message_chunk", text, memberId);
  }

  async think(text: string, wordMs: number = WORD_MS): Promise<void> {
    for (const piece of text.split(/(?<=\s)(?=\S)/)) {
      await this.#chunk("agent_thought_chunk", piece);
      await this.wait(wordMs);
    }
  }

  async #chunk(
    sessionUpdate: "agent_message_chunk" | "agent_thought_chunk",
    text: string,
    memberId?: string,
  ): Promise<void> {
    this.#output += tokensOf(text);
    await this.session.update({ sessionUpdate, content: { type: "text", text } }, memberId);
  }

  async update(update: acp.SessionUpdate, memberId?: string): Promise<void> {
    this.check();
    await this.session.update(update, memberId);
  }

  /** Announces a tool call; it is pending. */
  async tool({ title, kind, input, locations, content, memberId }: ToolStart): Promise<Tool> {
    this.check();
    const { session } = this;
    const call: acp.ToolCall = {
      toolCallId: session.nextId("call"),
      title,
      kind,
      status: "pending",
      ...(input !== undefined && { rawInput: input }),
      ...(locations !== undefined && { locations: [...locations] }),
      ...(content !== undefined && { content: [...content] }),
    };
    const { toolCallId } = call;
    await session.update({ sessionUpdate: "tool_call", ...call }, memberId);
    const tell = (status: acp.ToolCallStatus, shown?: readonly acp.ToolCallContent[]) => {
      const change = { toolCallId, status, ...(shown !== undefined && { content: [...shown] }) };
      return session.update({ sessionUpdate: "tool_call_update", ...change }, memberId);
    };
    return {
      toolCallId,
      call,
      begin: (shown) => tell("in_progress", shown),
      end: (status, shown) => tell(status, shown),
    };
  }

  /** Asks the person, unless the mode or an answer of before allows that kind of tool already. */
  async permission(tool: Tool): Promise<Permitted> {
    const { settings, allowed } = this.session;
    const kind = tool.call.kind ?? "other";
    if (settings.modeId === "auto" || allowed.has(kind)) return "always";
    if (settings.modeId === "acceptEdits" && kind === "edit") return "always";
    const chosen = await this.choose(tool.call, PERMISSION_OPTIONS);
    if (chosen === "allow-always") {
      allowed.add(kind);
      return "always";
    }
    return chosen === "allow-once" ? "once" : "no";
  }

  /** The option that the person chose; undefined if the client took the question back. */
  async choose(
    toolCall: acp.ToolCallUpdate,
    options: readonly acp.PermissionOption[],
    memberId?: string,
  ): Promise<string | undefined> {
    this.check();
    const { sessionId } = this.session;
    const answer = await this.ask<acp.RequestPermissionResponse>("session/request_permission", {
      sessionId,
      toolCall,
      options: [...options],
      ...(memberId !== undefined && { _meta: { telltale: { memberId } } }),
    });
    this.check();
    return answer.outcome.outcome === "selected" ? answer.outcome.optionId : undefined;
  }

  /** A request to the client that is given up when the turn is cancelled. */
  async ask<Answer>(method: string, params: object): Promise<Answer> {
    this.check();
    const { client } = this.session.outlet;
    const asked = client.request<Answer, object>(method, params, {
      cancellationSignal: this.signal,
    });
    const stop = Promise.withResolvers<never>();
    const cancelled = () => stop.reject(new TurnCancelled("the turn was cancelled"));
    this.signal.addEventListener("abort", cancelled);
    try {
      return await Promise.race([asked, stop.promise]);
    } finally {
      this.signal.removeEventListener("abort", cancelled);
      asked.catch(() => {});
    }
  }
}

/** A text as the content of a tool call. */
export function textContent(text: string): acp.ToolCallContent {
  return { type: "content", content: { type: "text", text } };
}
