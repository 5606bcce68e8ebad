/** The chat completions API of OpenAI, as far as a client needs it: one reply, streamed or whole. */
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

const USAGE = { prompt_tokens: 6500, completion_tokens: 42, total_tokens: 6542 } as const;

type Body = Readonly<Record<string, unknown>>;

export function readOpenaiAsk(body: Body): Ask {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  const last = asRecord(messages.at(-1));
  const tools = Array.isArray(body.tools) ? body.tools : [];
  return {
    text: last?.role === "tool" ? "" : flatten(last?.content),
    tools: tools.map((tool) => asText(asRecord(asRecord(tool)?.function)?.name) ?? ""),
  };
}

function* chunks(model: string, deltas: readonly Body[], finish: string): Generator<string> {
  const head = { id: "cmpl_fake", object: "chat.completion.chunk", created: 1, model };
  const frame = (chunk: Body): string => `data: ${JSON.stringify({ ...head, ...chunk })}\n\n`;
  for (const delta of deltas) yield frame({ choices: [{ index: 0, delta, finish_reason: null }] });
  yield frame({ choices: [{ index: 0, delta: {}, finish_reason: finish }], usage: USAGE });
  yield "data: [DONE]\n\n";
}

let serial = 0;
function callDelta(call: ToolCall): Body {
  serial += 1;
  return {
    role: "assistant",
    tool_calls: [
      {
        index: 0,
        id: `call_fake${serial}`,
        type: "function",
        function: { name: call.name, arguments: JSON.stringify(call.input) },
      },
    ],
  };
}

function whole(model: string, text: string): Response {
  return Response.json({
    id: "cmpl_fake",
    object: "chat.completion",
    created: 1,
    model,
    choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
    usage: USAGE,
  });
}

/** The answer to one `POST /v1/chat/completions`. */
export async function answerOpenai(kind: ReplyKind, ask: Ask, body: Body): Promise<Response> {
  if (kind === "error")
    return Response.json(
      { error: { type: "invalid_request_error", message: ERROR_TEXT } },
      { status: 400 },
    );
  const model = asText(body.model) ?? "fake-model";
  if (body.stream !== true) return whole(model, replyText(kind));
  const { beginMs, gapMs } = paceOf(kind);
  await Bun.sleep(beginMs);
  const call = toolCallOf(kind, ask);
  const words = piecesOf(replyText(kind)).map((content) => ({ role: "assistant", content }));
  return call === undefined
    ? streamed(chunks(model, words, "stop"), gapMs)
    : streamed(chunks(model, [callDelta(call)], "tool_calls"), gapMs);
}
