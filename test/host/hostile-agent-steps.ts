/** An agent that puts an attack on the terminal into each text that ACP and our extension have. */
import {
  type AcpStep,
  sayEnd,
  sayText,
  sayUpdate,
  SCRIPTED_SESSION as sessionId,
} from "../../src/testing/scripted-acp.ts";

/**
 * Sequences that the host never writes itself, so that one that comes through is known; payloads say `PWN`,
 * which nobody may ever read. 7-bit, C1 as characters, controls, turned and hidden text, line ends.
 */
export const ATTACK = [
  "\x1b[53m\x1b[3J\x1b[?1337h\x1b[5n\x1b[>c\x1bc\x1b(0\x1b#8\x1bM",
  "\x1b]0;PWN\x07\x1b]2;PWN\x1b\\\x1b]52;c;PWN\x07\x1b]7501;PWN\x07\x1b]9;PWN\x1b\\",
  "\x1b]8;;javascript:PWN\x07\x1b]8;;\x07\x1bPqPWN\x1b\\\x1b_PWN\x1b\\\x1b^PWN\x1b\\\x1bXPWN\x1b\\",
  "\u009b53m\u009d0;PWN\u009c\u0090PWN\u009c\u009fPWN\u009c\u0084\u0085",
  "\x00\x05\x07\b\x0b\x0c\x0e\x0f\x7f\t",
  "\u202e\u2066\u200e\u200f\u061c\u200b\u2060\ufeff",
].join("");

/** A text with a word by which it is found again, with the attack behind it. */
export const bad = (word: string): string => `${word}q${ATTACK}z`;

/** With line ends as well, for what is shown in one line. */
const line = (word: string): string => `${word}q${ATTACK}\r\n\u2028${ATTACK}z`;

/** An id: longer ones are none. */
const id = (word: string): string => `${word}\x1b[53m\u009b5n\x07\u202e`;

const notify = (method: string, params: Readonly<Record<string, unknown>>): AcpStep => ({
  do: "send",
  message: { method, params: { sessionId, ...params } },
});
const ask = (
  requestId: number,
  method: string,
  params: Readonly<Record<string, unknown>>,
): AcpStep => ({
  do: "send",
  message: { id: requestId, method, params: { sessionId, ...params } },
});
const text = (value: string) => ({ type: "text", text: value });

const OPENED: readonly AcpStep[] = [
  { do: "complain", text: bad("stderr-early") },
  { do: "expect", method: "initialize" },
  {
    do: "answer",
    result: {
      protocolVersion: 1,
      agentInfo: { name: line("c-info-name"), title: line("AgTitle"), version: line("AgVers") },
      agentCapabilities: {},
      _meta: { telltale: { version: 1, tasks: false } },
      authMethods: [{ id: "a1", name: line("AuthName"), description: bad("AuthText") }],
    },
  },
  { do: "expect", method: "session/new" },
  {
    do: "answer",
    result: {
      sessionId,
      modes: {
        currentModeId: "m1",
        availableModes: [
          { id: "m1", name: line("ModeOne"), description: line("ModeText") },
          { id: id("m2"), name: line("ModeTwo") },
        ],
      },
      configOptions: [
        {
          id: "model",
          category: "model",
          name: line("ModelOption"),
          type: "select",
          currentValue: "v1",
          options: [
            { value: "v1", name: line("ModelOne"), description: line("ModelText") },
            { value: id("v2"), name: line("ModelTwo") },
          ],
        },
        {
          id: id("opt"),
          category: "thought_level",
          name: line("EffortOption"),
          type: "select",
          currentValue: id("e1"),
          options: [{ value: id("e1"), name: line("EffortOne") }],
        },
      ],
    },
  },
  sayUpdate({
    sessionUpdate: "available_commands_update",
    availableCommands: [
      { name: line("zcmd"), description: line("CmdText"), input: { hint: line("CmdHint") } },
    ],
  }),
  sayUpdate({ sessionUpdate: "session_info_update", title: line("SesTitle") }),
  sayUpdate({
    sessionUpdate: "usage_update",
    used: 12_000,
    size: 200_000,
    cost: { amount: 3, currency: line("CUR") },
  }),
];

const MARKDOWN = [
  `# ${bad("MdHead")}`,
  "",
  `- ${bad("MdItem")}`,
  `> ${bad("MdQuote")}`,
  "",
  `| ${bad("MdCol")} | b |`,
  "| --- | --- |",
  `| ${bad("MdCell")} | c |`,
  "",
  `\`\`\`${bad("info")}`,
  bad("MdCode"),
  "```",
  "",
  `[MdLink](https://example.org/${ATTACK}) ![MdImage](https://example.org/x "${ATTACK}") \`${bad("MdTick")}\``,
  `[MdBadLink](javascript:${ATTACK}) <https://example.org/auto${ATTACK}> <b>${bad("MdHtml")}</b>`,
  "",
].join("\n");

const CALLS: readonly AcpStep[] = [
  sayUpdate({
    sessionUpdate: "tool_call",
    toolCallId: id("call"),
    title: line("ToolTitle"),
    kind: "execute",
    status: "in_progress",
    locations: [{ path: `/tmp/${line("ToolPath")}`, line: 3 }],
    rawInput: { command: bad("ToolCommand"), [line("key")]: bad("ToolValue") },
    content: [{ type: "content", content: text(bad("ToolOutput")) }],
  }),
  sayUpdate({
    sessionUpdate: "tool_call_update",
    toolCallId: id("call"),
    status: "completed",
    rawOutput: { output: bad("RawOutput") },
  }),
  sayUpdate({
    sessionUpdate: "tool_call",
    toolCallId: "diff",
    title: line("DiffTitle"),
    kind: "edit",
    status: "completed",
    content: [
      {
        type: "diff",
        path: `/tmp/${line("DiffPath")}`,
        oldText: `same\n${bad("DiffOld")}\n`,
        newText: `same\n${bad("DiffNew")}\n`,
      },
    ],
  }),
  ask(1, "terminal/create", {
    command: "printf",
    // Also bytes that are no UTF-8, among them C1 as terminals of old read them.
    args: ["TermOutq\\033[53m\\233\\302\\233\\033]0;\\120WN\\007\\033[3J\\b\\tz\\n"],
  }),
  { do: "expect-answer", id: 1 },
  ask(2, "terminal/wait_for_exit", { terminalId: "term-1" }),
  { do: "expect-answer", id: 2 },
  sayUpdate({
    sessionUpdate: "tool_call",
    toolCallId: "term",
    title: line("TermTitle"),
    kind: line("kind"),
    status: "completed",
    content: [{ type: "terminal", terminalId: "term-1" }],
  }),
];

const ENTITIES: readonly AcpStep[] = [
  sayUpdate({
    sessionUpdate: "plan",
    entries: [{ content: line("PlanItem"), priority: "high", status: "in_progress" }],
  }),
  notify("_telltale/members", {
    members: [
      {
        memberId: id("mem"),
        status: "running",
        name: line("MemName"),
        title: line("MemTitle"),
        activity: line("MemDoes"),
      },
    ],
  }),
  notify("_telltale/tasks", {
    tasks: [{ taskId: id("task"), status: "running", type: "bash", title: line("TaskTitle") }],
  }),
  notify("_telltale/activity", { text: line("Activity") }),
  notify("_telltale/retry", { waiting: true, text: line("RetryText") }),
  notify("_telltale/retry", { waiting: false }),
  notify("_telltale/notice", { level: "warning", text: bad("OwnNotice") }),
  sayUpdate({
    sessionUpdate: "notice",
    severity: "error",
    title: line("NoticeTitle"),
    description: bad("NoticeText"),
  }),
  sayUpdate({ sessionUpdate: "compaction_update", status: "in_progress" }),
  sayUpdate({ sessionUpdate: "compaction_update", summary: [text(bad("CompactText"))] }),
  { do: "write", text: `${bad("stray line")}\n` },
];

const FORM = {
  mode: "form",
  message: bad("FormText"),
  requestedSchema: {
    type: "object",
    title: line("FormTitle"),
    properties: {
      one: {
        type: "string",
        title: line("FieldOne"),
        description: bad("FieldText"),
        oneOf: [
          { const: id("c1"), title: line("ChoiceOne") },
          { const: id("c2"), title: line("ChoiceTwo") },
        ],
      },
      many: {
        type: "array",
        title: line("FieldMany"),
        items: { anyOf: [{ const: line("c3"), title: line("ManyTwo") }] },
      },
      two: { type: "string", title: line("FieldTwo"), default: bad("Default") },
      three: { type: "array", title: line("FieldThree"), items: { enum: [line("ManyOne")] } },
      [line("bad name")]: { type: "string", title: line("NeverShown") },
    },
  },
};

const QUESTIONS: readonly AcpStep[] = [
  ask(10, "session/request_permission", {
    toolCall: {
      toolCallId: "perm",
      title: line("PermTitle"),
      kind: "execute",
      rawInput: { command: bad("PermCommand") },
      content: [{ type: "content", content: text(bad("PermBody")) }],
    },
    options: [
      { optionId: "yes", name: line("PermYes"), kind: "allow_once" },
      { optionId: "no", name: line("PermNo"), kind: "reject_once" },
    ],
  }),
  { do: "expect-answer", id: 10 },
  ask(11, "elicitation/create", FORM),
  { do: "expect-answer", id: 11 },
  ask(12, "elicitation/create", {
    mode: "url",
    message: bad("PageText"),
    elicitationId: id("page"),
    // A URL keeps what is in it, in percent signs.
    url: `https://example.org/PagePath${ATTACK.replaceAll("PWN", "")}`,
  }),
  { do: "expect-answer", id: 12 },
];

/** Everything in the first turn; the second fails, the third needs a login, and in the fourth the agent dies. */
export const HOSTILE_STEPS: readonly AcpStep[] = [
  ...OPENED,
  { do: "expect", method: "session/prompt" },
  sayUpdate({ sessionUpdate: "agent_thought_chunk", content: text(bad("Thought")) }),
  ...CALLS,
  ...ENTITIES,
  sayText(MARKDOWN),
  sayText(`\n\nPlainTextq${ATTACK}`),
  // One sequence in two pieces.
  sayText("Split\x1b]0;PW"),
  sayText("N\x07Joined "),
  ...QUESTIONS,
  sayEnd(line("StopReason")),
  { do: "expect", method: "session/prompt" },
  { do: "refuse", error: { code: -32_603, message: bad("ErrorText"), data: bad("ErrorData") } },
  { do: "expect", method: "session/prompt" },
  { do: "refuse", error: { code: -32_000, message: bad("LoginText") } },
  { do: "expect", method: "session/prompt" },
  { do: "complain", text: bad("LastWords") },
  { do: "exit", code: 3 },
];
