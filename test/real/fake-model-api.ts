/**
 * A loopback stand-in for the model services that the real clients talk to: Anthropic's messages and
 * OpenAI's chat completions, with their event streams, token counting and the model list. Nothing
 * here reaches a network: it listens on 127.0.0.1 and a random port. What it answers depends on words
 * in the person's last prompt (`fake-prompts.ts`).
 */
import { asRecord, asText } from "../../src/base/shape.ts";
import { answerAnthropic, readAnthropicAsk, type TokenUsage } from "./fake-anthropic.ts";
import { answerOpenai, readOpenaiAsk } from "./fake-openai.ts";
import { type ReplyKind, replyKindOf } from "./fake-prompts.ts";

/** Tokens of one request at the start; set `usage` to change what the next replies report. */
const FIRST_USAGE: TokenUsage = {
  freshTokens: 1200,
  cacheWriteTokens: 30_000,
  cacheReadTokens: 90_000,
};
/** Kept of a prompt for the report of a failure. */
const PROMPT_CHARS_CAP = 200;

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly model?: string;
  readonly kind: ReplyKind | "other";
  readonly lastPrompt: string;
}

export interface FakeModelApi {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  usage: TokenUsage;
  stop(): Promise<void>;
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
      const isOpenai = pathname.endsWith("/chat/completions");
      const isTurn = isOpenai || pathname.endsWith("/messages");
      const ask = isOpenai ? readOpenaiAsk(body) : readAnthropicAsk(body);
      const kind = replyKindOf(ask);
      const model = asText(body.model);
      requests.push({
        method: request.method,
        path: pathname,
        ...(model !== undefined && { model }),
        kind: isTurn ? kind : "other",
        lastPrompt: ask.text.slice(-PROMPT_CHARS_CAP),
      });
      if (isOpenai) return answerOpenai(kind, ask, body);
      if (isTurn) return answerAnthropic(kind, ask, body, fake.usage);
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
