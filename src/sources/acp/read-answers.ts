/** What an agent answers: who it is, what it can, how a prompt ended. */
import { asCount, asFlag, asRecord, known } from "../../base/shape.ts";
import type { AgentIdentity, AuthMethod, TokenCounts } from "../../wire/runtime/entities.ts";
import type { AgentAbilities, PromptEnd } from "./agent-link.ts";
import type { AgentSpec } from "./agent-spec.ts";
import { type ExtensionOffer, parseExtensionOffer } from "./extension.ts";
import { readBlock, readEach, readId, readLabel, readList } from "./outside.ts";
import { shellWord } from "./shell-word.ts";

/** What `initialize` told. */
export interface Greeting {
  readonly protocolVersion: number | undefined;
  readonly identity: AgentIdentity;
  readonly abilities: AgentAbilities;
  readonly auth: readonly AuthMethod[];
  readonly offer: ExtensionOffer | undefined;
  /** The method of the agent's own with which a running turn takes more text. */
  readonly steerMethod: string | undefined;
  /** Sets of folders beside the working directory are taken. */
  readonly takesRoots: boolean;
}

/** The answer to `initialize`. `command` is how the agent is started, for a login in a terminal. */
export function readGreeting(
  value: unknown,
  spec: AgentSpec,
  command: readonly string[],
): Greeting {
  const raw = asRecord(value) ?? {};
  const info = asRecord(raw.agentInfo);
  const able = asRecord(raw.agentCapabilities);
  const session = asRecord(able?.sessionCapabilities);
  const offer = parseExtensionOffer(raw._meta);
  const steering = asRecord(asRecord(raw._meta)?.steering);
  const steerMethod = steering?.supported === true ? spec.quirks.steerMeta : undefined;
  return {
    protocolVersion: asCount(raw.protocolVersion),
    identity: known({
      name: spec.name,
      title: readLabel(info?.title) ?? spec.title,
      version: readLabel(info?.version),
    }),
    abilities: {
      load: asFlag(able?.loadSession) ?? false,
      resume: asRecord(session?.resume) !== undefined,
      close: asRecord(session?.close) !== undefined,
      steer: offer?.steer === true || steerMethod !== undefined,
      listsTasks: offer?.tasks === true,
    },
    auth: readEach(raw.authMethods, (method) => readAuthMethod(method, command)),
    offer,
    steerMethod,
    takesRoots: asRecord(session?.additionalDirectories) !== undefined,
  };
}

function readAuthMethod(value: unknown, command: readonly string[]): AuthMethod | undefined {
  const raw = asRecord(value);
  const methodId = readId(raw?.id);
  if (raw === undefined || methodId === undefined) return undefined;
  const isTerminal = raw.type === "terminal";
  const args = readList(raw.args).filter((arg): arg is string => typeof arg === "string");
  return known({
    methodId,
    name: readLabel(raw.name) ?? methodId,
    description: readBlock(raw.description),
    command: isTerminal ? readLabel([...command, ...args].map(shellWord).join(" ")) : undefined,
  });
}

/** The answer to `session/prompt`; undefined where it does not say how the turn ended. */
export function readPromptEnd(value: unknown): PromptEnd | undefined {
  const raw = asRecord(value);
  const stopReason = readLabel(raw?.stopReason);
  if (raw === undefined || stopReason === undefined) return undefined;
  const usage = readAcpUsage(raw.usage) ?? readQuotaTokens(asRecord(raw._meta)?.quota);
  return known({ stopReason, usage });
}

/** `usage` of an answer: ACP's unstable member, which agents send. Input is without the cache there. */
function readAcpUsage(value: unknown): TokenCounts | undefined {
  const raw = asRecord(value);
  const input = asCount(raw?.inputTokens);
  const output = asCount(raw?.outputTokens);
  if (raw === undefined || input === undefined || output === undefined) return undefined;
  return known({
    input,
    output,
    cacheRead: asCount(raw.cachedReadTokens),
    cacheWrite: asCount(raw.cachedWriteTokens),
  });
}

/** `_meta.quota` of Gemini CLI: tokens, and no quota. Its input holds what the cache read; how much is not told. */
function readQuotaTokens(value: unknown): TokenCounts | undefined {
  const raw = asRecord(asRecord(value)?.token_count);
  const input = asCount(raw?.input_tokens);
  const output = asCount(raw?.output_tokens);
  if (input === undefined || output === undefined) return undefined;
  return { input, output };
}
