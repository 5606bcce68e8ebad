/** Readers of what stands in a session, one for each type of `entities.ts`. */
import type {
  AgentCommand,
  AgentIdentity,
  AgentModes,
  AgentOption,
  Answer,
  AnswerOption,
  AuthMethod,
  FieldValue,
  FormField,
  LiveTurn,
  Member,
  OpenInteraction,
  OptionChoice,
  PlanItem,
  QueuedPrompt,
  QuotaWindow,
  SettledTurn,
  Task,
  TokenCounts,
  ToolCall,
  ToolContent,
  ToolKind,
  Usage,
} from "./entities.ts";
import {
  MAX_CHOICES,
  MAX_ID_UNITS,
  MAX_LINE_UNITS,
  MAX_LISTED,
  MAX_MESSAGE_UNITS,
  MAX_PARTS,
  MAX_PATH_UNITS,
  MAX_PROMPT_UNITS,
} from "./limits.ts";
import {
  amount,
  byKind,
  dictionary,
  either,
  exactly,
  flag,
  list,
  named,
  number,
  object,
  optional,
  type Reader,
  text,
  word,
  wordOr,
  yes,
} from "./reader.ts";

export const id = named(MAX_ID_UNITS);
export const line = text(MAX_LINE_UNITS);
export const path = text(MAX_PATH_UNITS);
export const prompt = text(MAX_PROMPT_UNITS);
/** As long as the message that it came in. */
export const long = text(MAX_MESSAGE_UNITS);

export const readAgent = object<AgentIdentity>({
  name: line,
  title: optional(line),
  version: optional(line),
});

export const readQueued = object<QueuedPrompt>({
  promptId: id,
  text: prompt,
  atMs: number,
  steer: optional(yes),
});

export const stage = word("active", "retiring", "stopping");

export const readLiveTurn = object<LiveTurn>({
  turnId: id,
  promptId: optional(id),
  stage,
  startedAtMs: number,
  activity: optional(line),
});

const readTokens = object<TokenCounts>({
  input: amount,
  output: amount,
  cacheRead: optional(amount),
  cacheWrite: optional(amount),
});

export const readSettledTurn = object<SettledTurn>({
  turnId: id,
  promptId: optional(id),
  outcome: word("succeeded", "failed", "blocked", "cancelled"),
  reason: optional(line),
  stopReason: optional(line),
  startedAtMs: number,
  endedAtMs: number,
  usage: optional(readTokens),
});

export const readUsage = object<Usage>({
  usedTokens: optional(amount),
  windowTokens: optional(amount),
  cost: optional(object<NonNullable<Usage["cost"]>>({ amount, currency: line })),
  totals: optional(readTokens),
});

export const readQuota = object<QuotaWindow>({
  slot: word("primary", "secondary"),
  usedPct: amount,
  windowMinutes: optional(amount),
  resetsAtMs: optional(number),
});

const readAnswerOption = object<AnswerOption>({
  optionId: id,
  label: line,
  description: optional(line),
  role: optional(word("allow-once", "allow-always", "reject-once", "reject-always")),
});

const readFieldValue: Reader<FieldValue> = either(
  text(MAX_PROMPT_UNITS),
  either(number, either(flag, list(text(MAX_LINE_UNITS), MAX_CHOICES))),
);

const readField = object<FormField>({
  name: id,
  label: optional(line),
  description: optional(line),
  required: flag,
  type: word("text", "integer", "number", "flag", "choice", "choices"),
  options: optional(
    list(
      object<NonNullable<FormField["options"]>[number]>({ value: line, label: line }),
      MAX_CHOICES,
    ),
  ),
  fallback: optional(readFieldValue),
  minLength: optional(amount),
  maxLength: optional(amount),
  min: optional(number),
  max: optional(number),
});

type ContentOf<Kind extends ToolContent["kind"]> = Extract<ToolContent, { readonly kind: Kind }>;

const readContent = byKind<ToolContent>({
  text: object<ContentOf<"text">>({ kind: exactly("text"), text: long }),
  diff: object<ContentOf<"diff">>({
    kind: exactly("diff"),
    path,
    oldText: optional(long),
    newText: long,
  }),
  terminal: object<ContentOf<"terminal">>({
    kind: exactly("terminal"),
    terminalId: id,
    command: optional(long),
    output: long,
    exitCode: optional(number),
    truncated: optional(yes),
  }),
});

/** A kind of a newer protocol is shown like any other tool. */
const toolKind: Reader<ToolKind> = wordOr(
  "other",
  "read",
  "edit",
  "delete",
  "move",
  "search",
  "execute",
  "think",
  "fetch",
  "switch-mode",
  "delegate",
);

export const readCall = object<ToolCall>({
  toolCallId: id,
  title: long,
  kind: toolKind,
  status: word("pending", "running", "done", "failed", "cancelled"),
  input: optional(long),
  locations: optional(
    list(
      object<NonNullable<ToolCall["locations"]>[number]>({ path, line: optional(number) }),
      MAX_PARTS,
    ),
  ),
  content: list(readContent, MAX_PARTS),
});

export const readInteraction = object<OpenInteraction>({
  requestId: id,
  asks: word("permission", "question", "plan", "login"),
  title: long,
  body: optional(long),
  call: optional(readCall),
  options: list(readAnswerOption, MAX_CHOICES),
  form: optional(list(readField, MAX_CHOICES)),
  url: optional(path),
  turnId: optional(id),
  memberId: optional(id),
  atMs: number,
  submitting: optional(yes),
});

type AnswerOf<Kind extends Answer["kind"]> = Extract<Answer, { readonly kind: Kind }>;

export const readAnswer = byKind<Answer>({
  option: object<AnswerOf<"option">>({ kind: exactly("option"), optionId: id }),
  form: object<AnswerOf<"form">>({
    kind: exactly("form"),
    values: dictionary(readFieldValue, MAX_CHOICES),
  }),
  declined: object<AnswerOf<"declined">>({ kind: exactly("declined") }),
  dismissed: object<AnswerOf<"dismissed">>({ kind: exactly("dismissed") }),
});

export const readPlanItem = object<PlanItem>({
  text: long,
  status: word("pending", "running", "done"),
  priority: optional(word("high", "medium", "low")),
});

export const readMember = object<Member>({
  memberId: id,
  status: word("queued", "running", "waiting", "done", "failed", "cancelled"),
  name: optional(line),
  title: optional(long),
  activity: optional(long),
  parentId: optional(id),
  taskId: optional(id),
  deliveryTurnId: optional(id),
  delivered: optional(yes),
  usedTokens: optional(amount),
  windowTokens: optional(amount),
});

export const readTask = object<Task>({
  taskId: id,
  status: word("queued", "running", "stopping", "done", "failed", "cancelled"),
  type: optional(wordOr("custom", "bash", "workflow")),
  title: optional(long),
  foreground: optional(yes),
  startedAtMs: optional(number),
});

export const readCommand = object<AgentCommand>({
  name: line,
  description: optional(line),
  hint: optional(line),
});

const readChoice = object<OptionChoice>({ value: line, name: line, description: optional(line) });

export const readOption = object<AgentOption>({
  optionId: id,
  name: line,
  category: optional(line),
  value: line,
  choices: list(readChoice, MAX_CHOICES),
});

export const readModes = object<AgentModes>({
  current: line,
  available: list(readChoice, MAX_CHOICES),
  pending: optional(line),
});

const readAuth = object<AuthMethod>({
  methodId: id,
  name: line,
  description: optional(line),
  command: optional(line),
});

export const agentPhase = word("none", "starting", "loading", "ready", "failed");
export const authList = list(readAuth, MAX_LISTED);
