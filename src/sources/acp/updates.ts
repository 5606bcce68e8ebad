/**
 * What an agent says of its sessions. Tool calls come out whole, sessions of members lead to the one that
 * they belong to.
 */
import { asRecord } from "../../base/shape.ts";
import type { AgentOption, Member, ToolCall } from "../../wire/runtime/entities.ts";
import type { AgentUpdate } from "./agent-link.ts";
import type { AgentQuirks } from "./agent-spec.ts";
import { parseExtension, parseExtensionMark } from "./extension.ts";
import { readId } from "./outside.ts";
import type { OptionWay, ReadOption } from "./read-options.ts";
import { readSessionUpdate } from "./read-session-update.ts";
import { refreshTerminals, type TerminalLookup } from "./read-tool.ts";
import {
  dropEarlierCall,
  forgetSession,
  keepOptions,
  type Memory,
  memoryOf,
  mergeCall,
  type Root,
  rootOf,
} from "./update-memory.ts";

/** An update and the session that it is of. */
export interface Told {
  readonly sessionId: string;
  readonly update: AgentUpdate;
}

export interface Updates {
  /** Params of `session/update`. */
  readonly read: (params: unknown) => readonly Told[];
  /** A notification of our extension; nothing for another one. */
  readonly readExtension: (method: string, params: unknown) => readonly Told[];
  /** A call as a permission request tells it, merged with what is known of it. */
  readonly mergeCall: (sessionId: string, toolCall: unknown) => ToolCall | undefined;
  /** The session at the root of one, and the member that it is. */
  readonly rootOf: (sessionId: string) => Root;
  /** Options as the agent just told them. */
  readonly keepOptions: (
    sessionId: string,
    options: readonly ReadOption[],
  ) => readonly AgentOption[];
  readonly optionWay: (sessionId: string, optionId: string) => OptionWay | undefined;
  /** The options with one that the agent took over without saying so. */
  readonly changeOption: (
    sessionId: string,
    optionId: string,
    value: string,
  ) => readonly AgentOption[];
  readonly promptSent: (sessionId: string) => void;
  /** The calls that a cancelled turn leaves open, as cancelled. */
  readonly cancelCalls: (sessionId: string) => readonly Told[];
  /** The calls that show a terminal, as it stands now. */
  readonly terminalChanged: (sessionId: string, terminalId: string) => readonly Told[];
  readonly forget: (sessionId: string) => void;
}

type Raw = Readonly<Record<string, unknown>>;

/** The memory of one link. */
export function createUpdates(quirks: AgentQuirks, terminal: TerminalLookup): Updates {
  const memory: Memory = { quirks, terminal, sessions: new Map(), children: new Map() };
  return {
    read: (params) => read(memory, params),
    readExtension(method, params) {
      const told = parseExtension(method, params);
      return told === undefined ? [] : [told];
    },
    mergeCall(sessionId, toolCall) {
      dropEarlierCall(memory, sessionId, toolCall);
      return mergeCall(memory, sessionId, toolCall)?.call;
    },
    rootOf: (sessionId) => rootOf(memory, sessionId),
    keepOptions: (sessionId, options) => keepOptions(memory, sessionId, options),
    optionWay: (sessionId, optionId) =>
      memoryOf(memory, sessionId).options.find(({ option }) => option.optionId === optionId)?.way,
    changeOption(sessionId, optionId, value) {
      const session = memoryOf(memory, sessionId);
      session.options = session.options.map((one) =>
        one.option.optionId === optionId ? { ...one, option: { ...one.option, value } } : one,
      );
      return session.options.map(({ option }) => option);
    },
    promptSent(sessionId) {
      memoryOf(memory, sessionId).prompts += 1;
    },
    cancelCalls: (sessionId) => cancelCalls(memory, sessionId),
    terminalChanged: (sessionId, terminalId) => terminalChanged(memory, sessionId, terminalId),
    forget: (sessionId) => forgetSession(memory, sessionId),
  };
}

function read(memory: Memory, params: unknown): readonly Told[] {
  const raw = asRecord(params);
  const update = asRecord(raw?.update);
  const from = readId(raw?.sessionId);
  if (update === undefined || from === undefined) return [];
  const { sessionId, memberId } = rootOf(memory, from);
  const mark = memberId ?? markedMember(memory, sessionId, update, raw);
  const updates = readSessionUpdate(update, { memory, sessionId: from, memberId: mark });
  const own = mark === undefined ? updates : updates.flatMap((one) => ofMember(one, mark));
  const usage = childUsage(memory.children.get(memberId ?? "")?.member, updates);
  return [...own, ...usage].map((one) => ({ sessionId, update: one }));
}

/** A member has texts and calls in its session's transcript; the rest that it says is its own affair. */
function ofMember(update: AgentUpdate, memberId: string): readonly AgentUpdate[] {
  if (update.kind === "text" || update.kind === "tool") return [{ ...update, memberId }];
  return update.kind === "member" ? [update] : [];
}

/** The member that an update names: by our mark, or by the call with which Claude Code delegated. */
function markedMember(
  memory: Memory,
  sessionId: string,
  update: Raw,
  params: Raw | undefined,
): string | undefined {
  const mark =
    parseExtensionMark(update._meta).memberId ?? parseExtensionMark(params?._meta).memberId;
  if (mark !== undefined) return mark;
  const parent = readId(asRecord(asRecord(update._meta)?.claudeCode)?.parentToolUseId);
  if (parent === undefined) return undefined;
  const { calls } = memoryOf(memory, sessionId);
  return calls.get(parent)?.call.kind === "delegate" ? parent : undefined;
}

/** What a member's session says of its context, as the member. */
function childUsage(
  member: Member | undefined,
  updates: readonly AgentUpdate[],
): readonly AgentUpdate[] {
  if (member === undefined) return [];
  return updates.flatMap((update) => {
    if (update.kind !== "usage") return [];
    const { usedTokens, windowTokens } = update.usage;
    const counts = {
      ...(usedTokens !== undefined && { usedTokens }),
      ...(windowTokens !== undefined && { windowTokens }),
    };
    if (Object.keys(counts).length === 0) return [];
    return [{ kind: "member" as const, member: { ...member, ...counts } }];
  });
}

function cancelCalls(memory: Memory, sessionId: string): readonly Told[] {
  const open = [...memoryOf(memory, sessionId).calls.values()].filter(
    ({ call }) => call.status === "pending" || call.status === "running",
  );
  return open.flatMap(({ call, memberId }) => {
    const raw = { sessionUpdate: "tool_call_update", toolCallId: call.toolCallId };
    return readSessionUpdate({ ...raw, status: "cancelled" }, { memory, sessionId, memberId }).map(
      (update) => ({ sessionId, update }),
    );
  });
}

function terminalChanged(memory: Memory, from: string, terminalId: string): readonly Told[] {
  const { calls } = memoryOf(memory, from);
  const root = rootOf(memory, from);
  return [...calls].flatMap(([id, { call, memberId, prompt }]) => {
    const shows = call.content.some(
      (part) => part.kind === "terminal" && part.terminalId === terminalId,
    );
    if (!shows) return [];
    const owner = root.memberId ?? memberId;
    const told = {
      call: refreshTerminals(call, memory.terminal),
      ...(owner !== undefined && { memberId: owner }),
    };
    calls.set(id, { ...told, prompt });
    return [{ sessionId: root.sessionId, update: { kind: "tool" as const, ...told } }];
  });
}
