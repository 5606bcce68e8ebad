/** The Gemini API, as far as Gemini CLI needs it: one reply, streamed or whole. */
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
  toolCallOf,
} from "./fake-prompts.ts";

const USAGE = {
  promptTokenCount: 6500,
  candidatesTokenCount: 42,
  totalTokenCount: 6542,
  cachedContentTokenCount: 5000,
} as const;

/** What its side requests want: who speaks next, which model fits. */
const SIDE_ANSWER = '{"reasoning":"x","next_speaker":"user","model_choice":"flash"}';

type Body = Readonly<Record<string, unknown>>;

export function readGeminiAsk(body: Body): Ask {
  const contents = Array.isArray(body.contents) ? body.contents : [];
  const parts = asRecord(contents.at(-1))?.parts;
  const list = Array.isArray(parts) ? parts : [];
  const isResult = list.some((part) => asRecord(asRecord(part)?.functionResponse) !== undefined);
  const tools = Array.isArray(body.tools) ? body.tools : [];
  const declared = tools.flatMap((tool) => {
    const some = asRecord(tool)?.functionDeclarations;
    return Array.isArray(some) ? some : [];
  });
  return {
    text: isResult ? "" : flatten(list),
    tools: declared.map((tool) => asText(asRecord(tool)?.name) ?? ""),
  };
}

/** The answer to one `generateContent` or `streamGenerateContent`. */
export async function answerGemini(
  kind: ReplyKind,
  ask: Ask,
  body: Body,
  isStream: boolean,
): Promise<Response> {
  if (kind === "error")
    return Response.json({ error: { code: 400, message: ERROR_TEXT } }, { status: 400 });
  const { beginMs, gapMs } = paceOf(kind);
  await Bun.sleep(beginMs);
  const call = toolCallOf(kind, ask);
  const wantsJson = /response(Json)?Schema/i.test(JSON.stringify(body.generationConfig ?? {}));
  const text = wantsJson ? SIDE_ANSWER : replyText(kind);
  const part =
    call === undefined ? { text } : { functionCall: { name: call.name, args: call.input } };
  if (!isStream) return Response.json(replyOf(part, true));
  const texts = wantsJson ? [text] : piecesOf(text);
  const parts = call === undefined ? texts.map((piece) => ({ text: piece })) : [part];
  const replies = parts.map((each, at) => replyOf(each, at === parts.length - 1));
  return streamed(
    replies.map((reply) => `data: ${JSON.stringify(reply)}\n\n`),
    gapMs,
  );
}

function replyOf(part: Body, isLast: boolean): Body {
  const end = isLast ? { finishReason: "STOP" } : {};
  return {
    candidates: [{ content: { role: "model", parts: [part] }, ...end, index: 0 }],
    usageMetadata: USAGE,
    modelVersion: "fake",
  };
}
