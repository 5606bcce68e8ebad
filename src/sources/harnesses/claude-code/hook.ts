/**
 * Claude Code's hooks: the payload of one hook to facts, and the whole work of the hook command.
 * Evidence is structured members alone; a message or a prompt is never read as a state.
 *
 * No hook fires when the person interrupts, refuses with Esc or ends a shell in the background, nor when
 * another hook refuses the end of a turn. A prompt that is typed during a turn is told under the id of
 * that turn; if it becomes a turn of its own, no hook tells of its start. What hooks say is therefore one
 * witness of several (see `sessions/merge-state.ts`).
 */
import { asFlag, asRecord, asText, known } from "../../../base/shape.ts";
import type { Agent } from "../../../status/facts/agents.ts";
import type { Fact } from "../../../status/facts/fact.ts";
import { modeFacts } from "../../sessions/merge-state.ts";
import { updateSession } from "../../sessions/store.ts";
import type { HookRun } from "../harness.ts";
import { ASKING_TOOLS } from "./hook-events.ts";
import {
  describeTool,
  firstLine,
  type HookPayload,
  readHookPayload,
  targetOf,
  toolRequestId,
} from "./hook-payload.ts";

/** Entries of one list (background tasks, tool calls) that are looked at. */
const MAX_ENTRIES = 200;

/** Ids of questions that we know only from a reminder. */
const NOTIFIED_PERMISSION = "notified:permission";
const NOTIFIED_QUESTION = "notified:question";
const NEEDS_LOGIN = "login";

/**
 * While a turn begins or ends none of its own dialogs is open. A sub-agent in the background may have
 * one, as the end of another task starts a turn meanwhile.
 */
const OWN_CLOSED: Fact = { kind: "interaction-closed", own: true };

/** The hook command: stores what the payload says. Quiet and without an error, whatever happens. */
export async function runHook(run: HookRun): Promise<void> {
  try {
    const hook = readHookPayload(run.payload);
    if (hook === undefined) return;
    await updateSession({
      stateDir: run.stateDir,
      harness: "claude-code",
      sessionId: hook.sessionId,
      facts: hookFacts(hook, run.nowMs),
      atMs: run.nowMs,
    });
  } catch {
    // The harness shows what a hook prints; a state that was not kept is not worth a message.
  }
}

/**
 * What a hook payload says, observed at `atMs`. Hooks that are not known give what all have in common.
 * Empty if no session is named. Never throws.
 */
export function adaptHook(payload: unknown, atMs: number): Fact[] {
  const hook = readHookPayload(payload);
  return hook === undefined ? [] : hookFacts(hook, atMs);
}

function hookFacts(hook: HookPayload, atMs: number): Fact[] {
  const facts = commonFacts(hook, atMs);
  // Inside a sub-agent the same events tell of the sub-agent, not of the session's turn.
  facts.push(...(hook.agentId === undefined ? mainFacts(hook, atMs) : agentFacts(hook, atMs)));
  return facts;
}

function commonFacts(hook: HookPayload, atMs: number): Fact[] {
  const { sessionId, transcriptPath } = hook;
  const source = hook.event === "SessionStart" ? asText(hook.raw.source) : undefined;
  const startedAtMs = source === "startup" || source === "clear" ? atMs : undefined;
  const facts: Fact[] = [
    known({ kind: "session-started" as const, sessionId, transcriptPath, startedAtMs }),
  ];
  if (hook.agentId !== undefined) return facts;
  if (hook.cwd !== undefined) facts.push({ kind: "place-known", cwd: hook.cwd });
  if (hook.permissionMode !== undefined) facts.push(...modeFacts(hook.permissionMode));
  if (hook.effort !== undefined) facts.push({ kind: "reasoning-set", effort: hook.effort });
  return facts;
}

function mainFacts(hook: HookPayload, atMs: number): Fact[] {
  const running: Fact = known({ kind: "turn-started" as const, turnId: hook.turnId, atMs });
  switch (hook.event) {
    case "SessionStart":
      return startFacts(hook, atMs);
    case "SessionEnd":
      return [...nothingOpen(), { kind: "turn-idle", atMs }];
    case "UserPromptSubmit":
      return isTyped(hook) ? [OWN_CLOSED, running] : [running];
    case "PreToolUse":
      return [running, ...askingTool(hook, atMs)];
    case "PermissionRequest":
      return [running, ...toolQuestion(hook, "permission", atMs)];
    case "PermissionDenied":
    case "PostToolUse":
    case "PostToolBatch":
      return [running, ...answered(hook)];
    case "PostToolUseFailure":
      return asFlag(hook.raw.is_interrupt) === true
        ? [...answered(hook), settled(hook, "cancel", atMs)]
        : [running, ...answered(hook)];
    case "Notification":
      return notificationFacts(hook, atMs);
    case "Stop":
      return stopFacts(hook, atMs);
    case "StopFailure":
      return stopFailureFacts(hook, atMs);
    case "PreCompact":
      return [{ kind: "compaction-started", atMs }];
    case "PostCompact":
      return postCompactFacts(hook, atMs);
    case "Elicitation":
      return [running, elicitation(hook, atMs)];
    case "ElicitationResult":
      return [
        { kind: "interaction-closed", requestId: elicitationId(hook) },
        { kind: "interaction-closed", requestId: NOTIFIED_QUESTION },
      ];
    case "CwdChanged":
      return textFact(hook.raw.new_cwd, (cwd) => ({ kind: "place-known", cwd }));
    case "PostModelSwitch":
      return textFact(hook.raw.to_model, (id) => ({ kind: "model-selected", id }));
    default:
      return [];
  }
}

/** Events of a sub-agent: its own state, and the questions it raises. */
function agentFacts(hook: HookPayload, atMs: number): Fact[] {
  const change = (status: Agent["status"]): Fact =>
    known({
      kind: "agent-changed" as const,
      agentId: hook.agentId ?? "",
      name: hook.agentType,
      status,
    });
  switch (hook.event) {
    case "SubagentStart":
      return [change("running")];
    case "SubagentStop":
      return [change("done")];
    case "PreToolUse": {
      const asks = askingTool(hook, atMs);
      return [change(asks.length === 0 ? "running" : "waiting"), ...asks];
    }
    case "PermissionRequest":
      return [change("waiting"), ...toolQuestion(hook, "permission", atMs)];
    case "PermissionDenied":
    case "PostToolUse":
    case "PostToolUseFailure":
    case "PostToolBatch":
      return [change("running"), ...answered(hook)];
    case "Notification":
      return notificationFacts(hook, atMs);
    case "Elicitation":
      return [change("waiting"), elicitation(hook, atMs)];
    case "ElicitationResult":
      return [change("running"), { kind: "interaction-closed", requestId: elicitationId(hook) }];
    default:
      return [];
  }
}

function startFacts(hook: HookPayload, atMs: number): Fact[] {
  const facts: Fact[] = [
    ...textFact(hook.raw.session_title, (title) => ({ kind: "session-titled", title })),
    ...textFact(hook.raw.model, (id) => ({ kind: "model-selected", id })),
    ...textFact(hook.agentType, (name) => ({ kind: "agent-set", name })),
  ];
  // After a summary the same process goes on, often in the middle of a turn.
  if (hook.raw.source !== "compact") facts.push(...nothingOpen(), { kind: "turn-idle", atMs });
  return facts;
}

/** A process that starts or ends has no question, no sub-agent and no background task. */
function nothingOpen(): Fact[] {
  return [
    { kind: "interaction-closed" },
    { kind: "agents-listed", members: [] },
    { kind: "background-counted", tasks: 0 },
  ];
}

/** Prompts that the program writes itself (a task ended, a timer) do not answer a dialog. */
function isTyped(hook: HookPayload): boolean {
  const source = asText(hook.raw.source);
  return source === undefined || source === "user" || source === "sdk";
}

function askingTool(hook: HookPayload, atMs: number): Fact[] {
  const asks = ASKING_TOOLS.get(asText(hook.raw.tool_name) ?? "");
  return asks === undefined ? [] : toolQuestion(hook, asks, atMs);
}

function toolQuestion(hook: HookPayload, asks: "permission" | "question" | "plan", atMs: number) {
  const tool = asText(hook.raw.tool_name) ?? "";
  const input = hook.raw.tool_input;
  const opened: Fact = known({
    kind: "interaction-opened" as const,
    requestId: toolRequestId(hook, tool, input),
    // The permission dialog of such a tool is the question itself.
    asks: ASKING_TOOLS.get(tool) ?? asks,
    about: tool === "" ? undefined : describeTool(tool, input),
    tool: tool === "" ? undefined : tool,
    target: tool === "" ? undefined : targetOf(tool, input),
    agentId: hook.agentId,
    turnId: hook.turnId,
    atMs,
  });
  return [opened];
}

/** A tool call that has ended was answered, however the dialog was told of. */
function answered(hook: HookPayload): Fact[] {
  const calls = Array.isArray(hook.raw.tool_calls) ? hook.raw.tool_calls : [hook.raw];
  const facts: Fact[] = [];
  for (const call of calls.slice(0, MAX_ENTRIES)) {
    const { tool_name: name, tool_input: input } = asRecord(call) ?? {};
    const requestId = toolRequestId(hook, asText(name) ?? "", input);
    facts.push({ kind: "interaction-closed", requestId });
  }
  facts.push({ kind: "interaction-closed", requestId: NOTIFIED_PERMISSION });
  return facts;
}

function notificationFacts(hook: HookPayload, atMs: number): Fact[] {
  const opened = (requestId: string, asks: "permission" | "question"): Fact =>
    known({ kind: "interaction-opened" as const, requestId, asks, turnId: hook.turnId, atMs });
  const closed = (requestId: string): Fact => ({ kind: "interaction-closed", requestId });
  switch (hook.raw.notification_type) {
    case "permission_prompt":
    case "worker_permission_prompt":
      return [opened(NOTIFIED_PERMISSION, "permission")];
    case "elicitation_dialog":
    case "elicitation_url_dialog":
    case "agent_needs_input":
      return [opened(NOTIFIED_QUESTION, "question")];
    case "elicitation_complete":
    case "elicitation_response":
    case "agent_completed":
      return [closed(NOTIFIED_QUESTION)];
    case "idle_prompt":
      return [{ kind: "interaction-closed" }, { kind: "turn-idle", atMs }];
    case "auth_success":
      return [closed(NEEDS_LOGIN)];
    default:
      return [];
  }
}

function settled(
  hook: HookPayload,
  outcome: "done" | "fail" | "cancel",
  atMs: number,
  word?: string,
) {
  const fact: Fact = known({
    kind: "turn-settled" as const,
    turnId: hook.turnId,
    outcome,
    message: word,
    atMs,
  });
  return fact;
}

/** The end of a turn, with what goes on behind it: sub-agents by name, everything else by number. */
function stopFacts(hook: HookPayload, atMs: number): Fact[] {
  const tasks = entries(hook.raw.background_tasks).filter((task) => !hasEnded(task));
  const members: Agent[] = [];
  for (const task of tasks) {
    const agentId = asText(task.id);
    if (task.type !== "subagent" || agentId === undefined) continue;
    members.push(known({ agentId, name: asText(task.agent_type), status: "running" as const }));
  }
  const facts: Fact[] = [settled(hook, "done", atMs)];
  // A sub-agent that goes on may have a dialog open; without one nothing can be.
  facts.push(members.length === 0 ? { kind: "interaction-closed" } : OWN_CLOSED);
  if (Array.isArray(hook.raw.background_tasks)) {
    // A scheduled wake-up is work that is queued.
    const queued = entries(hook.raw.session_crons).length;
    const shells = tasks.filter(({ type }) => type === "shell").length;
    facts.push(
      { kind: "agents-listed", members },
      { kind: "background-counted", tasks: tasks.length - members.length + queued, shells },
    );
  }
  return facts;
}

const ENDED = new Set(["completed", "done", "failed", "killed", "stopped", "cancelled"]);

function hasEnded(task: Readonly<Record<string, unknown>>): boolean {
  return typeof task.status === "string" && ENDED.has(task.status);
}

function entries(value: unknown): Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MAX_ENTRIES).map((entry) => asRecord(entry) ?? {});
}

function stopFailureFacts(hook: HookPayload, atMs: number): Fact[] {
  const word = firstLine(asText(hook.raw.error));
  const facts: Fact[] = [OWN_CLOSED, settled(hook, "fail", atMs, word)];
  if (word === "authentication_failed") {
    facts.push({ kind: "interaction-opened", requestId: NEEDS_LOGIN, asks: "auth", atMs });
  }
  return facts;
}

/** `/compact` is a run of its own that ends here, without a `Stop`; an automatic one is part of a turn. */
function postCompactFacts(hook: HookPayload, atMs: number): Fact[] {
  const ended: Fact = { kind: "compaction-ended", atMs };
  return hook.raw.trigger === "manual" ? [ended, settled(hook, "done", atMs)] : [ended];
}

function elicitation(hook: HookPayload, atMs: number): Fact {
  return known({
    kind: "interaction-opened" as const,
    requestId: elicitationId(hook),
    asks: "question" as const,
    about: firstLine(asText(hook.raw.mcp_server_name)),
    agentId: hook.agentId,
    turnId: hook.turnId,
    atMs,
  });
}

/** One server asks one thing at a time, and only some requests have an id of their own. */
function elicitationId(hook: HookPayload): string {
  return `elicitation:${asText(hook.raw.mcp_server_name) ?? ""}`;
}

function textFact(value: unknown, fact: (text: string) => Fact): Fact[] {
  const text = asText(value);
  return text === undefined ? [] : [fact(text)];
}
