/**
 * A loopback stand-in for the model service that the real client talks to: the messages API with its
 * event stream, token counting and the model list. Nothing here reaches a network: it listens on
 * 127.0.0.1 and a random port. What it answers depends on words in the person's last prompt
 * (`PROMPTS`), so a scenario says with its prompt what is to happen.
 */
import { asRecord, asText } from "../../src/base/shape.ts";

/** Words that, typed into the client, choose the fake's answer. */
export const PROMPTS = {
  /** A short text reply. */
  text: "say hello",
  /** A shell command that needs a permission, then a text. */
  tool: "use the tool",
  /** A reply that takes some seconds to begin, and as long between its words. */
  slow: "answer slowly",
  /** An invalid-request error. */
  error: "fail please",
} as const;

/** What the fake's tool call runs: harmless, and visible in the project folder. */
export const TOOL_COMMAND = "touch made-by-the-agent.txt";
export const REPLY_TEXT = "Hello from the fake model.";
/** Long enough to be some per cent of a million-token window, so that a row can show the difference. */
const SUMMARY_TEXT = "The person said hello and the assistant answered. ".repeat(2400);

const SLOW_MS = 4000;
const WORD_GAP_MS = 5;
/** Tokens of one request at the start; set `usage` to change what the next replies report. */
const FIRST_USAGE: TokenUsage = {
  freshTokens: 1200,
  cacheWriteTokens: 30_000,
  cacheReadTokens: 90_000,
};
const OUTPUT_TOKENS = 42;
const SUMMARY_WORDS = /create a detailed summary|summary of (the|this|our) conversation/i;
/** Text of one delta in a long reply. */
const DELTA_CHARS = 2000;

export interface TokenUsage {
  readonly freshTokens: number;
  readonly cacheWriteTokens: number;
  readonly cacheReadTokens: number;
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly model?: string;
  readonly kind: "text" | "tool" | "slow" | "error" | "summary" | "other";
  readonly lastPrompt: string;
}

export interface FakeModelApi {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  usage: TokenUsage;
  stop(): Promise<void>;
}

type SseEvent = Readonly<Record<string, unknown>> & { readonly type: string };

function flatten(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map(flatten).join("\n");
  const block = asRecord(content);
  return block ? flatten(block.text ?? block.content ?? "") : "";
}

function lastUserMessage(body: Readonly<Record<string, unknown>>): {
  readonly text: string;
  readonly hasToolResult: boolean;
} {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  const last = asRecord(messages.findLast((message) => asRecord(message)?.role === "user"));
  const content = last?.content;
  const hasToolResult =
    Array.isArray(content) && content.some((block) => asRecord(block)?.type === "tool_result");
  return { text: flatten(content), hasToolResult };
}

function offersBash(body: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(body.tools) && body.tools.some((tool) => asRecord(tool)?.name === "Bash");
}

function kindOf(body: Readonly<Record<string, unknown>>): SeenRequest["kind"] {
  const { text, hasToolResult } = lastUserMessage(body);
  if (SUMMARY_WORDS.test(text)) return "summary";
  // The client merges prompts that got no reply into one message, so the last word counts.
  const asked = (Object.keys(PROMPTS) as (keyof typeof PROMPTS)[])
    .map((kind) => ({ kind, at: text.lastIndexOf(PROMPTS[kind]) }))
    .reduce((last, next) => (next.at > last.at ? next : last));
  if (asked.at < 0) return "text";
  // A side request of the client (a title, a suggestion) may quote the prompt but offers no tools.
  const cannotUseTool = hasToolResult || !offersBash(body);
  return asked.kind === "tool" && cannotUseTool ? "text" : asked.kind;
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

function messageHead(model: string, usage: TokenUsage): Readonly<Record<string, unknown>> {
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
  head: Readonly<Record<string, unknown>>,
  block: Readonly<Record<string, unknown>>,
  deltas: readonly Readonly<Record<string, unknown>>[],
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

function textEvents(head: Readonly<Record<string, unknown>>, text: string): Iterable<SseEvent> {
  const pieces =
    text.length > DELTA_CHARS
      ? (text.match(new RegExp(`[^]{1,${DELTA_CHARS}}`, "g")) ?? [])
      : text.split(" ").map((word) => `${word} `);
  const deltas = pieces.map((piece) => ({ type: "text_delta", text: piece }));
  return replyEvents(head, { type: "text", text: "" }, deltas, "end_turn");
}

function toolEvents(head: Readonly<Record<string, unknown>>): Iterable<SseEvent> {
  const input = JSON.stringify({ command: TOOL_COMMAND, description: "Make a file" });
  return replyEvents(
    head,
    { type: "tool_use", id: nextId("toolu"), name: "Bash", input: {} },
    [{ type: "input_json_delta", partial_json: input }],
    "tool_use",
  );
}

function streamed(events: Iterable<SseEvent>, gapMs: number): Response {
  const encoder = new TextEncoder();
  let open = true;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const event of events) {
        // An interrupted client hangs up; writing on would only raise an error.
        if (!open) return;
        const text = `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
        controller.enqueue(encoder.encode(text));
        await Bun.sleep(gapMs);
      }
      if (open) controller.close();
    },
    cancel() {
      open = false;
    },
  });
  return new Response(body, {
    headers: { "content-type": "text/event-stream", "request-id": nextId("req") },
  });
}

function whole(head: Readonly<Record<string, unknown>>, usage: TokenUsage, text: string): Response {
  return Response.json({
    ...head,
    content: [{ type: "text", text }],
    stop_reason: "end_turn",
    usage: usageOf(usage, OUTPUT_TOKENS),
  });
}

async function answerMessage(
  kind: SeenRequest["kind"],
  body: Readonly<Record<string, unknown>>,
  usage: TokenUsage,
): Promise<Response> {
  const head = messageHead(asText(body.model) ?? "fake-model", usage);
  const text = kind === "summary" ? `<summary>${SUMMARY_TEXT}</summary>` : REPLY_TEXT;
  if (kind === "error")
    return Response.json(
      {
        type: "error",
        error: { type: "invalid_request_error", message: "the fake was told to fail" },
      },
      { status: 400 },
    );
  if (body.stream !== true) return whole(head, usage, text);
  if (kind === "tool") return streamed(toolEvents(head), WORD_GAP_MS);
  if (kind === "slow") await Bun.sleep(SLOW_MS);
  return streamed(textEvents(head, text), kind === "slow" ? SLOW_MS : WORD_GAP_MS);
}

async function readBody(request: Request): Promise<Readonly<Record<string, unknown>>> {
  try {
    return asRecord(await request.json()) ?? {};
  } catch {
    return {};
  }
}

/** Starts the fake. `stop` closes it with all its connections. */
export function startFakeModelApi(): FakeModelApi {
  const requests: SeenRequest[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const body = await readBody(request);
      const isMessage = pathname.endsWith("/messages");
      const kind = isMessage ? kindOf(body) : "other";
      const model = asText(body.model);
      const { text } = lastUserMessage(body);
      requests.push({
        method: request.method,
        path: pathname,
        ...(model !== undefined && { model }),
        kind,
        lastPrompt: text.slice(-200),
      });
      if (isMessage) return answerMessage(kind, body, fake.usage);
      if (pathname.endsWith("/count_tokens")) return Response.json({ input_tokens: 1500 });
      if (pathname.endsWith("/models")) return Response.json({ data: [], has_more: false });
      return Response.json({ type: "error", error: { type: "not_found_error" } }, { status: 404 });
    },
  });
  const fake: FakeModelApi = {
    url: `http://127.0.0.1:${server.port}`,
    requests,
    usage: FIRST_USAGE,
    stop: () => server.stop(true),
  };
  return fake;
}
