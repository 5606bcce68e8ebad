/**
 * The one tool and the rules that go with it: what an agent is told before it sees its first block. The
 * server, the library and the blocks in instruction files say the same.
 */

/** A JSON Schema of an object, as MCP and the APIs of models take it. */
export interface ToolSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, object>>;
  readonly additionalProperties: false;
}

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ToolSchema;
}

const RULES = [
  "Work in this project is guided by state machines. Where you are is told in <smllm> blocks, whose first line is a header with your session key.",
  "<instructions> say what to do in the present state; <events> list what may be fired next, each with its params.",
  "When the work of the state is done, fire exactly one event with the smllm tool. Its result holds the instructions of the next state: follow them in the same way.",
  "Pass the key of the latest header as session in every call.",
  "Before you stop to ask the user something, or to wait, fire yield; then end your turn.",
  "Only the main agent calls this tool. Never hand the session key to a subagent.",
] as const;

/** What a server says of itself when a client connects. */
export const SERVER_INSTRUCTIONS = RULES.join("\n");

/** The one tool. */
export const SMLLM_TOOL: ToolDefinition = {
  name: "smllm",
  description: [
    "Fire one event of the state machine that guides your work, or show where you are.",
    ...RULES,
    "Without event, the call shows the present state again with its instructions and events.",
    "params is an object whose values are strings.",
  ].join("\n"),
  inputSchema: {
    type: "object",
    properties: {
      session: {
        type: "string",
        description:
          "The key in the header of the latest <smllm> block, such as sm-4f7k2c. Left out only by a first enter, which begins a session.",
      },
      event: {
        type: "string",
        description: "One of the events listed in <events>. Left out: show where you are.",
      },
      params: {
        type: "object",
        description: "The params of the event by name; every value is a string.",
        additionalProperties: { type: "string" },
      },
    },
    additionalProperties: false,
  },
};

/**
 * Markdown for the file of instructions of a harness, without the markers around it; its last line ends.
 * The same for every harness, as several of them may read one file.
 */
export const AGENT_INSTRUCTIONS = `## Workflow: smllm

Work in this project is guided by state machines. What they have to say stands between \`<smllm>\` and
\`</smllm>\`: in the answers of the tool \`smllm\` and, in some programs, at the start of a session and when
you are about to stop.

- \`<instructions>\` says what to do in the present state. Follow it.
- When that is done, fire exactly one of the \`<events>\` with the tool \`smllm\`, with the session key of the
  latest header. The answer brings the instructions of the next state.
- Nothing between such marks so far? Begin with the event \`enter\` and without a session.
- Before you stop in order to ask the user something, fire \`yield\`.
- Only the main agent calls the tool. Never give the session key to a subagent.
`;
