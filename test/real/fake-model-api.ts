/**
 * A loopback stand-in for the model services that the real clients talk to: Anthropic's messages,
 * OpenAI's chat completions and responses, and Gemini, with their event streams, token counting and the model list. Nothing
 * here reaches a network: it listens on 127.0.0.1 and a random port. What it answers depends on words
 * in the person's last prompt (`fake-prompts.ts`).
 */
import { asRecord, asText } from "../../src/base/shape.ts";
import { answerAnthropic, readAnthropicAsk, type TokenUsage } from "./fake-anthropic.ts";
import { answerGemini, readGeminiAsk } from "./fake-gemini.ts";
import { answerOpenai, readOpenaiAsk } from "./fake-openai.ts";
import { type Ask, type ReplyKind, replyKindOf } from "./fake-prompts.ts";
import { answerResponses, readResponsesAsk } from "./fake-responses.ts";

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

type Body = Readonly<Record<string, unknown>>;

/** One of the services: how it reads what is asked, and how it answers. */
interface Service {
  readonly path: RegExp;
  read(body: Body): Ask;
  answer(kind: ReplyKind, ask: Ask, body: Body, path: string, usage: TokenUsage): Promise<Response>;
}

const SERVICES: readonly Service[] = [
  { path: /\/chat\/completions$/, read: readOpenaiAsk, answer: answerOpenai },
  { path: /\/responses$/, read: readResponsesAsk, answer: answerResponses },
  {
    path: /generateContent$/i,
    read: readGeminiAsk,
    answer: (kind, ask, body, path) => answerGemini(kind, ask, body, path.includes("stream")),
  },
  {
    path: /\/messages$/,
    read: readAnthropicAsk,
    answer: (kind, ask, body, _, usage) => answerAnthropic(kind, ask, body, usage),
  },
];

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
      const service = SERVICES.find(({ path }) => path.test(pathname));
      const ask = (service?.read ?? readAnthropicAsk)(body);
      const kind = replyKindOf(ask);
      const model = asText(body.model);
      requests.push({
        method: request.method,
        path: pathname,
        ...(model !== undefined && { model }),
        kind: service === undefined ? "other" : kind,
        lastPrompt: ask.text.slice(-PROMPT_CHARS_CAP),
      });
      if (service !== undefined) return service.answer(kind, ask, body, pathname, fake.usage);
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
