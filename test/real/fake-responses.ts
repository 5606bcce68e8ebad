/** The responses API of OpenAI, as far as Codex needs it: one reply, streamed. */
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
  TOOL_COMMAND,
  toolCallOf,
} from "./fake-prompts.ts";

const USAGE = {
  input_tokens: 6500,
  input_tokens_details: { cached_tokens: 5000 },
  output_tokens: 42,
  output_tokens_details: { reasoning_tokens: 5 },
  total_tokens: 6542,
} as const;

type Body = Readonly<Record<string, unknown>>;

export function readResponsesAsk(body: Body): Ask {
  const items = Array.isArray(body.input) ? body.input : [body.input];
  const last = asRecord(items.at(-1));
  const tools = Array.isArray(body.tools) ? body.tools : [];
  return {
    text: asText(last?.type)?.endsWith("_output") === true ? "" : flatten(last?.content),
    tools: tools.map((tool) => asText(asRecord(tool)?.name) ?? asText(asRecord(tool)?.type) ?? ""),
  };
}

/** The same command under the argument that each of its tools gives it. */
function callArguments(name: string): Body {
  if (name === "exec_command") return { cmd: TOOL_COMMAND };
  if (name === "shell_command") return { command: TOOL_COMMAND };
  return { command: ["bash", "-lc", TOOL_COMMAND] };
}

let serial = 0;

function* events(kind: ReplyKind, ask: Ask, model: string): Generator<string> {
  serial += 1;
  const id = `resp_fake${serial}`;
  const call = toolCallOf(kind, ask);
  const text = replyText(kind);
  const item =
    call === undefined
      ? {
          type: "message",
          id: `msg_fake${serial}`,
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text, annotations: [] }],
        }
      : {
          type: "function_call",
          id: `fc_fake${serial}`,
          call_id: `call_fake${serial}`,
          name: call.name,
          arguments: JSON.stringify(callArguments(call.name)),
          status: "completed",
        };
  const frame = (type: string, rest: Body): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
  const place = { item_id: item.id, output_index: 0, content_index: 0 };
  const started = { ...item, status: "in_progress", ...(call === undefined && { content: [] }) };
  yield frame("response.created", { response: { id, status: "in_progress", output: [] } });
  yield frame("response.output_item.added", { output_index: 0, item: started });
  if (call === undefined)
    for (const delta of piecesOf(text))
      yield frame("response.output_text.delta", { ...place, delta });
  yield frame("response.output_item.done", { output_index: 0, item });
  yield frame("response.completed", {
    response: { id, object: "response", status: "completed", model, output: [item], usage: USAGE },
  });
}

/** The answer to one `POST /v1/responses`. */
export async function answerResponses(kind: ReplyKind, ask: Ask, body: Body): Promise<Response> {
  if (kind === "error")
    return Response.json(
      { error: { type: "invalid_request_error", message: ERROR_TEXT } },
      { status: 400 },
    );
  const { beginMs, gapMs } = paceOf(kind);
  await Bun.sleep(beginMs);
  return streamed(events(kind, ask, asText(body.model) ?? "fake-model"), gapMs);
}
