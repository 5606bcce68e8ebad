/** The messages API of Anthropic, as far as a client needs it: one reply, streamed or whole. */
import { asRecord, asText } from "../../src/base/shape.ts";
import {
  type Ask,
  ERROR_TEXT,
  flatten,
  paceOf,
  piecesOf,
  type ReplyKind,
  replyText,
  streamed,
  type ToolCall,
  toolCallOf,
} from "./fake-prompts.ts";

const OUTPUT_TOKENS = 42;

export interface TokenUsage {
  readonly freshTokens: number;
  readonly cacheWriteTokens: number;
  readonly cacheReadTokens: number;
}

type Body = Readonly<Record<string, unknown>>;
type SseEvent = Body & { readonly type: string };

export function readAnthropicAsk(body: Body): Ask {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  const last = asRecord(messages.findLast((message) => asRecord(message)?.role === "user"));
  const blocks = Array.isArray(last?.content) ? last.content : [last?.content];
  // A prompt after a refused tool comes in one message with the refusal.
  const result = blocks.findLastIndex((block) => asRecord(block)?.type === "tool_result");
  const tools = Array.isArray(body.tools) ? body.tools : [];
  const workflowSession = headerKey(messages);
  return {
    text: flatten(blocks.slice(result + 1)),
    tools: tools.map((tool) => asText(asRecord(tool)?.name) ?? ""),
    ...(workflowSession !== undefined && { workflowSession }),
  };
}

/** The key of the workflow session in the newest header that the model was shown. */
function headerKey(messages: readonly unknown[]): string | undefined {
  const said = messages.map((message) => flatten(asRecord(message)?.content)).join("\n");
  return [...said.matchAll(/\bsession (sm-[0-9a-z]{6}) ·/g)].at(-1)?.[1];
}

function usageOf(usage: TokenUsage, outputTokens: number): Readonly<Record<string, number>> {
  return {
    input_tokens: usage.freshTokens,
    cache_creation_input_tokens: usage.cacheWriteTokens,
    cache_read_input_tokens: usage.cacheReadTokens,
    output_tokens: outputTokens,
  };
}

let serial = 0;
function nextId(prefix: string): string {
  serial += 1;
  return `${prefix}_fake${String(serial).padStart(8, "0")}`;
}

function messageHead(model: string, usage: TokenUsage): Body {
  return {
    id: nextId("msg"),
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: usageOf(usage, 1),
  };
}

function* replyEvents(
  head: Body,
  block: Body,
  deltas: readonly Body[],
  stopReason: string,
): Generator<SseEvent> {
  yield { type: "message_start", message: head };
  yield { type: "content_block_start", index: 0, content_block: block };
  for (const delta of deltas) yield { type: "content_block_delta", index: 0, delta };
  yield { type: "content_block_stop", index: 0 };
  yield {
    type: "message_delta",
    delta: { stop_reason: stopReason, stop_sequence: null },
    usage: { output_tokens: OUTPUT_TOKENS },
  };
  yield { type: "message_stop" };
}

function textEvents(head: Body, text: string): Iterable<SseEvent> {
  const deltas = piecesOf(text).map((piece) => ({ type: "text_delta", text: piece }));
  return replyEvents(head, { type: "text", text: "" }, deltas, "end_turn");
}

function toolEvents(head: Body, call: ToolCall): Iterable<SseEvent> {
  return replyEvents(
    head,
    { type: "tool_use", id: nextId("toolu"), name: call.name, input: {} },
    [{ type: "input_json_delta", partial_json: JSON.stringify(call.input) }],
    "tool_use",
  );
}

function* framed(events: Iterable<SseEvent>): Generator<string> {
  for (const event of events) yield `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function whole(head: Body, usage: TokenUsage, text: string): Response {
  return Response.json({
    ...head,
    content: [{ type: "text", text }],
    stop_reason: "end_turn",
    usage: usageOf(usage, OUTPUT_TOKENS),
  });
}

/** The answer to one `POST /v1/messages`. */
export async function answerAnthropic(
  kind: ReplyKind,
  ask: Ask,
  body: Body,
  usage: TokenUsage,
): Promise<Response> {
  if (kind === "error")
    return Response.json(
      {
        type: "error",
        error: { type: "invalid_request_error", message: ERROR_TEXT },
      },
      { status: 400 },
    );
  const head = messageHead(asText(body.model) ?? "fake-model", usage);
  const text = replyText(kind);
  if (body.stream !== true) return whole(head, usage, text);
  const { beginMs, gapMs } = paceOf(kind);
  await Bun.sleep(beginMs);
  const call = toolCallOf(kind, ask);
  const events = call === undefined ? textEvents(head, text) : toolEvents(head, call);
  return streamed(framed(events), gapMs, { "request-id": nextId("req") });
}
