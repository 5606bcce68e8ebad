/**
 * What Claude Code hands to `subagentStatusLine`: the session and one task for each sub-agent on
 * the screen. Other sub-agents may exist, so each task is a change and not the whole list.
 */
import { asRecord, asText, known } from "../../../base/shape.ts";
import type { Agent } from "../../../status/facts/agents.ts";
import type { Fact } from "../../../status/facts/fact.ts";
import type { Adapted, Payload } from "../harness.ts";
import { adaptSession } from "../shared/status-payload/adapt.ts";
import { count, MAX_MEMBERS, text, word } from "../shared/values.ts";

/** Claude Code's words for where a task stands; a word that is not here says nothing. */
const STATUS = new Map<string, Agent["status"]>([
  ["pending", "queued"],
  ["queued", "queued"],
  ["running", "running"],
  ["waiting", "waiting"],
  ["completed", "done"],
  ["failed", "fail"],
  ["error", "fail"],
  ["killed", "cancel"],
  ["stopped", "cancel"],
  ["cancelled", "cancel"],
  ["canceled", "cancel"],
]);

export function adaptClaudeCodeSubagents(payload: Payload): Adapted {
  const cwd = text(payload.cwd);
  const tasks = Array.isArray(payload.tasks) ? payload.tasks.slice(0, MAX_MEMBERS) : [];
  const facts: Fact[] = [...adaptSession(payload)];
  if (cwd !== undefined) facts.push({ kind: "place-known", cwd });
  for (const task of tasks) facts.push(...adaptTask(task));
  return { facts, context: "unknown" };
}

/** The width of one row as Claude Code worked it out. */
export function rowWidthCols(payload: Payload): number | undefined {
  const columns = count(payload.columns);
  return columns === undefined || columns < 1 ? undefined : Math.floor(columns);
}

function adaptTask(value: unknown): readonly Fact[] {
  const task = asRecord(value);
  const agentId = word(task?.id);
  const status = STATUS.get(asText(task?.status) ?? "");
  if (agentId === undefined || status === undefined || !isAgent(task?.type)) return [];
  const name = text(task?.name) ?? text(task?.agentType) ?? text(task?.description);
  return [{ kind: "agent-changed", agentId, status, ...known({ name }) }];
}

/** Background shells are tasks too, and no members of the session. */
function isAgent(type: unknown): boolean {
  const named = asText(type);
  return named === undefined || /agent|teammate/.test(named.slice(0, 64));
}
