/** Which request a prompt is, and what is said to one that is none. */
import type { acp } from "../sources/acp/agent-side.ts";
import type { AgentRequest } from "./requests/agent-request.ts";
import { REQUESTS } from "./requests/registry.ts";
import { GREETING } from "./requests/texts.ts";
import type { Turn } from "./turn.ts";

/** What is repeated of a prompt that was not understood. */
const ECHO_UNITS = 200;

const HELP: AgentRequest = {
  name: "help",
  summary: "Tells what the simulator can do",
  words: /^(?:please )?(?:help|what can you do)[?!.]?$/i,
  async run(turn) {
    await turn.say(helpText(), 2);
    return undefined;
  },
};

/** Requests by name, `/help` first. */
export const KNOWN_REQUESTS: readonly AgentRequest[] = [HELP, ...REQUESTS];

/** The slash commands as a client completes them. */
export function availableCommands(): acp.AvailableCommand[] {
  return KNOWN_REQUESTS.map(({ name, summary, hint }) => ({
    name,
    description: summary,
    ...(hint !== undefined && { input: { hint } }),
  }));
}

/** What `/help` says, as Markdown. */
function helpText(): string {
  const rows = KNOWN_REQUESTS.map(({ name, hint, summary }) => {
    const call = hint === undefined ? `/${name}` : `/${name} ${hint}`;
    return `- \`${call}\`: ${summary}`;
  });
  return `${GREETING}${rows.join("\n")}\n\nPlain words do for many of them: \`read README.md\`, \`run ls -l\`, \`ask me something\`. Several lines that each begin with a slash are done one after the other.\n`;
}

interface Meant {
  readonly request: AgentRequest;
  readonly rest: string;
}

/** The requests that a prompt means; undefined for words that are none. */
export function readPrompt(text: string): readonly Meant[] | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const isList = lines.length > 1 && lines.every((line) => line.startsWith("/"));
  const meant = (isList ? lines : [text.trim()]).map(readOne);
  return meant.every((each) => each !== undefined) ? meant : undefined;
}

function readOne(text: string): Meant | undefined {
  const [, name, rest = ""] = /^\/([\w-]+)(?:\s+([\s\S]*))?$/.exec(text) ?? [];
  if (name !== undefined) {
    const request = KNOWN_REQUESTS.find((each) => each.name === name.toLowerCase());
    return request && { request, rest };
  }
  for (const request of KNOWN_REQUESTS) {
    const found = request.words?.exec(text);
    if (found) return { request, rest: found[1] ?? "" };
  }
  return undefined;
}

/** Plays the answer to a prompt. */
export async function answer(turn: Turn, text: string): Promise<acp.StopReason> {
  const meant = readPrompt(text);
  if (meant === undefined) {
    await turn.say(unknownText(text));
    return "end_turn";
  }
  for (const { request, rest } of meant) {
    const stopReason = await request.run(turn, rest);
    if (stopReason !== undefined) return stopReason;
  }
  return "end_turn";
}

function unknownText(text: string): string {
  const words = text.trim().replaceAll(/\s+/g, " ");
  const echo = words.length > ECHO_UNITS ? `${words.slice(0, ECHO_UNITS)}…` : words;
  return `You wrote: ${echo}

I am a simulator and understand only a few requests, so nothing was done. Try one of these:

- \`read README.md\` really reads a file
- \`run ls -l\` asks for permission and really runs a command
- \`ask me something\` asks you a question
- \`make a plan\` proposes a plan to approve
- \`delegate to 3 members\` shows members at work
- \`help\` lists all that I know
`;
}
