/**
 * A stream of bytes as readings: the output of a program with `[V]` records and OSC 7501 in it, or
 * the log of `telltale spy`, which is one JSON object a line. Which of them it is, its first line says.
 */
import { asCount, asRecord } from "../../base/shape.ts";
import { checkRecord } from "../../wire/osc7501/check-record.ts";
import type { ProgramEvent } from "../../wire/osc7501/message.ts";
import { createScanner, type Scanned } from "../../wire/osc7501/scan.ts";
import { type Candidate, createRecordFinder, type Finding } from "../../wire/record/find.ts";
import { saysDone } from "../../wire/record/follow.ts";
import { createOsc7501Reading, type Osc7501Reading } from "./osc7501-reading.ts";
import type { Reading } from "./reading.ts";

/** Reads a stream piece by piece; memory is bounded whatever comes. */
export interface StreamReader {
  /** The events of OSC 7501 in the piece and the piece without them, for whoever plays the terminal. */
  feed(bytes: Uint8Array): Scanned;
  current(): Reading;
  /** The reading after the end of the stream, which ends the last line. */
  final(): Reading;
  /** The log says that its program has ended, and nothing of another: as `ended` of a sample. */
  ended(): string | undefined;
}

export interface StreamOptions {
  /** The stream may be a log; output of a program that runs now is not. */
  readonly mayBeLog: boolean;
}

/** Longest line of a log: a report of 4,096 bytes in JSON, with every character escaped. */
const MAX_LOG_LINE_UNITS = 32_768;

const NOTHING: Reading = { kind: "nothing", reason: "there is no [V] record and no OSC 7501" };

const ERASED: Reading = {
  kind: "nothing",
  reason: "the last [V] record was erased from the screen",
};

/** A reader at the beginning of a stream. */
export function createStreamReader({ mayBeLog }: StreamOptions): StreamReader {
  const decoder = new TextDecoder();
  const program = createOsc7501Reading();
  const output = outputReader(program);
  let log: LogReader | undefined;
  /** What came before it was known what the stream is. */
  let undecided: string | undefined = mayBeLog ? "" : undefined;
  const decide = (text: string, isEnd: boolean): string => {
    undecided = (undecided ?? "") + text;
    const head = undecided.trimStart();
    const isWhole = head.includes("\n") || isEnd;
    const isOpen = head === "" || (head.startsWith("{") && head.length < MAX_LOG_LINE_UNITS);
    if (isOpen && !isWhole && undecided.length < MAX_LOG_LINE_UNITS) return "";
    if (readEvent(head.split("\n", 1)[0] ?? "") !== undefined) log = logReader(program);
    const rest = undecided;
    undecided = undefined;
    return rest;
  };
  const pass = (text: string, isEnd: boolean): void => {
    const known = undecided === undefined ? text : decide(text, isEnd);
    if (log !== undefined) log.feed(known);
    else output.feed(known);
  };
  const scanner = createScanner({ strip: true });
  return {
    feed(bytes) {
      // First the events: a program reports before it draws, and what it draws must not be older.
      const scanned = scanner.feed(bytes);
      if (log === undefined) for (const event of scanned.events) program.apply(event);
      pass(decoder.decode(bytes, { stream: true }), false);
      return scanned;
    },
    current: () => (log === undefined ? output.reading(false) : program.current()),
    final() {
      pass(`${decoder.decode()}`, true);
      if (log === undefined) return output.reading(true);
      log.feed("\n");
      return program.final();
    },
    ended: () => log?.ended(),
  };
}

/** `[V]` records, beside which OSC 7501 counts where there are none. */
function outputReader(program: Osc7501Reading) {
  const finder = createRecordFinder();
  let last: Candidate | undefined;
  /** Raised by all that is no end, so that a short turn between two looks is seen. */
  let epoch = 0;
  let isErased = false;
  const take = (findings: readonly Finding[]): void => {
    for (const finding of findings) {
      isErased = finding.kind === "erased";
      last = finding.kind === "erased" ? undefined : finding;
      // Many programs erase what they paint anew: that alone is no turn.
      if (finding.kind === "erased") continue;
      if (finding.kind === "refused" || !saysDone(finding.record, false)) epoch += 1;
    }
  };
  return {
    feed: (text: string) => take(finder.feed(text)),
    reading(isEnd: boolean): Reading {
      if (isEnd) take(finder.end());
      const candidate = finder.open() ?? last;
      if (candidate === undefined) {
        const reading = isEnd ? program.final() : program.current();
        if (reading.kind !== "nothing") return reading;
        return isErased ? ERASED : NOTHING;
      }
      if (candidate.kind === "refused") {
        return { kind: "unreadable", reason: `the last [V] line: ${candidate.refusal.text}` };
      }
      const { record } = candidate;
      // A dialog may hide the line, and the program says at once when it has been answered.
      if (program.isBlocked() && record.request === undefined) return program.current();
      const rests = record.state === "done" || record.state === "ready";
      if (rests && program.isBusy()) {
        const reason = `the [V] record says ${record.state}, and OSC 7501 that the program is at work`;
        return { kind: "unreadable", reason };
      }
      return { kind: "record", record, protocol: "record", epoch };
    },
  };
}

interface LogReader {
  feed(text: string): void;
  ended(): string | undefined;
}

function logReader(program: Osc7501Reading): LogReader {
  let line = "";
  let end: string | undefined;
  const take = (event: ReturnType<typeof readEvent>): void => {
    if (end !== undefined) program.begin();
    end = undefined;
    if (event === undefined) program.lose();
    if (event === undefined || event === "other") return;
    switch (event.event) {
      case "start":
        program.begin();
        return;
      case "exit":
        program.end();
        end = `the program has ended with exit code ${event.code}`;
        return;
      default:
        program.apply(event);
    }
  };
  const endLine = (): void => {
    if (line.trim() !== "") take(line.length < MAX_LOG_LINE_UNITS ? readEvent(line) : undefined);
    line = "";
  };
  return {
    ended: () => end,
    feed(text) {
      let at = 0;
      for (;;) {
        const end = text.indexOf("\n", at);
        const piece = text.slice(at, end < 0 ? text.length : end);
        line += piece.slice(0, MAX_LOG_LINE_UNITS - line.length);
        if (end < 0) return;
        endLine();
        at = end + 1;
      }
    },
  };
}

/** Lines of a log that are no event of the protocol: of the program as a whole. */
type LogEvent =
  | ProgramEvent
  | { readonly event: "start" }
  | { readonly event: "exit"; readonly code: number };

/** The event of a line, `other` for one that says nothing of a record, undefined for no event. */
function readEvent(line: string): LogEvent | "other" | undefined {
  let value: Readonly<Record<string, unknown>> | undefined;
  try {
    value = asRecord(JSON.parse(line));
  } catch {
    return undefined;
  }
  if (typeof value?.event !== "string") return undefined;
  switch (value.event) {
    case "report": {
      const record = checkRecord(value.record);
      return record.ok ? { event: "report", record: record.value } : undefined;
    }
    case "clear":
      return typeof value.id === "string" ? { event: "clear", id: value.id } : undefined;
    case "prompt-start":
    case "reset":
    case "start":
      return { event: value.event };
    case "exit": {
      const code = asCount(value.code);
      return code === undefined ? undefined : { event: "exit", code };
    }
    default:
      return "other";
  }
}
