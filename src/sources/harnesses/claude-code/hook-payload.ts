/**
 * The members of a Claude Code hook payload that carry state, read from JSON of unknown shape, and the
 * ids by which an open question is found again.
 */
import { asRecord, asText, known } from "../../../base/shape.ts";

/** What all hooks have in common, and the payload itself for the members of one event. */
export interface HookPayload {
  readonly event: string;
  readonly sessionId: string;
  readonly transcriptPath?: string;
  readonly cwd?: string;
  /** Id of the prompt that is worked on: one run from a prompt to its settlement. */
  readonly turnId?: string;
  readonly permissionMode?: string;
  readonly effort?: string;
  /** Set inside a sub-agent; mode, directory and effort are then its own. */
  readonly agentId?: string;
  readonly agentType?: string;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** First line of a target, for one short row; longer ones are cut by the row anyway. */
const MAX_TARGET_UNITS = 200;

/** Members of a tool's input that say best what it would do, best first. */
const TARGETS = [
  "command",
  "file_path",
  "notebook_path",
  "path",
  "url",
  "pattern",
  "query",
  "skill",
];

/** The payload, or undefined if it names no session. */
export function readHookPayload(value: unknown): HookPayload | undefined {
  const raw = asRecord(value);
  const sessionId = asText(raw?.session_id);
  if (raw === undefined || sessionId === undefined) return undefined;
  return known({
    event: asText(raw.hook_event_name) ?? "",
    sessionId,
    transcriptPath: asText(raw.transcript_path),
    cwd: asText(raw.cwd),
    turnId: asText(raw.prompt_id),
    permissionMode: asText(raw.permission_mode),
    effort: asText(asRecord(raw.effort)?.level),
    agentId: asText(raw.agent_id),
    agentType: asText(raw.agent_type),
    raw,
  });
}

/**
 * The id of a question that a tool call raises. A permission request names no tool call, so tool, input
 * and sub-agent stand for it; the hook after the call has the same three.
 */
export function toolRequestId(hook: HookPayload, tool: string, input: unknown): string {
  const about = JSON.stringify([hook.agentId ?? "", tool, input ?? null]);
  return `tool:${Bun.hash(about).toString(36)}`;
}

/** The tool and, in a few words, what it would act on: `Bash: npm test`. */
export function describeTool(tool: string, input: unknown): string {
  const target = targetOf(tool, input);
  return target === undefined ? tool : `${tool}: ${target}`;
}

/** What the tool would act on, in a few words; undefined if its input does not say. */
export function targetOf(tool: string, toolInput: unknown): string | undefined {
  const input = asRecord(toolInput) ?? {};
  if (tool === "AskUserQuestion") {
    const first = Array.isArray(input.questions) ? asRecord(input.questions[0]) : undefined;
    return firstLine(asText(first?.question));
  }
  for (const member of TARGETS) {
    const target = firstLine(asText(input[member]));
    if (target !== undefined) return target;
  }
  return undefined;
}

/** The first line that is not blank, cut; undefined if there is none. */
export function firstLine(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  // Only the beginning can matter, and a whole file may follow it.
  const line = /\S[^\r\n]*/.exec(text.slice(0, 4 * MAX_TARGET_UNITS))?.[0];
  if (line === undefined || line.length <= MAX_TARGET_UNITS) return line?.trimEnd();
  return `${line
    .slice(0, MAX_TARGET_UNITS)
    .toWellFormed()
    .replace(/\uFFFD$/, "")}…`;
}
