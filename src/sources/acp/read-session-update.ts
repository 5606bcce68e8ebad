/** One update of a session as ours, with what is known of the session. Unknown ones are none. */
import type { Member, ToolCall } from "../../wire/runtime/entities.ts";
import type { AgentUpdate } from "./agent-link.ts";
import { readBlock, readId } from "./outside.ts";
import { readContentBlock } from "./read-content.ts";
import { readConfigOptions } from "./read-options.ts";
import {
  compactionText,
  readChunk,
  readCommands,
  readNotice,
  readPlan,
  readSessionInfo,
  readSubagent,
  readUnstablePlan,
  readUsage,
} from "./read-update.ts";
import {
  dropEarlierCall,
  isAbove,
  keepOptions,
  MAX_CHILDREN,
  type Memory,
  memoryOf,
  mergeCall,
  rootOf,
} from "./update-memory.ts";

type Raw = Readonly<Record<string, unknown>>;

interface Place {
  readonly memory: Memory;
  readonly sessionId: string;
  /** The member whose doing it is. */
  readonly memberId: string | undefined;
}

type Reader = (raw: Raw, place: Place) => AgentUpdate | readonly AgentUpdate[] | undefined;

const READERS: Readonly<Record<string, Reader>> = {
  user_message_chunk: (raw) => readChunk(raw, "user"),
  agent_message_chunk: (raw) => readChunk(raw, "agent"),
  agent_thought_chunk: (raw) => readChunk(raw, "thought"),
  tool_call(raw, place) {
    dropEarlierCall(place.memory, place.sessionId, raw);
    return readTool(raw, place);
  },
  tool_call_update: readTool,
  plan: (raw) => readPlan(raw.entries),
  plan_update: (raw) => readUnstablePlan(raw),
  plan_removed: () => ({ kind: "plan", items: [] }),
  available_commands_update: (raw) => readCommands(raw),
  current_mode_update: (raw, { memory }) => {
    const modeId = readId(raw.currentModeId);
    if (modeId === undefined || memory.quirks.modesAreThinking === true) return undefined;
    return { kind: "mode", modeId };
  },
  config_option_update: readOptions,
  session_info_update: (raw) => readSessionInfo(raw),
  usage_update: readUsageUpdate,
  notice: (raw) => readNotice(raw),
  compaction_update: readCompaction,
  compaction_summary_chunk: readSummaryChunk,
  subagent_update: readMember,
};

/** The names of the updates that are read, for the documentation's test. */
export const READ_UPDATES: readonly string[] = Object.keys(READERS);

export function readSessionUpdate(raw: Raw, place: Place): readonly AgentUpdate[] {
  const { sessionUpdate } = raw;
  if (typeof sessionUpdate !== "string" || !Object.hasOwn(READERS, sessionUpdate)) return [];
  const read = READERS[sessionUpdate]?.(raw, place);
  if (read === undefined) return [];
  return "kind" in read ? [read] : read;
}

function readTool(raw: Raw, { memory, sessionId, memberId }: Place): readonly AgentUpdate[] {
  const kept = mergeCall(memory, sessionId, raw, memberId);
  if (kept === undefined) return [];
  const { prompt: _, ...told } = kept;
  const { namesMembers, usedAgain } = memoryOf(memory, sessionId);
  const isAnother = usedAgain.delete(kept.call.toolCallId);
  const update: AgentUpdate = { kind: "tool", ...told, ...(isAnother && { isAnother }) };
  if (kept.call.kind !== "delegate" || namesMembers) return [update];
  return [update, { kind: "member", member: memberOfCall(kept.call) }];
}

const CALL_STATUSES = {
  pending: "queued",
  running: "running",
  done: "done",
  failed: "failed",
  cancelled: "cancelled",
} as const;

function memberOfCall({ toolCallId, title, status }: ToolCall): Member {
  return { memberId: toolCallId, title, status: CALL_STATUSES[status] };
}

function readOptions(raw: Raw, { memory, sessionId }: Place): AgentUpdate | undefined {
  const read = readConfigOptions(raw.configOptions);
  // Nothing that can be read is no news of what was known.
  if (read.length === 0) return undefined;
  return { kind: "options", options: keepOptions(memory, sessionId, read) };
}

function readUsageUpdate(raw: Raw, { memory, sessionId }: Place): AgentUpdate | undefined {
  const usage = readUsage(raw);
  if (usage === undefined) return undefined;
  const isEmpty = usage.usedTokens === 0 && memoryOf(memory, sessionId).prompts === 0;
  if (memory.quirks.ignoresZeroUsage !== true || !isEmpty) return { kind: "usage", usage };
  const { usedTokens: _, ...rest } = usage;
  return Object.keys(rest).length === 0 ? undefined : { kind: "usage", usage: rest };
}

function readCompaction(raw: Raw, { memory, sessionId }: Place): AgentUpdate {
  const session = memoryOf(memory, sessionId);
  const told = readBlock(session.compaction);
  session.compaction = "";
  if (raw.status === "in_progress") return { kind: "compaction", state: "started" };
  const text = compactionText(raw) ?? told;
  return { kind: "compaction", state: "ended", ...(text !== undefined && { text }) };
}

function readSummaryChunk(raw: Raw, { memory, sessionId }: Place): undefined {
  const session = memoryOf(memory, sessionId);
  session.compaction = readBlock(session.compaction + (readContentBlock(raw.content) ?? "")) ?? "";
}

function readMember(raw: Raw, { memory, sessionId }: Place): AgentUpdate | undefined {
  const { children } = memory;
  const childId = readId(raw.sessionId);
  if (childId === undefined || isAbove(memory, childId, sessionId)) return undefined;
  const root = rootOf(memory, sessionId);
  const member = readSubagent(raw, children.get(childId)?.member, root.memberId);
  if (member === undefined || (children.size >= MAX_CHILDREN && !children.has(childId)))
    return undefined;
  children.set(childId, { parent: sessionId, member });
  memoryOf(memory, root.sessionId).namesMembers = true;
  return { kind: "member", member };
}
