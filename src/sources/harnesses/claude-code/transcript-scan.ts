/**
 * What the lines of a Claude Code transcript say, one after the other. No I/O: bytes in, state out. A transcript has one line for each content block, so several lines share a `message.id`
 * and repeat its usage; the line with the most output is the final one.
 */
import { asCount, asRecord, asText, known } from "../../../base/shape.ts";
import type { Tokens } from "../../../status/facts/tokens.ts";

/**
 * Messages whose usage may still be repeated or grow. Lines of one message stand close together, but
 * those of others, tool results and queued prompts come between; a hundred is far beyond what parallel
 * calls make, and keeps the saved state at a few kilobytes.
 */
export const MAX_RECENT_MESSAGES = 100;

/** Ids, titles and modes that are kept. */
export const MAX_KEPT_TEXT_UNITS = 500;

/** A message that was counted. */
export interface CountedMessage extends Tokens {
  readonly id: string;
  /** Number of summaries that stand before the first line of the message. */
  readonly epoch: number;
}

/** How full the context is by the last line that says so. */
export interface TranscriptContext {
  readonly usedTokens: number;
  readonly source: "usage" | "estimate";
  /** With an estimate: the usage that the summary made untrue. */
  readonly replacedTokens?: number;
}

/** What was seen so far; changed in place, as a transcript has tens of thousands of lines. */
export interface ScanState {
  totals?: Tokens | undefined;
  /** By id, in the order in which they were first seen. */
  readonly recent: Map<string, CountedMessage>;
  /** Number of summaries so far. */
  epoch: number;
  context?: TranscriptContext | undefined;
  permissionMode?: string | undefined;
  /** Not later than this the mode was set; absent while no line after it has a time. */
  permissionModeAtMs?: number | undefined;
  title?: string | undefined;
}

/** Nothing seen yet. */
export function emptyScan(): ScanState {
  return { recent: new Map(), epoch: 0 };
}

/**
 * What a line must contain to be worth parsing, as it cannot stand inside a JSON string (there its
 * quotes would be escaped). Most bytes of a transcript are prompts, results and blobs.
 */
const MARKS = ['"usage"', '"compact_boundary"', '"permission', '"custom-title"'] as const;
const TIME_MARK = '"timestamp"';

const LINE_FEED = 0x0a;

/** Whole lines, each with its line feed. Looks for the marks first, so most lines are not even split. */
export function scanLines(state: ScanState, lines: Buffer): void {
  const hits = MARKS.map((mark) => hit(lines, mark, 0));
  let start = 0;
  for (;;) {
    let at = Math.min(...hits);
    if (isModeUntimed(state)) at = Math.min(at, hit(lines, TIME_MARK, start));
    if (at === Number.POSITIVE_INFINITY) return;
    const lineStart = lines.lastIndexOf(LINE_FEED, at) + 1;
    const lineEnd = lines.indexOf(LINE_FEED, at);
    if (lineEnd < 0) return;
    scanLine(state, lines.subarray(lineStart, lineEnd));
    start = lineEnd + 1;
    for (const [index, mark] of MARKS.entries()) {
      if ((hits[index] ?? 0) < start) hits[index] = hit(lines, mark, start);
    }
  }
}

function hit(lines: Buffer, mark: string, from: number): number {
  const at = lines.indexOf(mark, from, "latin1");
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

/** One line without its line feed. A damaged or unknown line changes nothing. */
function scanLine(state: ScanState, line: Buffer): void {
  const entry = parseLine(line);
  // Sub-agents have transcripts of their own; older versions mixed their lines in here.
  if (entry === undefined || entry.isSidechain === true) return;
  if (isModeUntimed(state)) state.permissionModeAtMs = timeOf(entry);
  switch (entry.type) {
    case "assistant":
      countMessage(state, entry);
      break;
    case "system":
      if (entry.subtype === "compact_boundary") passBoundary(state, entry);
      break;
    case "permission-mode":
      setMode(state, entry, undefined);
      break;
    case "user":
      setMode(state, entry, timeOf(entry));
      break;
    case "custom-title":
      state.title = asText(entry.customTitle)?.slice(0, MAX_KEPT_TEXT_UNITS) ?? state.title;
      break;
    default:
  }
}

/** Where the blocks of an answer begin and end, in the order in which messages are written. */
const CONTENT_BEGIN = '"content":[';
const CONTENT_END = '],"stop_reason":';

/** Below this, leaving out the content saves nothing. */
const MIN_SHORTENED_BYTES = 1024;

/**
 * A line as an object. The content of an answer, by far the most of it, is left out where that is safe:
 * the rest must be JSON by itself and hold an id and a usage; else the whole line is parsed.
 */
function parseLine(line: Buffer): Readonly<Record<string, unknown>> | undefined {
  const begin = line.length < MIN_SHORTENED_BYTES ? -1 : line.indexOf(CONTENT_BEGIN, 0, "latin1");
  const end = begin < 0 ? -1 : line.indexOf(CONTENT_END, begin, "latin1");
  if (end >= 0) {
    const head = line.toString("utf8", 0, begin + CONTENT_BEGIN.length);
    const short = parseRecord(head + line.toString("utf8", end));
    const message = asRecord(short?.message);
    if (short?.type === "assistant" && asText(message?.id) && asRecord(message?.usage))
      return short;
  }
  return parseRecord(line.toString("utf8"));
}

function parseRecord(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return asRecord(JSON.parse(json));
  } catch {
    return undefined;
  }
}

function countMessage(state: ScanState, entry: Readonly<Record<string, unknown>>): void {
  const message = asRecord(entry.message);
  const usage = asRecord(message?.usage);
  const id = asText(message?.id);
  if (usage === undefined || id === undefined || id.length > MAX_KEPT_TEXT_UNITS) return;
  // These lines were written by the program itself; no model was asked.
  if (entry.isApiErrorMessage === true || message?.model === "<synthetic>") return;

  const before = state.recent.get(id);
  const now: CountedMessage = {
    id,
    epoch: before?.epoch ?? state.epoch,
    input: asCount(usage.input_tokens) ?? 0,
    output: asCount(usage.output_tokens) ?? 0,
    cacheRead: asCount(usage.cache_read_input_tokens) ?? 0,
    cacheWrite: asCount(usage.cache_creation_input_tokens) ?? 0,
  };
  if (before !== undefined && now.output < before.output) return;
  remember(state.recent, now);
  state.totals = replace(state.totals, before, now);
  const usedTokens = now.input + now.cacheRead + now.cacheWrite;
  // A message from before the last summary that is written again says nothing of the context now.
  if (usedTokens > 0 && now.epoch === state.epoch) state.context = { usedTokens, source: "usage" };
}

function remember(recent: Map<string, CountedMessage>, message: CountedMessage): void {
  recent.set(message.id, message);
  if (recent.size <= MAX_RECENT_MESSAGES) return;
  for (const oldest of recent.keys()) {
    recent.delete(oldest);
    return;
  }
}

const NO_TOKENS: Tokens = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

function replace(totals = NO_TOKENS, before: Tokens = NO_TOKENS, now: Tokens = NO_TOKENS): Tokens {
  return {
    input: totals.input - before.input + now.input,
    output: totals.output - before.output + now.output,
    cacheRead: totals.cacheRead - before.cacheRead + now.cacheRead,
    cacheWrite: totals.cacheWrite - before.cacheWrite + now.cacheWrite,
  };
}

/** A summary: what was measured before no longer holds, even if its own size is not said. */
function passBoundary(state: ScanState, entry: Readonly<Record<string, unknown>>): void {
  const usedTokens = asCount(asRecord(entry.compactMetadata)?.postTokens);
  const old = state.context;
  const replacedTokens = old?.source === "usage" ? old.usedTokens : undefined;
  state.epoch += 1;
  state.context =
    usedTokens === undefined
      ? undefined
      : known({ usedTokens, source: "estimate" as const, replacedTokens });
}

/**
 * Lines that set the mode have no time, and are repeated without a change. So only a change counts, and
 * it is dated by the next line that has a time: it was not later than that.
 */
function setMode(
  state: ScanState,
  entry: Readonly<Record<string, unknown>>,
  atMs: number | undefined,
): void {
  const mode = asText(entry.permissionMode);
  if (mode === undefined || mode.length > MAX_KEPT_TEXT_UNITS || mode === state.permissionMode) {
    return;
  }
  state.permissionMode = mode;
  state.permissionModeAtMs = atMs;
}

function isModeUntimed(state: ScanState): boolean {
  return state.permissionMode !== undefined && state.permissionModeAtMs === undefined;
}

function timeOf(entry: Readonly<Record<string, unknown>>): number | undefined {
  return typeof entry.timestamp === "string" ? asCount(Date.parse(entry.timestamp)) : undefined;
}
