import type { RequirementRow } from "./row.ts";

/** The link to agents that speak ACP. */
export const ACP: readonly RequirementRow[] = [
  ["acp-replays", "What real agents sent is read as they meant it", "Trials with real agents"],
  [
    "acp-on-line",
    "The line has what a real agent tells of mode, model, context and cost, and nothing else",
    "Trials with real agents",
  ],
  [
    "acp-order",
    "What an agent sent before the end of a prompt is handed on before that end",
    "Trials with real agents, handler order",
  ],
  [
    "acp-permission-before-call",
    "A permission may be asked for before its tool call is told",
    "Trials with real agents, seen on the wire",
  ],
  [
    "acp-permission-without-call",
    "A permission may be asked for without a tool call, and what it told of the call is kept",
    "Trials with real agents, seen on the wire",
  ],
  [
    "acp-usage-before-prompt",
    "A usage of 0 before any prompt is unknown, for agents that report one",
    "Trials with real agents, seen on the wire",
  ],
  [
    "acp-death",
    "An agent that dies fails what it was asked, with its last words, and asks no more",
    "The host, runtime",
  ],
  [
    "acp-hang",
    "Every request but a prompt has a bound; an agent that does not greet in time is ended",
    "The host, runtime",
  ],
  [
    "acp-nonsense",
    "Lines that are no messages are passed over; too many or an endless one end the link",
    "The host, runtime",
  ],
  [
    "acp-unknown",
    "Methods, notifications and updates that are not known do no harm",
    "The host, ACP client",
  ],
  [
    "acp-cancel",
    "A cancelled prompt withdraws its questions and closes its open tool calls",
    "The host, ACP client",
  ],
  [
    "acp-withdrawn",
    "A question that the agent withdraws goes away and is answered as cancelled",
    "The host, ACP client",
  ],
  [
    "acp-permission",
    "The options of a permission keep their roles, and only an offered one is answered",
    "The host, ACP client",
  ],
  [
    "acp-plan",
    "A permission to leave plan mode is a plan to approve, by kind or by the titles of the agent",
    "The host, ACP client",
  ],
  [
    "acp-elicitation",
    "Forms and pages that an agent asks for become questions, and their answers go back",
    "The host, ACP client",
  ],
  ["acp-updates", "Each stable update of ACP is read", "Ecosystem, ACP"],
  ["acp-tool-whole", "A tool call is told whole each time", "The host, ACP client"],
  [
    "acp-members",
    "Members come from subagent_update, or else from tool calls that delegate",
    "The host, ACP client",
  ],
  ["acp-extension", "Our own extension of ACP is read and spoken", "The host, ACP client"],
  [
    "acp-workspace",
    "Files and terminals are served to the agent over the link",
    "The host, ACP client",
  ],
  [
    "acp-bounded",
    "Titles, names and ids of an agent are one clean bounded line, and its lists are bounded",
    "DESIGN law 4",
  ],
  ["acp-known-agents", "Known agents are data, one file each", "The host, ACP client"],
  [
    "acp-custom-agent",
    "An agent of one's own is started as the config says",
    "The host, ACP client",
  ],
];
