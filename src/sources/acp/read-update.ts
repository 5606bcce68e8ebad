/** Updates of ACP that need no memory, each as one of ours. Unknown ones are none. */
import { asCount, asNumber, asRecord, asText, known } from "../../base/shape.ts";
import type { AgentCommand, Member, PlanItem, Usage } from "../../wire/runtime/entities.ts";
import type { AgentUpdate } from "./agent-link.ts";
import { readBlock, readEach, readId, readLabel, readWord } from "./outside.ts";
import { readContentBlock, readContentBlocks } from "./read-content.ts";

type Raw = Readonly<Record<string, unknown>>;

const LEVELS = ["info", "warning", "error"] as const;
const PRIORITIES = ["high", "medium", "low"] as const;
const PLAN_STATUSES: Readonly<Record<string, PlanItem["status"]>> = {
  in_progress: "running",
  completed: "done",
  // Of the second draft of ACP: nothing more is to be done of it.
  cancelled: "done",
};

/** A piece of text of one of the three voices. */
export function readChunk(raw: Raw, role: "agent" | "thought" | "user"): AgentUpdate | undefined {
  const text = readContentBlock(raw.content);
  if (text === undefined) return undefined;
  return known({ kind: "text" as const, role, text, messageId: readId(raw.messageId) });
}

/** A whole plan. */
export function readPlan(entries: unknown): AgentUpdate {
  return { kind: "plan", items: readEach(entries, readPlanItem) };
}

function readPlanItem(value: unknown): PlanItem | undefined {
  const raw = asRecord(value);
  const text = readLabel(raw?.content);
  if (raw === undefined || text === undefined) return undefined;
  const status = PLAN_STATUSES[String(raw.status)] ?? "pending";
  return known({ text, status, priority: readWord(raw.priority, PRIORITIES) });
}

/** `plan_update`, which is not stable: a list, or Markdown whose lines are taken as one. */
export function readUnstablePlan(raw: Raw): AgentUpdate | undefined {
  const plan = asRecord(raw.plan);
  if (plan?.type === "items") return readPlan(plan.entries);
  if (plan?.type !== "markdown") return undefined;
  const lines = asText(plan.content)?.split("\n") ?? [];
  return { kind: "plan", items: readEach(lines, readMarkdownItem) };
}

/** `- [x] text`, `1. text`, `text`. */
function readMarkdownItem(line: unknown): PlanItem | undefined {
  const [, box, rest] = /^\s*(?:[-*+]|\d+[.)])?\s*(\[[ xX]\])?\s*(.*)$/.exec(String(line)) ?? [];
  const text = readLabel(rest);
  if (text === undefined) return undefined;
  return { text, status: box !== undefined && box !== "[ ]" ? "done" : "pending" };
}

/** `available_commands_update`. */
export function readCommands(raw: Raw): AgentUpdate {
  const read = (value: unknown): AgentCommand | undefined => {
    const command = asRecord(value);
    const name = readLabel(command?.name);
    if (command === undefined || name === undefined) return undefined;
    const hint = readLabel(asRecord(command.input)?.hint);
    return known({ name, description: readLabel(command.description), hint });
  };
  return { kind: "commands", commands: readEach(raw.availableCommands, read) };
}

/** `usage_update`. A window of 0 is none. */
export function readUsage(raw: Raw): Usage | undefined {
  const cost = asRecord(raw.cost);
  const amount = asNumber(cost?.amount);
  const currency = readLabel(cost?.currency);
  const size = asCount(raw.size);
  const usage = known({
    usedTokens: asCount(raw.used),
    windowTokens: size === 0 ? undefined : size,
    cost: amount === undefined || currency === undefined ? undefined : { amount, currency },
  });
  return Object.keys(usage).length === 0 ? undefined : usage;
}

/** `session_info_update`: a title, or its end; without either it says nothing of ours. */
export function readSessionInfo(raw: Raw): AgentUpdate | undefined {
  if (raw.title === null) return { kind: "title" };
  const title = readLabel(raw.title);
  return title === undefined ? undefined : { kind: "title", title };
}

/** `notice`. */
export function readNotice(raw: Raw): AgentUpdate | undefined {
  const parts = [readLabel(raw.title), readBlock(raw.description)];
  const text = parts.filter((part) => part !== undefined).join(": ");
  if (text === "") return undefined;
  return { kind: "notice", level: readWord(raw.severity, LEVELS) ?? "info", text };
}

/** `subagent_update`, which is not stable; what it leaves out stays as it was. */
export function readSubagent(
  raw: Raw,
  before: Member | undefined,
  parentId: string | undefined,
): Member | undefined {
  const memberId = readId(raw.sessionId);
  if (memberId === undefined) return undefined;
  return known({
    memberId,
    status: subagentStatus(raw.state) ?? before?.status ?? "running",
    title: readLabel(raw.title) ?? before?.title,
    activity: readLabel(raw.description) ?? before?.activity,
    parentId: parentId ?? before?.parentId,
  });
}

function subagentStatus(value: unknown): Member["status"] | undefined {
  const state = asRecord(value);
  switch (state?.state) {
    case "running":
      return "running";
    case "requires_action":
      return "waiting";
    case "idle":
      if (state.stopReason === "error" || state.stopReason === "refusal") return "failed";
      return state.stopReason === "cancelled" ? "cancelled" : "done";
    default:
      return undefined;
  }
}

/** The words of a compaction's summary or of why there is none. */
export function compactionText(raw: Raw): string | undefined {
  return readBlock(raw.error) ?? readContentBlocks(raw.summary);
}
