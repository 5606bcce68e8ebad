/** How much of what an agent says is kept. Whoever says more is cut, so that no agent fills the memory. */

import type { InteractionRequest } from "../../sources/acp/agent-link.ts";
import type {
  AgentCommand,
  AgentOption,
  Member,
  OptionChoice,
  PlanItem,
  Task,
  ToolCall,
  ToolContent,
} from "../../wire/runtime/entities.ts";

/** Of titles, names, labels: what a row can show, many times over. */
const LINE_CHARS = 1000;
/** Of a text in a dialog or a plan. */
const BODY_CHARS = 64 * 1024;
/** One text entry; a longer text goes on in a further entry. */
export const MAX_ENTRY_CHARS = 128 * 1024;
/** All entries together; older ones go first. */
export const MAX_TRANSCRIPT_CHARS = 24 * 1024 * 1024;
const TOOL_INPUT_CHARS = 16 * 1024;
/** One part of what a tool gives back. */
const TOOL_TEXT_CHARS = 64 * 1024;
const TOOL_PARTS = 32;
const LOCATIONS = 100;
const PLAN_ITEMS = 200;
const CHOICES = 500;
const OPTIONS = 64;
const FORM_FIELDS = 64;
export const MAX_MEMBERS = 1000;
const MAX_TASKS = 1000;

/** At most so many characters, with a mark where something is missing. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  return `${wholeHead(text, maxChars - 1)}…`;
}

/** The first characters, never half of a surrogate pair. */
export function wholeHead(text: string, maxChars: number): string {
  const last = text.charCodeAt(maxChars - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxChars - 1 : maxChars);
}

export function cutLine(text: string): string {
  return cutText(text, LINE_CHARS);
}

export function boundedCall(call: ToolCall): ToolCall {
  const { input, locations } = call;
  return {
    ...call,
    title: cutLine(call.title),
    ...(input !== undefined && { input: cutText(input, TOOL_INPUT_CHARS) }),
    ...(locations !== undefined && { locations: locations.slice(0, LOCATIONS) }),
    content: call.content.slice(0, TOOL_PARTS).map(boundedContent),
  };
}

function boundedContent(content: ToolContent): ToolContent {
  switch (content.kind) {
    case "text":
      return { ...content, text: cutText(content.text, TOOL_TEXT_CHARS) };
    case "diff": {
      const { oldText, newText } = content;
      return {
        ...content,
        ...(oldText !== undefined && { oldText: cutText(oldText, TOOL_TEXT_CHARS) }),
        newText: cutText(newText, TOOL_TEXT_CHARS),
      };
    }
    case "terminal": {
      const { output } = content;
      if (output.length <= TOOL_TEXT_CHARS) return content;
      // Of a running program the end counts.
      return { ...content, output: output.slice(-TOOL_TEXT_CHARS), truncated: true };
    }
    default:
      return content satisfies never;
  }
}

/** About how much memory it takes. */
export function callChars(call: ToolCall): number {
  let chars = call.title.length + (call.input?.length ?? 0);
  for (const part of call.content) {
    if (part.kind === "text") chars += part.text.length;
    else if (part.kind === "diff") chars += part.newText.length + (part.oldText?.length ?? 0);
    else chars += part.output.length;
  }
  return chars;
}

export function boundedPlan(items: readonly PlanItem[]): readonly PlanItem[] {
  return items.slice(0, PLAN_ITEMS).map((item) => ({ ...item, text: cutLine(item.text) }));
}

export function boundedCommands(commands: readonly AgentCommand[]): readonly AgentCommand[] {
  return commands.slice(0, CHOICES).map(({ name, description, hint }) => ({
    name: cutLine(name),
    ...(description !== undefined && { description: cutLine(description) }),
    ...(hint !== undefined && { hint: cutLine(hint) }),
  }));
}

export function boundedOptions(options: readonly AgentOption[]): readonly AgentOption[] {
  return options
    .slice(0, OPTIONS)
    .map((option) => ({ ...option, choices: boundedChoices(option.choices) }));
}

export function boundedChoices(choices: readonly OptionChoice[]): readonly OptionChoice[] {
  return choices.slice(0, CHOICES);
}

export function boundedMember(member: Member): Member {
  const { name, title, activity } = member;
  return {
    ...member,
    ...(name !== undefined && { name: cutLine(name) }),
    ...(title !== undefined && { title: cutLine(title) }),
    ...(activity !== undefined && { activity: cutLine(activity) }),
  };
}

export function boundedTasks(tasks: readonly Task[]): readonly Task[] {
  return tasks
    .slice(0, MAX_TASKS)
    .map((task) => (task.title === undefined ? task : { ...task, title: cutLine(task.title) }));
}

export function boundedRequest(request: InteractionRequest): InteractionRequest {
  const { body, call, form } = request;
  return {
    ...request,
    title: cutLine(request.title),
    ...(body !== undefined && { body: cutText(body, BODY_CHARS) }),
    ...(call !== undefined && { call: boundedCall(call) }),
    options: request.options.slice(0, OPTIONS),
    ...(form !== undefined && { form: form.slice(0, FORM_FIELDS) }),
  };
}
