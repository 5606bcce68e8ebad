/**
 * What the fake model says, chosen by words in the person's last prompt: so a scenario says with its
 * prompt what is to happen. The wire forms are in `fake-anthropic.ts` and `fake-openai.ts`.
 */
import { asRecord } from "../../src/base/shape.ts";

/** Words that, typed into a client, choose the fake's answer. None may stand in what a tool gets. */
export const PROMPTS = {
  /** A short text reply. */
  text: "say hello",
  /** A shell command that needs a permission, then a text. */
  tool: "use the tool",
  /** A reply that takes some seconds to begin, and as long between its words. */
  slow: "answer slowly",
  /** A reply that begins at once and takes some seconds for its words. */
  stream: "speak at length",
  /** An invalid-request error. */
  error: "fail please",
  /** A question to the person with two options, then a text. */
  question: "ask me something",
  /** A sub-agent that works for a moment, then a text. */
  helper: "send a helper",
  /** A sub-agent that runs a command which needs a permission. */
  askingHelper: "send one who asks",
  /** A shell command in the background that takes some seconds, then a text. */
  shell: "start it in the background",
  /** A text reply after a moment: what a sub-agent is told. */
  pause: "take a moment",
  /** A piece of work is taken up with the workflow tool, then a text. */
  enter: "take up the work",
  /** The workflow tool's `yield`, then a text. */
  yield: "held at the stop",
} as const;

export type PromptKind = keyof typeof PROMPTS;
export type ReplyKind = PromptKind | "summary";

/** What the fake's tool call runs: harmless, and visible in the project folder. */
export const TOOL_COMMAND = "touch made-by-the-agent.txt";
export const REPLY_TEXT = "Hello from the fake model.";
export const ERROR_TEXT = "the fake was told to fail";
export const QUESTION = {
  question: "Which colour?",
  header: "Colour",
  options: ["Red", "Blue"],
} as const;
export const HELPER_TITLE = "Look around";
/** The piece of work that is taken up. */
export const WORK = { stateMachine: "dev", issueId: "GH-7" } as const;
export const SHELL_TITLE = "Wait a while";
/** Long enough to be seen after the turn is over, whatever the machine does meanwhile. */
const SHELL_COMMAND = "sleep 5";

/** Long enough to be some per cent of a million-token window, so that a row can show the difference. */
const SUMMARY_TEXT = "The person said hello and the assistant answered. ".repeat(2400);
const SUMMARY_WORDS = /create a detailed summary|summary of (the|this|our) conversation/i;
/** Text of one delta in a long reply. */
const DELTA_CHARS = 2000;

const SLOW_MS = 4000;
const PAUSE_MS = 1500;
const WORD_GAP_MS = 5;

export interface Ask {
  /** What the person sent last; empty while the model has the result of a tool to answer. */
  readonly text: string;
  /** Names of the tools that the model may call. */
  readonly tools: readonly string[];
  /** The key in the newest workflow header of the conversation. */
  readonly workflowSession?: string;
}

export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Tools that a kind of reply calls, under the names that clients give them. */
const TOOLS_OF: Readonly<Partial<Record<ReplyKind, readonly string[]>>> = {
  tool: ["Bash", "bash", "shell", "exec_command", "shell_command", "run_shell_command"],
  shell: ["Bash"],
  question: ["AskUserQuestion"],
  helper: ["Agent", "Task"],
  askingHelper: ["Agent", "Task"],
  enter: ["mcp__smllm__smllm"],
  yield: ["mcp__smllm__smllm"],
};

/** All the text in a message's content, whatever its blocks. */
export function flatten(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map(flatten).join("\n");
  const block = asRecord(content);
  return block ? flatten(block.text ?? block.content ?? "") : "";
}

export function replyKindOf(ask: Ask): ReplyKind {
  if (SUMMARY_WORDS.test(ask.text)) return "summary";
  // The client merges prompts that got no reply into one message, so the last word counts.
  const asked = (Object.keys(PROMPTS) as PromptKind[])
    .map((kind) => ({ kind, at: ask.text.lastIndexOf(PROMPTS[kind]) }))
    .reduce((last, next) => (next.at > last.at ? next : last));
  if (asked.at < 0) return "text";
  if (TOOLS_OF[asked.kind] === undefined) return asked.kind;
  // A side request of the client (a title, a suggestion) may quote the prompt but offers no tools.
  return toolName(asked.kind, ask) === undefined ? "text" : asked.kind;
}

function toolName(kind: ReplyKind, ask: Ask): string | undefined {
  return TOOLS_OF[kind]?.find((name) => ask.tools.includes(name));
}

function helperInput(prompt: string): Readonly<Record<string, string>> {
  return { description: HELPER_TITLE, prompt, subagent_type: "general-purpose" };
}

function workflowInput(
  { workflowSession: session }: Ask,
  event: string,
  params: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  return { ...(session !== undefined && { session }), event, params };
}

/** The tool call that this kind of reply is; absent for a text. */
export function toolCallOf(kind: ReplyKind, ask: Ask): ToolCall | undefined {
  const name = toolName(kind, ask);
  if (name === undefined) return undefined;
  switch (kind) {
    case "tool":
      return { name, input: { command: TOOL_COMMAND, description: "Make a file" } };
    case "shell":
      return {
        name,
        input: { command: SHELL_COMMAND, description: SHELL_TITLE, run_in_background: true },
      };
    case "question": {
      const options = QUESTION.options.map((label) => ({ label, description: `Choose ${label}` }));
      return { name, input: { questions: [{ ...QUESTION, multiSelect: false, options }] } };
    }
    case "helper":
      return { name, input: helperInput(PROMPTS.pause) };
    case "askingHelper":
      return { name, input: helperInput(PROMPTS.tool) };
    case "enter":
      return { name, input: workflowInput(ask, "enter", WORK) };
    case "yield":
      return { name, input: workflowInput(ask, "yield", { note: "waiting for the person" }) };
    default:
      return undefined;
  }
}

export function replyText(kind: ReplyKind): string {
  return kind === "summary" ? `<summary>${SUMMARY_TEXT}</summary>` : REPLY_TEXT;
}

/** The text as a model streams it: word by word, a long one in larger pieces. */
export function piecesOf(text: string): readonly string[] {
  return text.length > DELTA_CHARS
    ? (text.match(new RegExp(`[^]{1,${DELTA_CHARS}}`, "g")) ?? [])
    : text.split(" ").map((word) => `${word} `);
}

/** How long the reply takes to begin, and between its pieces. */
export function paceOf(kind: ReplyKind): { readonly beginMs: number; readonly gapMs: number } {
  if (kind === "slow") return { beginMs: SLOW_MS, gapMs: SLOW_MS };
  if (kind === "stream") return { beginMs: 0, gapMs: PAUSE_MS };
  if (kind === "pause") return { beginMs: PAUSE_MS, gapMs: WORD_GAP_MS };
  return { beginMs: 0, gapMs: WORD_GAP_MS };
}

/** Sends texts as a body of server-sent events. */
export function streamed(
  events: Iterable<string>,
  gapMs: number,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const encoder = new TextEncoder();
  let open = true;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const event of events) {
        // An interrupted client hangs up; writing on would only raise an error.
        if (!open) return;
        controller.enqueue(encoder.encode(event));
        await Bun.sleep(gapMs);
      }
      if (open) controller.close();
    },
    cancel() {
      open = false;
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream", ...headers } });
}
