/** Tool calls of ACP as whole ones: what an update says is laid over what is known of the call. */
import { asCount, asRecord, asText, known } from "../../base/shape.ts";
import type { ToolCall, ToolContent, ToolKind, ToolStatus } from "../../wire/runtime/entities.ts";
import type { AgentQuirks } from "./agent-spec.ts";
import { MAX_INPUT_UNITS, readBlock, readEach, readId, readLabel, readList } from "./outside.ts";
import { readContentBlock } from "./read-content.ts";

/** What a terminal of ours has printed; see the guard of the workspace. */
export type TerminalLookup = (terminalId: string) =>
  | {
      readonly command: string;
      readonly output: string;
      readonly exitCode?: number;
      readonly truncated?: true;
    }
  | undefined;

export interface ToolReading {
  readonly quirks: AgentQuirks;
  readonly terminal: TerminalLookup;
}

const KINDS: Readonly<Record<string, ToolKind>> = {
  read: "read",
  edit: "edit",
  delete: "delete",
  move: "move",
  search: "search",
  execute: "execute",
  think: "think",
  fetch: "fetch",
  switch_mode: "switch-mode",
  other: "other",
};

const STATUSES: Readonly<Record<string, ToolStatus>> = {
  pending: "pending",
  in_progress: "running",
  completed: "done",
  failed: "failed",
  // Of the second draft of ACP.
  cancelled: "cancelled",
};

/** Members of `rawOutput` that hold what a command printed, in the order in which they are tried. */
const OUTPUT_MEMBERS = ["formatted_output", "aggregated_output", "output", "stdout", "text"];

/** The call after an update; undefined if the update names none. An unknown id makes a new call. */
export function readToolCall(
  value: unknown,
  before: ToolCall | undefined,
  reading: ToolReading,
): ToolCall | undefined {
  const raw = asRecord(value);
  const toolCallId = readId(raw?.toolCallId);
  if (raw === undefined || toolCallId === undefined) return undefined;
  const content = readContent(raw, before, reading);
  return known({
    toolCallId,
    title: readLabel(raw.title) ?? before?.title ?? readLabel(raw.name) ?? toolCallId,
    kind: readKind(raw, before, reading.quirks),
    status: lookUp(STATUSES, raw.status) ?? before?.status ?? "pending",
    input: readInput(raw.rawInput, reading.quirks) ?? before?.input,
    locations: readLocations(raw.locations) ?? before?.locations,
    content,
  });
}

/** The call with its terminals as they stand now. */
export function refreshTerminals(call: ToolCall, terminal: TerminalLookup): ToolCall {
  return {
    ...call,
    content: call.content.map((part) =>
      part.kind === "terminal" ? terminalContent(part.terminalId, terminal, part) : part,
    ),
  };
}

/** The name of the tool, where an agent tells it beside the title. */
function toolName(raw: Readonly<Record<string, unknown>>): string | undefined {
  return readLabel(raw.name) ?? readLabel(asRecord(asRecord(raw._meta)?.claudeCode)?.toolName);
}

function readKind(
  raw: Readonly<Record<string, unknown>>,
  before: ToolCall | undefined,
  quirks: AgentQuirks,
): ToolKind {
  const names = [toolName(raw), readLabel(raw.title)];
  if (before?.kind === "delegate") return "delegate";
  if (quirks.delegateTools?.some((tool) => names.includes(tool)) === true) return "delegate";
  return lookUp(KINDS, raw.kind) ?? before?.kind ?? "other";
}

function lookUp<Word>(words: Readonly<Record<string, Word>>, value: unknown): Word | undefined {
  return typeof value === "string" && Object.hasOwn(words, value) ? words[value] : undefined;
}

/** Short JSON of the input; an empty object says nothing yet. */
function readInput(value: unknown, { inputBooks = [] }: AgentQuirks): string | undefined {
  const raw = asRecord(value);
  if (raw !== undefined) {
    const told = Object.entries(raw).filter(([name]) => !inputBooks.includes(name));
    if (told.length === 0) return undefined;
    return readBlock(JSON.stringify(Object.fromEntries(told)), MAX_INPUT_UNITS);
  }
  if (typeof value === "string") return readBlock(value, MAX_INPUT_UNITS);
  if (value === null || value === undefined) return undefined;
  return readBlock(JSON.stringify(value), MAX_INPUT_UNITS);
}

function readLocations(value: unknown): ToolCall["locations"] {
  if (readList(value).length === 0) return undefined;
  return readEach(value, (member) => {
    const raw = asRecord(member);
    const path = readLabel(raw?.path);
    return path === undefined ? undefined : known({ path, line: asCount(raw?.line) });
  });
}

/**
 * A list that is given takes the place of the one before. Output without one is added to what is there, such as
 * what a permission request told of the call.
 */
function readContent(
  raw: Readonly<Record<string, unknown>>,
  before: ToolCall | undefined,
  reading: ToolReading,
): readonly ToolContent[] {
  const given = readEach(raw.content, (part) => readPart(part, reading.terminal));
  if (given.length > 0) return given;
  const kept = before?.content ?? [];
  const text = readOutput(raw.rawOutput);
  const isThere = kept.some((part) => part.kind === "text" && part.text === text);
  return text === undefined || isThere ? kept : [...kept, { kind: "text", text }];
}

function readPart(value: unknown, terminal: TerminalLookup): ToolContent | undefined {
  const raw = asRecord(value);
  switch (raw?.type) {
    case "content": {
      const text = readContentBlock(raw.content);
      return text === undefined ? undefined : { kind: "text", text };
    }
    case "diff": {
      const path = readLabel(raw.path);
      if (path === undefined || typeof raw.newText !== "string") return undefined;
      const oldText = typeof raw.oldText === "string" ? bounded(raw.oldText) : undefined;
      return known({ kind: "diff" as const, path, oldText, newText: bounded(raw.newText) });
    }
    case "terminal": {
      const terminalId = readId(raw.terminalId);
      return terminalId === undefined ? undefined : terminalContent(terminalId, terminal);
    }
    default:
      return undefined;
  }
}

function bounded(text: string): string {
  return readBlock(text) ?? "";
}

type TerminalContent = Extract<ToolContent, { readonly kind: "terminal" }>;

function terminalContent(
  terminalId: string,
  terminal: TerminalLookup,
  before?: TerminalContent,
): TerminalContent {
  const view = terminal(terminalId);
  if (view === undefined) return before ?? { kind: "terminal", terminalId, output: "" };
  const { command, output, exitCode, truncated } = view;
  return known({ kind: "terminal" as const, terminalId, command, output, exitCode, truncated });
}

function readOutput(value: unknown): string | undefined {
  if (typeof value === "string") return readBlock(value);
  const raw = asRecord(value);
  if (raw === undefined) return undefined;
  const member = OUTPUT_MEMBERS.find((name) => asText(raw[name]) !== undefined);
  return member === undefined ? undefined : readBlock(raw[member]);
}
