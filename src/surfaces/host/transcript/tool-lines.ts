/** A tool call: what is done to what, how it stands, and what came of it. */
import { cleanLine } from "../../../text/clean.ts";
import { cleanLines } from "../../../text/clean-lines.ts";
import { cutText } from "../../../text/cut.ts";
import { plainText, type Span, span, type Tone } from "../../../text/span.ts";
import type { ToolCall, ToolContent, ToolStatus } from "../../../wire/runtime/entities.ts";
import { diffLines } from "./diff-lines.ts";
import { foldLines, oneRow } from "./fold-lines.ts";
import { markdownLines } from "./markdown/markdown-lines.ts";
import type { RowOptions } from "./row-options.ts";
import { type Line, wrapBehind } from "./wrap-spans.ts";

const STATUS_TONES: Readonly<Record<ToolStatus, Tone>> = {
  pending: "muted",
  running: "accent",
  done: "success",
  failed: "error",
  cancelled: "muted",
};

const FOLDED_LINES = 4;
/** A title that is longer is a program and not a name. */
const MAX_TITLE_COLS = 240;
/** Output is looked at from its end, and no further back than this. */
const MAX_OUTPUT_UNITS = 1_000_000;
/** A plan that is longer is read by nobody. */
const MAX_PLAN_UNITS = 200_000;
const MIN_PLAN_COLS = 4;
const INDENT = "  ";

/** One line or more, then its contents below. */
export function toolLines(call: ToolCall, options: RowOptions): readonly Line[] {
  return [...headLines(call, options), ...toolContents(call, options)];
}

/** What the call was given, where all is shown, and what came of it. */
export function toolContents(call: ToolCall, options: RowOptions): readonly Line[] {
  const inner = { ...options, cols: options.cols - INDENT.length };
  const isNarrow = inner.cols < INDENT.length;
  const within = isNarrow ? options : inner;
  const input = options.details ? inputLines(call, within) : [];
  const below = [...input, ...call.content.flatMap((each) => contentLines(each, call, within))];
  return isNarrow ? below : below.map((line) => [span(INDENT), ...line]);
}

function headLines(call: ToolCall, options: RowOptions): readonly Line[] {
  const { marks, texts, measure } = options;
  const mark = span(`${marks[call.status]} `, STATUS_TONES[call.status]);
  const status = texts.statuses[call.status];
  const title = cutText(cleanLine(call.title), MAX_TITLE_COLS, measure, marks.ellipsis);
  const kind = call.kind === "other" && title !== "" ? "" : texts.kinds[call.kind];
  const saysKind = title.toLowerCase().startsWith(kind.toLowerCase());
  const target = targetOf(call);
  const head: readonly Span[] = [
    ...(status === "" ? [] : [span(`${status} `, STATUS_TONES[call.status])]),
    ...(saysKind ? [] : [span(`${kind} `, "tool")]),
    { text: title, tone: "text", bold: true },
    ...(target === "" || title.includes(target) ? [] : [span(` ${target}`, "muted")]),
  ];
  return wrapBehind([mark], [span(INDENT)], head, options);
}

function targetOf({ kind, locations = [], content }: ToolCall): string {
  const [first] = locations;
  // What a command touches stands in the command.
  if (first === undefined || kind === "execute") return "";
  // The head of the difference names the file.
  if (content.some((each) => each.kind === "diff" && each.path === first.path)) return "";
  return cleanLine(first.path) + (first.line === undefined ? "" : `:${first.line}`);
}

function inputLines({ input, title }: ToolCall, options: RowOptions): readonly Line[] {
  if (input === undefined || input.trim() === "") return [];
  const members = inputMembers(input, title) ?? [input];
  return textLines(members.flatMap(cleanLines), "dim", options);
}

/**
 * An object as `name: value`, so that a command is read as it will run, without a value that is the title
 * word for word; undefined for anything else.
 */
function inputMembers(input: string, title: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(input);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return Object.entries(value)
      .filter(([, member]) => member !== title)
      .map(
        ([name, member]) =>
          `${name}: ${typeof member === "string" ? member : JSON.stringify(member)}`,
      );
  } catch {
    return undefined;
  }
}

function contentLines(content: ToolContent, call: ToolCall, options: RowOptions): readonly Line[] {
  switch (content.kind) {
    case "text":
      // The call with which an agent leaves its mode of planning brings the plan.
      if (call.kind === "switch-mode") return planTextLines(content.text, options);
      return textLines(
        unfenced(trimmed(cleanLines(content.text.slice(0, MAX_OUTPUT_UNITS)))),
        "muted",
        options,
      );
    case "diff":
      return diffLines(content, options);
    case "terminal":
      return terminalLines(content, call, options);
    default:
      return content satisfies never;
  }
}

function textLines(
  lines: readonly string[],
  tone: Tone,
  options: RowOptions,
  fromEnd?: true,
): readonly Line[] {
  const bar: Line = [span(`${options.marks.bar} `, "dim")];
  return foldLines(
    lines,
    {
      foldedLines: FOLDED_LINES,
      ...(fromEnd && { fromEnd }),
      prefix: () => [bar, bar],
      paint: () => ({ tone }),
    },
    options,
  );
}

/** The whole of it: it is what was agreed to. */
function planTextLines(text: string, options: RowOptions): readonly Line[] {
  const bar: Line = [span(`${options.marks.bar} `, "dim")];
  const cols = options.cols - options.measure(plainText(bar));
  const lines = (width: number) =>
    markdownLines(text.slice(0, MAX_PLAN_UNITS).trim(), { ...options, cols: width });
  if (cols < MIN_PLAN_COLS) return lines(options.cols);
  return lines(cols).map((line) => [...bar, ...line]);
}

function terminalLines(
  terminal: Extract<ToolContent, { readonly kind: "terminal" }>,
  call: ToolCall,
  options: RowOptions,
): readonly Line[] {
  const { texts } = options;
  const command = cleanLine(terminal.command ?? "");
  const says = command === "" || cleanLine(call.title).includes(command);
  const output = terminal.output.slice(-MAX_OUTPUT_UNITS);
  const { exitCode } = terminal;
  const isBad = exitCode !== undefined && exitCode !== 0;
  return [
    ...(says ? [] : [oneRow([span("$ ", "dim"), span(command, "code")], options)]),
    ...(terminal.truncated && options.details
      ? [oneRow([span(texts.truncated, "dim")], options)]
      : []),
    ...textLines(trimmed(cleanLines(output)), "muted", options, true),
    ...(isBad ? [oneRow([span(texts.exitCode(exitCode), "error")], options)] : []),
  ];
}

/** Some agents put what a tool printed between fences, which say nothing here. */
function unfenced(lines: readonly string[]): readonly string[] {
  const fence = /^(`{3,}|~{3,})[\w-]*$/.exec(lines[0] ?? "")?.[1];
  const isWhole = fence !== undefined && lines.length > 2 && lines.at(-1) === fence;
  return isWhole && !lines.slice(1, -1).includes(fence) ? lines.slice(1, -1) : lines;
}

/** Without blank lines at both ends. */
function trimmed(lines: readonly string[]): readonly string[] {
  const isText = (line: string) => line.trim() !== "";
  const first = lines.findIndex(isText);
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(isText) + 1);
}
