/** What is kept of sessions to read their updates: calls, options, members' sessions. */
import { asRecord } from "../../base/shape.ts";
import type { AgentOption, Member, ToolCall } from "../../wire/runtime/entities.ts";
import type { AgentQuirks } from "./agent-spec.ts";
import { readId } from "./outside.ts";
import type { ReadOption } from "./read-options.ts";
import { readToolCall, type TerminalLookup } from "./read-tool.ts";

/** Calls of a session that are kept to be merged with. More than these are not changed any more. */
const MAX_CALLS = 2000;

/** Sessions of members that are known by their parent. */
export const MAX_CHILDREN = 2000;

/** Sessions of which anything is kept; an agent has a handful. */
const MAX_SESSIONS = 4000;

export interface KeptCall {
  readonly call: ToolCall;
  readonly memberId?: string;
  /** Number of the prompt in which it began. */
  readonly prompt: number;
}

export interface SessionMemory {
  readonly calls: Map<string, KeptCall>;
  /** Ids of calls that are other ones than those that were told under them. */
  readonly usedAgain: Set<string>;
  options: readonly ReadOption[];
  /** How many were sent. */
  prompts: number;
  /** It tells of members by `subagent_update`, so its tool calls need not. */
  namesMembers: boolean;
  /** The summary so far. */
  compaction: string;
}

export interface Memory {
  readonly quirks: AgentQuirks;
  readonly terminal: TerminalLookup;
  readonly sessions: Map<string, SessionMemory>;
  readonly children: Map<string, { readonly parent: string; readonly member: Member }>;
}

export interface Root {
  readonly sessionId: string;
  readonly memberId?: string;
}

export function memoryOf(memory: Memory, sessionId: string): SessionMemory {
  const found = memory.sessions.get(sessionId);
  if (found !== undefined) return found;
  const fresh: SessionMemory = {
    calls: new Map(),
    usedAgain: new Set(),
    options: [],
    prompts: 0,
    namesMembers: false,
    compaction: "",
  };
  if (memory.sessions.size < MAX_SESSIONS) memory.sessions.set(sessionId, fresh);
  return fresh;
}

/** The session at the root of one, and the member that it is. */
export function rootOf(memory: Memory, sessionId: string): Root {
  const root = ancestors(memory, sessionId).at(-1);
  return root === undefined ? { sessionId } : { sessionId: root, memberId: sessionId };
}

/** The sessions above one, the nearest first. None comes twice: `isAbove` is asked before one is added. */
function ancestors({ children }: Memory, sessionId: string): readonly string[] {
  const found: string[] = [];
  for (let up = children.get(sessionId); up !== undefined; up = children.get(up.parent))
    found.push(up.parent);
  return found;
}

/** Whether a session stands above another one, and so cannot be its child. */
export function isAbove(memory: Memory, upper: string, sessionId: string): boolean {
  return upper === sessionId || ancestors(memory, sessionId).includes(upper);
}

/** Lays what is told of a call over what is known of it. */
export function mergeCall(
  memory: Memory,
  sessionId: string,
  raw: unknown,
  memberId?: string,
): KeptCall | undefined {
  const { calls, prompts } = memoryOf(memory, sessionId);
  const id = readId(asRecord(raw)?.toolCallId);
  const before = id === undefined ? undefined : calls.get(id);
  const call = readToolCall(raw, before?.call, memory);
  if (call === undefined) return undefined;
  const owner = memberId ?? before?.memberId;
  const prompt = before?.prompt ?? prompts;
  const kept = { call, prompt, ...(owner !== undefined && { memberId: owner }) };
  if (before !== undefined || calls.size < MAX_CALLS) calls.set(call.toolCallId, kept);
  return kept;
}

/**
 * Drops what is known of an earlier prompt's call whose id now names another one: some agents count their calls
 * anew in each turn. `raw` is a `tool_call`, which begins one, or that of a permission, which may come before it.
 */
export function dropEarlierCall(memory: Memory, sessionId: string, raw: unknown): void {
  const { calls, prompts, usedAgain } = memoryOf(memory, sessionId);
  const id = readId(asRecord(raw)?.toolCallId);
  const before = id === undefined ? undefined : calls.get(id);
  if (id === undefined || before === undefined || before.prompt === prompts) return;
  const isOpen = before.call.status === "pending" || before.call.status === "running";
  if (isOpen && asRecord(raw)?.sessionUpdate !== "tool_call") return;
  calls.delete(id);
  usedAgain.add(id);
}

/** Takes over options as the agent just told them; all that there are by then. */
export function keepOptions(
  memory: Memory,
  sessionId: string,
  read: readonly ReadOption[],
): readonly AgentOption[] {
  const session = memoryOf(memory, sessionId);
  // The models of before config options are told once, when the session opens.
  const models = session.options.filter(({ way }) => way === "models");
  const hasModel = read.some(({ option }) => option.category === "model");
  session.options = hasModel ? read : [...read, ...models];
  return session.options.map(({ option }) => option);
}

/** Drops a session and those of its members. */
export function forgetSession(memory: Memory, sessionId: string): void {
  const all = [...memory.children.keys()];
  const below = all.filter((child) => ancestors(memory, child).includes(sessionId));
  for (const id of [sessionId, ...below]) {
    memory.sessions.delete(id);
    memory.children.delete(id);
  }
}
